// The keypad of the page: it types into the box that was touched last, so that the phone's own
// keyboard stays away.
import { onContent } from "../web/htmx.js";
import { mayGrow } from "./points.js";

export function keypadBoxes(form) {
  return [...form.querySelectorAll("[data-keypad-digits]")];
}

function activeBox(form) {
  const boxes = keypadBoxes(form);
  return boxes.find((one) => one.classList.contains("active")) || boxes.find((one) => one.closest("[data-deck]")) || boxes[0];
}

function activate(box) {
  for (const one of keypadBoxes(box.form)) one.classList.toggle("active", one === box);
}

// The last box touched is the one that counts: the other side's points follow it.
function press(box, key) {
  if (box.closest("[data-deck]")) for (const one of keypadBoxes(box.form)) if (one !== box) one.dataset.typed = "";
  const half = box.value.endsWith("½");
  const digits = box.dataset.typed ? box.value.replace("½", "") : "";
  if (key === "⌫") box.value = half ? digits : digits.slice(0, -1);
  else if (key === "½") box.value = `${digits}½`;
  else if (half || digits.length >= Number(box.dataset.keypadDigits)) box.value = key;
  else box.value = digits + key;
  box.dataset.typed = box.value;
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("focusin", (event) => {
  if (event.target.matches("[data-keypad-digits]")) activate(event.target);
});

// The preview covers the keys: a tap on it, or on a box, shows them again. One that was meant for a key which has
// just been covered, or for a digit that may follow, is that key's.
const JUST = 1000; // milliseconds
let pressedAt = -Infinity;

function keyAt({ target, clientX, clientY }) {
  const key = target.closest("[data-key]");
  const form = target.closest("#entry");
  if (key || !form || !target.closest("[data-keypad-digits], #preview")) return key;
  form.classList.add("typing");
  const isMeant = performance.now() - pressedAt < JUST || mayGrow(activeBox(form));
  if (!target.closest("#preview") || !isMeant) return null;
  return document.elementsFromPoint(clientX, clientY).find((one) => one.dataset.key);
}

document.addEventListener("click", (event) => {
  const key = keyAt(event);
  if (!key) return;
  pressedAt = performance.now();
  const box = activeBox(key.form);
  activate(box);
  press(box, key.dataset.key);
});

onContent((content) => {
  const keypad = content.querySelector(".keypad");
  if (!keypad || getComputedStyle(keypad).display === "none") return;
  for (const box of content.querySelectorAll("[data-keypad-digits]")) box.inputMode = "none";
});
