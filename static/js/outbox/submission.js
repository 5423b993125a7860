// The form of a hand, once it is submitted: queued on this phone, then sent.
import { draftKey, dropDraft } from "../draft.js";
import { formKey } from "../dom.js";
import { showQueue } from "./list.js";
import { enqueue, memoryHasUnseen, queuedHands, remove } from "./queue.js";
import { awaitAnswer, flush } from "./sender.js";

// The hand as its form says it, in the labels of its answers; of the points, one side's.
function describe(form, button) {
  if (button?.name) return button.textContent.trim();
  const answers = form.querySelectorAll("fieldset.ask :checked, fieldset.ask [data-keypad-digits]:not([data-side=defence])");
  const texts = [...answers].map((input) => (input.dataset.keypadDigits ? input.value : input.closest("label").textContent.trim()));
  return texts.filter((text) => text).join(" · ");
}

// SubmitEvent.submitter is younger than some phones.
let pressed = null;
document.addEventListener("click", (event) => (pressed = event.target.closest("#entry button")));

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id !== "entry") return;
  event.preventDefault();
  const button = pressed;
  const fields = [...new FormData(form)].filter(([name]) => !["csrf_token", "base"].includes(name));
  if (button?.name) fields.push([button.name, button.value]);
  const last = queuedHands().pop();
  const hand = {
    key: form.elements.key.value,
    url: form.action,
    draft: draftKey,
    fields,
    base: form.elements.base?.value || "",
    words: describe(form, button),
    passed: Boolean(button?.name),
    at: Math.max(Date.now(), last ? last.at + 1 : 0),
    state: "wait",
  };
  enqueue(hand);
  awaitAnswer(hand);
  flush();
});

// « C'est la même : une seule »: this hand is on the sheet already, written on another phone.
document.addEventListener("click", (event) => {
  const same = event.target.closest("[data-same-hand]");
  if (!same) return;
  dropDraft();
  remove({ key: same.closest("form").elements.key.value });
});

// A hand that was opened to be looked at, and left as it was, is sent again.
function resume() {
  for (const hand of queuedHands()) if (hand.state === "open" && hand.key !== formKey()) enqueue({ ...hand, state: "wait" });
  showQueue();
  flush();
}

resume();
for (const kind of ["online", "pageshow", "focus"]) window.addEventListener(kind, resume);
document.addEventListener("visibilitychange", resume);
window.addEventListener("beforeunload", (event) => {
  if (memoryHasUnseen()) event.returnValue = "?";
});
