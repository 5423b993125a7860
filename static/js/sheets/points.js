// The card points of one side, from those of the other: together they are the deck.
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

// In a free sheet the line of the deal says the sum of what is typed.
function showSum(form = handForm()) {
  const sum = form && document.querySelector(".deal .sum");
  if (sum) sum.textContent = `${[...form.querySelectorAll(".numbers [data-keypad-digits]")].reduce((total, { value }) => total + (Number(value.replace("−", "-")) || 0), 0)}`.replace("-", "−");
}

for (const kind of ["input", "change"]) document.addEventListener(kind, ({ target }) => showSum(target.form || target));
onContent(() => showSum());

document.addEventListener("input", (event) => {
  const box = event.target.closest("[data-deck]");
  if (!box) return;
  const other = [...box.querySelectorAll("input")].find((input) => input !== event.target);
  // What somebody typed himself is not overwritten: the server compares the two.
  event.target.dataset.typed = event.target.value;
  if (other.dataset.typed) return;
  const rest = 2 * deckSize(box) - parseHalfPoints(event.target.value);
  other.value = rest >= 0 && !(rest % 2 && box.dataset.unit === "1") ? formatHalfPoints(rest) : "";
});

document.addEventListener("change", (event) => {
  const box = event.target.form?.querySelector("[data-deck-question]");
  if (box?.dataset.deckQuestion !== event.target.name) return;
  const first = box.querySelector("input");
  if (first.value) first.dispatchEvent(new Event("input", { bubbles: true }));
});
