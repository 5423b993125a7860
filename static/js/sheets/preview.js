// What stands over the keys once the answers suffice: the preview; or above them that no answer comes.
//
// One request is on its way at a time, with the newest answers next: two would need two connections, and
// an aborted one closes its own. A digit that another one may follow waits for it.
import { handForm } from "../web/dom.js";
import { onContent, showInside } from "../web/htmx.js";
import { send } from "./outbox/post.js";
import { mayGrow } from "./points.js";
import { dropToast } from "../web/toast.js";

const REST = 2000; // milliseconds after which no other digit follows, also of a slow hand
let sent = ""; // the answers that were sent last
let isSent = false; // and are not answered yet
let isDue = false; // others are asked about next
let timer; // until the fingers rest

// No answer is shown any more that comes from now on.
export function dropPreview() {
  timer = clearTimeout(timer);
  sent = "";
  isDue = false;
}

function asked(form) {
  return [...form.querySelectorAll("fieldset.ask")].filter(({ offsetParent }) => offsetParent);
}

// The questions in view without an answer. A number stands for both sides' points, but not for those of each of three.
function unanswered(form) {
  const isAnswered = (ask) => {
    const boxes = [...ask.querySelectorAll("[data-keypad-digits]")].map(({ value }) => value);
    return ask.querySelector(":checked") || (ask.querySelector(".points.chips") ? boxes.every(Boolean) : boxes.some(Boolean));
  };
  return asked(form).filter((ask) => !isAnswered(ask));
}

// Those of them that are needed. The points may not be where a rare answer is given (every trick), or a bid that is no number.
export function lacking(form) {
  const isRare = form.querySelector(".rare .answered") || isNaN(form.querySelector(".bids :checked")?.value || 0);
  return unanswered(form).filter((ask) => !isRare || !ask.querySelector(".points"));
}

// Nothing is answered.
export function isBlank(form) {
  return unanswered(form).length === asked(form).length;
}

// Ask for the preview once the answers suffice; also for the same or for fewer ones if another phone has written since.
export async function preview(isNews) {
  const form = handForm();
  if (!form) return;
  if (isNews) sent = "";
  timer = clearTimeout(timer);
  const place = form.querySelector("#preview");
  if (lacking(form).length && !isNews && !place.querySelector("#taken > *")) {
    dropPreview();
    place.textContent = "";
    return;
  }
  const fields = [...new FormData(form)];
  const answers = JSON.stringify(fields);
  isDue = isSent && answers !== sent;
  if (isSent) return;
  if (answers === sent) return form.classList.remove("typing");
  sent = answers;
  isSent = true;
  const { status, html } = await send(place.dataset.address, fields);
  isSent = false;
  if (isDue) return preview();
  if (timer || answers !== sent || !place.isConnected) return;
  form.classList.remove("typing");
  if (status === 200) showInside(place, html);
  else place.textContent = place.dataset.offline;
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

// What the server asks or refuses comes into view: the question over the dock, and the button last.
onContent((content) => {
  const form = handForm();
  if (!form?.querySelector(".reasons > *") || !content.contains(form)) return;
  const question = form.querySelector(".refused");
  const covered = question && question.getBoundingClientRect().bottom - form.querySelector(".dock").getBoundingClientRect().top;
  if (covered > 0) scrollBy(0, covered + 4);
  for (const css of [".reasons", ".save"]) {
    const { top, bottom } = form.querySelector(css).getBoundingClientRect();
    if (top < 0 || bottom > window.innerHeight) form.querySelector(css).scrollIntoView({ block: "nearest" });
  }
});
