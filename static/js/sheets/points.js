// The card points of one side or player, from those of the others: together they are the deck.
import { handForm } from "../web/dom.js";
import { onContent } from "../web/htmx.js";

// 49, 40,5 or 40½ in half points; NaN for anything else.
function parseHalfPoints(text) {
  const match = /^(\d{0,3})(½|[.,][05])?$/.exec(text.trim());
  return match?.[0] ? 2 * match[1] + /[5½]/.test(match[2]) : NaN;
}

function formatHalfPoints(number) {
  return Math.floor(number / 2) + (number % 2 ? "½" : "");
}

// The points of the deck; the answer to another question may change them.
function deckSize(box) {
  const { deck, deckQuestion, deckByAnswer } = box.dataset;
  const other = deckQuestion && box.closest("form").querySelector(`[name="${deckQuestion}"]:checked`);
  return (other && JSON.parse(deckByAnswer)[other.value]) || Number(deck);
}

// In a free sheet the line of the deal says the sum of what is typed, or that a number is too long, and each box left empty what it counts.
function showSum(form = handForm()) {
  const sum = form && document.querySelector(".deal .sum");
  if (!sum) return;
  const boxes = [...form.querySelectorAll(".numbers [data-keypad-digits]")];
  const left = boxes.filter(({ value }) => !value);
  const typed = boxes.reduce((total, { value }) => total + (Number(value.replace("−", "-")) || 0), 0);
  const rest = left.length === 1 && form.querySelector("[data-completes]") ? typed : 0;
  const show = (number) => `${number}`.replace("-", "−");
  for (const box of left) box.placeholder = left.length < boxes.length ? show(-rest) : "";
  sum.textContent = show(typed - rest);
  const line = sum.parentElement;
  line.hidden = boxes.some(({ validity }) => validity.patternMismatch);
  line.nextElementSibling.hidden = !line.hidden;
}

for (const kind of ["input", "change"]) document.addEventListener(kind, ({ target }) => showSum(target.form || target));
onContent(() => showSum());

document.addEventListener("input", ({ target }) => {
  const box = target.closest("[data-deck]");
  if (!box) return;
  const boxes = [...box.querySelectorAll("input")];
  // What somebody typed himself is not overwritten: the server compares them.
  target.dataset.typed = target.value;
  const [other, another] = boxes.filter((one) => one !== target && !one.dataset.typed);
  if (!other || another) return;
  const rest = boxes.reduce((left, one) => (one === other ? left : left - parseHalfPoints(one.value)), 2 * deckSize(box));
  other.value = rest >= 0 && !(rest % 2 && box.dataset.unit === "1") ? formatHalfPoints(rest) : "";
});

document.addEventListener("change", ({ target }) => {
  const box = target.form?.querySelector("[data-deck-question]");
  if (box?.dataset.deckQuestion !== target.name) return;
  const first = box.querySelector("input");
  if (first.value) first.dispatchEvent(new Event("input", { bubbles: true }));
});
