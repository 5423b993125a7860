// Narrows the lists of a page to the words in its search field as they are typed; Enter taps the only button left.
// Taps that check people in are sent together with those made meanwhile; the lists are drawn again once nobody taps.
import { retryAfter, showNoAnswer, showStatus } from "./connection.js";

const field = document.querySelector("#find");

const plain = (text) => text.normalize("NFD").replace(/[^\p{L}\p{N}\s]/gu, "").toLowerCase();

function narrow() {
  const words = plain(field.value).split(/\s+/);
  for (const line of document.querySelectorAll("[data-find] > li")) {
    const names = [...line.querySelectorAll("bdi")].map(({ textContent }) => textContent).join(" "); // and no words of its buttons
    const text = plain(names || line.textContent);
    line.hidden = !words.every((word) => text.includes(word));
  }
}

field.addEventListener("input", narrow);
field.form.addEventListener("submit", (event) => {
  event.preventDefault();
  const left = document.querySelectorAll("[data-find] > li:not([hidden]) > button");
  if (!field.value || left.length !== 1) return;
  left[0].click();
  field.value = "";
  narrow();
});

const QUIET = 700; // milliseconds without a tap
const PAUSE = 2000; // milliseconds after a request without an answer
let waiting = [];
let isSending = false;
let isResting = false; // after a request in vain: taps wait too
let lastTap = 0;
let sought = "";
let page = "";

// A server that has too much to do says when it is to be asked again.
function rest(refused) {
  const wait = refused instanceof Response ? retryAfter(refused) : 0;
  if (wait && refused.status === 429) showStatus("busy", `${wait / 1000} s`);
  else showNoAnswer();
  isResting = true;
  setTimeout(() => {
    isResting = false;
    send();
  }, wait || PAUSE);
}

// Send the taps of one form that wait, the oldest first; those that get no answer are sent again.
async function send() {
  if (isSending || isResting || !waiting.length) return;
  isSending = true;
  const { form } = waiting[0];
  const taps = waiting.filter((tap) => tap.form === form);
  const body = new FormData(form);
  body.append("people", taps.map(({ button }) => button.value).join(" "));
  try {
    const answer = await fetch(form.action, { method: "POST", body, keepalive: true });
    if (answer.status === 429 || answer.status >= 500) throw answer;
    if (!answer.ok) return location.reload();
    page = await answer.text();
    waiting = waiting.filter((tap) => !taps.includes(tap));
    showStatus();
  } catch (refused) {
    rest(refused);
  }
  isSending = false;
  send();
  draw();
}

function draw() {
  const quiet = lastTap + QUIET - Date.now();
  if (!page || waiting.length) return;
  if (quiet > 0) {
    setTimeout(draw, quiet);
    return;
  }
  document.querySelector("#check-in").replaceWith(new DOMParser().parseFromString(page, "text/html").querySelector("#check-in"));
  page = "";
  if (field.value && field.value === sought) {
    field.value = "";
    field.focus();
  }
  narrow();
}

document.addEventListener("submit", (event) => {
  const { target: form, submitter: button } = event;
  if (!button || !("taps" in form.dataset)) return;
  event.preventDefault();
  button.disabled = true;
  button.parentElement.classList.toggle("here");
  waiting.push({ form, button });
  lastTap = Date.now();
  sought = field.value;
  send();
});
addEventListener("pagehide", () => {
  isSending = false;
  isResting = false;
  send();
});
