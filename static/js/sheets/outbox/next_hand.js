// The form of the next hand: emptied once its hand is stored, and filled with a hand taken back.
import { fill } from "../draft.js";
import { handForm, isBegun, showFirstQuestion } from "../../web/dom.js";
import { resetKeypad } from "../keypad.js";
import { empty, showAnswers } from "../../web/panels.js";
import { dropToast } from "../../web/toast.js";
import { newKey } from "./keys.js";

// Ready for another hand, with a key of its own.
export function begin(form) {
  for (const alert of form.querySelectorAll(".reasons > *, .error, .warning")) alert.remove();
  for (const question of form.querySelectorAll(".refused")) question.classList.remove("refused");
  for (const input of form.elements) empty(input);
  resetKeypad(form);
  for (const details of form.querySelectorAll("details")) details.open = false;
  form.elements.key.value = newKey();
  delete form.dataset.dealer;
  form.elements.replaces?.remove();
  delete form.dataset.outboxReplaces;
  form.classList.remove("begun");
  showAnswers(form);
  dropToast(); // it undoes a hand that is not the last any more
}

const MOST_KNOWN = 100; // the server looks at no more

// The form is for the deal after the hands that this phone has entered, recorded or not.
export function addKnown(form, key) {
  const known = form?.elements.known_hands;
  if (known && !known.value.includes(key)) known.value = `${known.value} ${key}`.trim().split(" ").slice(-MOST_KNOWN).join(" ");
}

// Show a hand of this queue in the form again, under its own key; false if the form is not free, or
// on another sheet, or for other seats.
export function fillAgain({ key, url, fields, base, known = [] }) {
  const form = handForm();
  const seating = fields.find(([name]) => name === "seating")?.[1] || "";
  const fits = form?.dataset.outbox === "next" && form.action === url && seating.split(".")[0] === form.elements.seating.value.split(".")[0];
  if (!fits || isBegun(form)) return false;
  form.elements.key.value = form.dataset.outboxReplaces = key;
  fill(form, [...fields, ["base", base], ["known_hands", known.join(" ")]]);
  form.classList.add("begun");
  showFirstQuestion(form);
  return true;
}
