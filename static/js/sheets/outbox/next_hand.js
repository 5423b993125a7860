// The form of the next hand: emptied once its hand is stored, and filled with a hand taken back.
import { answersOf, draftOf, fill } from "../draft.js";
import { handForm, isBegun, make } from "../../web/dom.js";
import { resetKeypad } from "../keypad.js";
import { dropPreview } from "../preview.js";
import { empty, showAnswers } from "../../web/panels.js";
import { dropToast } from "../../web/toast.js";
import { newKey } from "./keys.js";
import { streamOf, toPost } from "./machine.js";
import { sheetOf } from "./sheet.js";
import { streamOfPage } from "./shown.js";
import { queue } from "./store.js";

let own; // what the form says of its own deal, while a hand of another one stands in it

// Ready for another hand, with a key of its own.
export function begin(form) {
  for (const alert of form.querySelectorAll(".reasons > *, .error, .warning, #refill")) alert.remove();
  for (const question of form.querySelectorAll(".refused")) question.classList.remove("refused");
  for (const input of form.elements) empty(input);
  resetKeypad(form);
  for (const details of form.querySelectorAll("details")) details.open = false;
  form.elements.key.value = newKey();
  if (form.dataset.mends) [form.elements.base.value, form.elements.known_hands.value] = own;
  delete form.dataset.mends;
  delete form.dataset.dealer;
  for (const name of ["replaces", "mended"]) form.elements[name]?.remove();
  delete form.dataset.outboxReplaces;
  form.classList.remove("begun");
  showAnswers(form);
  dropToast(); // it undoes a hand that is not the last any more
}

function sheetOfPage({ action }) {
  return { stream: streamOfPage(), sheet: sheetOf(action) };
}

// A submission of this form, also under former links of its sheet.
function isFor(form, submission) {
  const page = sheetOfPage(form);
  return streamOf(submission) === streamOf(page) && submission.url.slice(submission.sheet.length) === form.action.slice(page.sheet.length);
}

// The form is for the deal after the hands that this phone has entered, recorded or not; the server looks at the last hundred.
export function addKnown(form, key) {
  const known = form?.elements.known_hands;
  if (known && !known.value.includes(key)) known.value = `${known.value} ${key}`.trim();
}

// The form of the next hand is for the deal after those that wait on this phone, also one that is shown again: it is sent behind
// them. Whose deal that is the page knows where the deal goes round, or where people sit out in turn; what is recorded has those
// out that it said.
export async function knowOwn(what) {
  const form = handForm();
  if (form?.dataset.outbox !== "next") return;
  const waiting = await queue();
  const { key, base, seating } = form.elements;
  const { order = Infinity } = waiting.find((one) => one.key === key.value) || {}; // one that is mended keeps its place
  for (const hand of toPost(waiting, { ...sheetOfPage(form), key: key.value }).known) addKnown(form, hand);
  const before = waiting.filter((one) => isFor(form, one) && one.key !== key.value && one.order < order && (one.state !== "look" || one.base === base.value));
  form.elements.ahead.value = before.filter(({ state }) => state === "look").length; // for the preview
  if (before.length) seating.value = seating.value.split(".")[0];
  // After one that was recorded the page comes that knows.
  const isCurrent = base.value === document.querySelector("#live")?.dataset.etag;
  if (!form.isConnected || what === "recorded" || !(before.length || isCurrent)) return;
  const deal = document.querySelector(".deal");
  const number = deal.firstElementChild;
  number.textContent = number.textContent.replace(/\d+/, Number(number.dataset.deal) + before.length);
  const dealers = !before.some(({ passed }) => passed) && JSON.parse(deal.dataset.dealers || "0");
  deal.toggleAttribute("data-behind", before.length && !dealers);
  if (dealers) for (const [n, name] of deal.querySelectorAll("bdi").entries()) name.textContent = dealers[(before.length + n) % dealers.length];
  deal.classList.toggle("stale", !isCurrent); // its height stays
  document.dispatchEvent(new CustomEvent("behind", { detail: before })); // to turn.js
  showAnswers(form);
}

// What a form is for: another load of the same form has the same name, until somebody writes.
export function nameOf({ action, dataset, elements: { base, before } }) {
  return [action, dataset.outbox, base?.value, before?.value].join();
}

// The form of this page is that of the next hand of its sheet, and for the seats of this one unless a person decides of it.
export function fits(submission) {
  const { fields, passed, state } = submission;
  const form = handForm();
  const seating = fields.find(([name]) => name === "seating")?.[1] || "";
  return !passed && form?.dataset.outbox === "next" && isFor(form, submission) && (state === "look" || seating.split(".")[0] === form.elements.seating.value.split(".")[0]);
}

// Show a hand of this queue in the form again, as it was mended since, under its own key; the name of the form, or nothing if it is
// not free, or a draft is offered.
export function fillAgain(submission) {
  const form = handForm();
  if (!fits(submission) || isBegun(form) || form.querySelector(".reasons *")) return "";
  const { key, fields, deal } = submission;
  own = [form.elements.base.value, form.elements.known_hands.value];
  const name = nameOf(form);
  Object.assign(form.dataset, { mends: deal || " ", outboxReplaces: key });
  form.elements.key.value = key;
  fill(form, draftOf(submission) || answersOf(submission));
  // If it is recorded, and the answer was lost, it is corrected, under a key of its own behind those of its corrections before.
  const [, mended = ""] = fields.find(([field]) => field === "mended") || [];
  form.append(make("input", { type: "hidden", name: "mended", value: `${mended} ${newKey()}`.trim() }));
  knowOwn();
  const first = form.querySelector("fieldset");
  if (first.getBoundingClientRect().top < 0) first.scrollIntoView();
  return name;
}
