// What stands over the keys once the answers suffice: the preview; or above them that no answer comes.
//
// One request is on its way at a time, with the newest answers next: two would need two connections, and
// an aborted one closes its own. A digit that another one may follow waits for it.
import { handForm } from "../web/dom.js";
import { onContent, showInside } from "../web/htmx.js";
import { send } from "./outbox/post.js";
import { dropToast } from "../web/toast.js";

const REST = 400; // milliseconds after which no other digit follows
let asked = ""; // the answers that were sent last
let isSent = false; // and are not answered yet
let isDue = false; // others are asked about next
let timer; // until the fingers rest

// No answer is shown any more that comes from now on.
export function dropPreview() {
  timer = clearTimeout(timer);
  asked = "";
  isDue = false;
}

// The questions in view without an answer. A number stands for both sides' points, but not for those of each of three.
export function unanswered(form) {
  const isAnswered = (ask) => {
    const boxes = [...ask.querySelectorAll("[data-keypad-digits]")].map(({ value }) => value);
    return ask.querySelector(":checked") || (ask.querySelector(".points.chips") ? boxes.every(Boolean) : boxes.some(Boolean));
  };
  return [...form.querySelectorAll("fieldset.ask")].filter((ask) => ask.offsetParent && !isAnswered(ask));
}

// The points may be needless where a rare answer is given (every trick), or a bid that is no number.
function isComplete(form) {
  const isRare = form.querySelector(".rare .answered") || isNaN(form.querySelector(".bids :checked")?.value || 0);
  return unanswered(form).every((ask) => isRare && ask.querySelector(".points"));
}

// Ask for the preview once the answers suffice; also for the same or for fewer ones if another phone has written since.
export async function preview(isNews) {
  const form = handForm();
  if (!form) return;
  if (isNews) asked = "";
  timer = clearTimeout(timer);
  const place = form.querySelector("#preview");
  if (!isComplete(form) && !isNews && !place.querySelector("#taken > *")) {
    dropPreview();
    place.textContent = "";
    return;
  }
  const fields = [...new FormData(form)];
  const answers = JSON.stringify(fields);
  isDue = isSent && answers !== asked;
  if (isSent) return;
  if (answers === asked) return form.classList.remove("typing");
  asked = answers;
  isSent = true;
  const { status, html } = await send(place.dataset.address, fields);
  isSent = false;
  if (isDue) return preview();
  if (timer || answers !== asked || !place.isConnected) return;
  form.classList.remove("typing");
  if (status === 200) showInside(place, html);
  else place.textContent = place.dataset.offline;
}

// Ten times these points are points of the deck.
function mayGrow(box) {
  return 10 * box.value <= box.closest("[data-deck]")?.dataset.deck;
}

function begin(form, target) {
  form.classList.add("begun");
  delete form.dataset.refilled;
  dropToast();
  form.querySelector(".reasons").textContent = "";
  const save = form.querySelector(".save");
  save.textContent = save.dataset.label;
  form.elements.confirm.value = ""; // what is to be confirmed now is asked about anew
  for (const question of form.querySelectorAll(".refused")) if (question.contains(target)) question.classList.remove("refused");
}

for (const kind of ["input", "change"]) {
  window.addEventListener(kind, ({ target }) => {
    const form = handForm();
    if (!form?.contains(target)) return;
    if (kind === "input") begin(form, target);
    clearTimeout(timer);
    if (kind === "input" && mayGrow(target)) timer = setTimeout(preview, REST);
    else preview();
  });
}

// A tap on a message takes it off what it covers.
document.addEventListener("click", ({ target }) => target.closest("#preview :is(.warning, .error)")?.remove());

// What the server asks or refuses comes into view, with the button last.
onContent((content) => {
  const form = handForm();
  if (!form?.querySelector(".reasons > *") || !content.contains(form)) return;
  for (const css of [".reasons", ".save"]) {
    const { top, bottom } = form.querySelector(css).getBoundingClientRect();
    if (top < 0 || bottom > window.innerHeight) form.querySelector(css).scrollIntoView({ block: "nearest" });
  }
});
