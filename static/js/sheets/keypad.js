// The keypad of the page: it types into the box that was touched last, so that the phone's own
// keyboard stays away.
import { onContent } from "../web/htmx.js";
import { withLocalStorage } from "../web/storage.js";

const BOUNCE = 100; // milliseconds in which the same key is one tap: a finger bounces after 80 or 90, and is not so fast twice
let last = { key: null, at: -Infinity };
let begun; // the box whose number is being typed: in any other one the first digit begins anew
let signed; // the box that is not begun and had « − »: its first digit begins a negative number
let lastName = withLocalStorage((store) => store.marqueBox); // of the box typed last, where a draft goes on

export function keypadBoxes(form) {
  return [...form.querySelectorAll("[data-keypad-digits]")];
}

// Of a hand shown again the points that were typed last.
function activeBox(form) {
  const boxes = keypadBoxes(form);
  const first = (is) => boxes.find(is);
  return first((one) => one.matches(".active")) || first(({ name, value }) => value && name === lastName) || form[`points_${form.taker?.value}`] || first((one) => one.closest("[data-deck]")) || first(({ value }) => !value) || boxes[0];
}

// A number that the next digit replaces is marked, as a text that is selected.
function activate(box) {
  for (const one of keypadBoxes(box.form)) {
    one.classList.toggle("active", one === box);
    one.classList.toggle("anew", one === box && one !== begun && one.value);
  }
}

// The next box is that of the answers as they are.
function chooseBox(form) {
  for (const box of keypadBoxes(form)) box.classList.remove("active");
  if (form.querySelector(".keypad")) activate(activeBox(form));
}

// Another hand begins, or no other contract is typed: the first box is the next one.
export function resetKeypad(form) {
  begun = signed = null;
  for (const box of keypadBoxes(form)) box.dataset.typed = "";
  chooseBox(form);
}

// The form is filled: a draft goes on where it was left, within a number that has room for a digit.
document.addEventListener("change", ({ target }) => {
  if (target.id !== "entry") return;
  begun = !target.dataset.mends && keypadBoxes(target).find(({ name, value, dataset }) => value && name === lastName && value.length < dataset.keypadDigits);
  chooseBox(target);
});

// The next box without a number, if there is one.
function nextOf(box) {
  const boxes = keypadBoxes(box.form);
  return [...boxes.slice(boxes.indexOf(box)), ...boxes].find((one) => one !== box && !one.value);
}

function blink(element) {
  element.animate({ opacity: [1, 0.2, 1] }, 200);
}

function typed(box, key) {
  const text = box.value;
  const half = text.endsWith("½");
  const [, minus, digits] = /^(−?)0*(.*?)½?$/.exec(text);
  if (key === "−") return minus ? text.slice(1) : `−${text}`;
  if (key === "⌫") return box !== begun ? "" : half ? minus + digits : text.slice(0, -1);
  if (key === "½") return `${minus}${digits}½`;
  if (box !== begun && (digits || half)) return (box === signed ? "−" : "") + key;
  return half || digits.length >= box.dataset.keypadDigits ? null : minus + digits + key;
}

// The last box touched is the one that counts: the other side's points follow it.
function press(box, key) {
  const value = typed(box, key);
  if (value === null) return blink(box); // it is full
  if (box.closest(".points:not(.chips)")) for (const one of keypadBoxes(box.form)) one.dataset.typed = "";
  if (key !== "−") begun = box;
  signed = key === "−" && box !== begun && box !== signed ? box : null;
  box.value = value;
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("focusin", (event) => {
  if (event.target.matches("[data-keypad-digits]")) activate(event.target);
});

document.addEventListener("input", ({ target }) => {
  if (target.type === "radio" && target.form.querySelector(`.active[data-replaces="${target.name}"]`)) resetKeypad(target.form);
  if (target.name === "taker" && !begun && target.form[`points_${target.value}`]) chooseBox(target.form); // the taker's points are typed first
});

document.addEventListener("click", ({ target, timeStamp }) => {
  if (target.dataset.keypadDigits) {
    begun = signed = null;
    activate(target);
  }
  const button = target.closest("[data-key]");
  if (!button) return;
  const { key } = button.dataset;
  if (key === last.key && timeStamp - last.at < BOUNCE) return;
  last = { key, at: timeStamp };
  const current = activeBox(button.form);
  const box = (key === "›" && nextOf(current)) || current;
  // What is typed is seen; the page scrolls to it only while the keys stay where they are.
  if (button.closest(".dock").getBoundingClientRect().bottom > innerHeight - 1) box.scrollIntoView({ block: "nearest" });
  lastName = box.name;
  withLocalStorage((store) => (store.marqueBox = lastName));
  if (key !== "›") press(box, key);
  else if (box === current) blink(button.form.querySelector(".save")); // nothing is left
  activate(box);
});

onContent((content) => {
  const keypad = content.querySelector(".keypad");
  if (!keypad || getComputedStyle(keypad).display === "none") return;
  for (const box of content.querySelectorAll("[data-keypad-digits]")) box.inputMode = "none";
  activate(activeBox(keypad.closest("form")));
});
