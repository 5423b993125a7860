// The points of each in this hand, once the answers suffice: under the totals, or with the names; or what
// cannot be, or that no answer comes. The verdict stands in the save button.
//
// One request is on its way at a time, with the newest answers next: two would need two connections, and
// an aborted one closes its own.
import { handForm, make, passOver } from "../web/dom.js";
import { onContent, showInside } from "../web/htmx.js";
import { send } from "./outbox/post.js";
import { dropToast } from "../web/toast.js";

const LONE = 600; // milliseconds that a lone digit waits for the next one
let sent = ""; // the answers that were sent last
let isSent = false; // and are not answered yet
let isDue = false; // others are asked about next
let timer; // of a lone digit

function place() {
  return document.querySelector("#preview");
}

// Under the totals in their columns; with the names where those are in two rows, or scroll sideways.
function showColumns() {
  const [standing, list] = [document.querySelector("#standing"), place()?.querySelector("#taken:empty ~ * .each")];
  for (const gain of document.querySelectorAll("#standing .gain")) gain.remove();
  standing?.removeAttribute("data-result");
  if (!standing || !list) return;
  const columns = [...standing.children];
  if (standing.matches(".many") || columns[0].offsetTop !== columns[columns.length - 1].offsetTop) return;
  standing.dataset.result = list.parentElement.className;
  for (const [n, figure] of list.querySelectorAll("b").entries()) {
    columns[n].append(make("span", { className: `gain ${list.classList.value.match(/figure-\d/) || ""}`, textContent: figure.textContent, ariaHidden: true }));
  }
}

function showResult() {
  showColumns();
  const verdict = handForm()?.querySelector(".save small");
  if (verdict) verdict.textContent = place()?.querySelector(".verdict")?.textContent || "";
}

// Nothing is shown any more, also of answers that come from now on.
export function dropPreview(text = "") {
  timer = clearTimeout(timer);
  sent = "";
  isDue = false;
  place().textContent = text;
  showResult();
}

// The questions in view that are needed, by the rule that the server wrote there, and have no answer. A number stands for both
// sides' points, but not for those of each of three.
export function lacking(form) {
  const isAnswered = (ask) => {
    const boxes = [...ask.querySelectorAll("[data-keypad-digits]")].map(({ value }) => value);
    return ask.querySelector(":checked") || (ask.querySelector(".points.chips") ? boxes.every(Boolean) : boxes.some(Boolean));
  };
  const isNeeded = (others) => others === "" || (others && !form.querySelector(others));
  return [...form.querySelectorAll("fieldset.ask")].filter((ask) => ask.offsetParent && !isAnswered(ask) && isNeeded(ask.dataset.neededWithout));
}

// Ask for the preview once the answers suffice; also for the same or for fewer ones if another phone has written since.
export async function preview(isNews) {
  const form = handForm();
  if (!form?.dataset.preview) return;
  if (isNews) sent = "";
  timer = clearTimeout(timer);
  if (lacking(form).length && !isNews && !place().querySelector("#taken > *")) return dropPreview();
  const fields = [...new FormData(form)];
  const answers = JSON.stringify(fields);
  isDue = isSent && answers !== sent;
  if (isSent || answers === sent) return;
  sent = answers;
  isSent = true;
  const { status, html } = await send(form.dataset.preview, fields);
  isSent = false;
  if (isDue) return preview();
  if (timer || answers !== sent || !place()) return;
  if (status !== 200) return dropPreview(form.dataset.offline);
  showInside(place(), html.includes("<p") ? html : ""); // while too little is answered the line of the deal stays
  showResult();
}

function placeOf(css) {
  return handForm().querySelector(css).getBoundingClientRect();
}

// A question goes once it is answered; the keys stay under the finger.
function dropQuestion(form) {
  const { bottom } = placeOf(".dock");
  form.querySelector(".reasons").textContent = "";
  scrollBy(0, placeOf(".dock").bottom - bottom);
}

// After « Non » the result is there again, and in view what was in doubt.
document.addEventListener("click", ({ target }) => {
  if (!target.matches("[data-no]")) return;
  const form = handForm();
  dropQuestion(form);
  passOver();
  uncover(form.querySelector(".refused"));
  preview(true);
});

function begin(form) {
  form.classList.add("begun");
  dropToast();
  dropPreview();
  dropQuestion(form);
  for (const question of form.querySelectorAll(".refused")) if (!lacking(form).includes(question)) {
    question.classList.remove("refused");
    for (const error of question.querySelectorAll(".error")) error.remove();
  }
}

// In large text the keys cover the next question: it comes over them, and under the finger.
function uncover(question) {
  const covered = question?.getBoundingClientRect().bottom - placeOf(".dock").top;
  if (!(covered > 0)) return;
  scrollBy(0, covered + 4);
  passOver(800);
}

for (const kind of ["input", "change"]) {
  addEventListener(kind, ({ target }) => {
    const form = handForm();
    if (!form?.contains(target)) return;
    if (kind === "input") begin(form);
    else if (target.type === "radio" && !target.closest(".panel")) uncover(lacking(form)[0]);
    if (kind === "input" && target.matches("[data-keypad-digits]") && target.value.length === 1) timer = setTimeout(preview, LONE);
    else if (!timer) preview();
  });
}

// What is asked or refused comes into view: the question over the dock, and the dock last. One that is in view is left alone:
// Chromium scrolls to where it would be if it did not stick there.
export function showReasons() {
  const form = handForm();
  if (!form?.querySelector(".reasons > *, .refused")) return;
  uncover(form.querySelector(".refused"));
  const { top, bottom } = placeOf(".dock");
  if (top < 0 || bottom > innerHeight) form.querySelector(".dock").scrollIntoView({ block: "nearest" });
}

onContent((content) => {
  const isForm = content.contains(handForm());
  if (isForm || ["standing", "turn"].includes(content.id)) showResult();
  if (isForm) showReasons();
});
