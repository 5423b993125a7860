// The card points of one side or player, from those of the others: together they are the deck.
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
