// The form after its hand went into the queue: ready for the next one, though the server has not
// answered yet.
import { draftKey, dropDraft } from "../draft.js";
import { handForm } from "../dom.js";
import { keypadBoxes } from "../keypad.js";
import { showLine } from "./list.js";
import { remove } from "./queue.js";

// The visible questions without an answer, by their titles.
function unanswered(form) {
  const asked = [...form.querySelectorAll("fieldset.ask")].filter((ask) => ask.offsetParent && !ask.querySelector(":checked") && ![...ask.querySelectorAll("[data-keypad-digits]")].some((input) => input.value));
  return asked.map((ask) => ask.querySelector("legend").textContent.trim());
}

// Whose deal it is, the page does not know yet.
function begin(form) {
  form.reset();
  for (const box of keypadBoxes(form)) box.dataset.typed = box.value = "";
  form.classList.remove("begun");
  form.elements.key.value = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  form.querySelector(".deal").hidden = true;
}

// A hand that lacks an answer goes back into its form instead, with what is missing.
export function releaseForm(hand) {
  const form = handForm();
  const missing = hand.passed ? [] : unanswered(form);
  const texts = document.querySelector("#outbox").dataset;
  if (missing.length) {
    remove(hand);
    showLine(`${texts.lacks} ${missing.join(", ")}`);
  } else if (draftKey) {
    dropDraft();
    begin(form);
    document.querySelector("#preview").textContent = `${hand.words} : ${texts.wait}`;
    window.scrollTo(0, 0);
  }
}
