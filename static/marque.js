// What a page does by itself: the other camp's points, the print dialog, rows to tap.
"use strict";

// 49, 40,5 or 40½, in half points; NaN for anything else.
function halves(typed) {
  const match = /^(\d{0,3})(½|[.,][05])?$/.exec(typed.trim());
  if (!match || !typed.trim()) return NaN;
  return 2 * Number(match[1]) + (/[5½]/.test(match[2] || "") ? 1 : 0);
}

function typed(number) {
  return Math.floor(number / 2) + (number % 2 ? "½" : "");
}

document.addEventListener("input", (event) => {
  const box = event.target.closest("[data-deck]");
  if (!box) return;
  const other = [...box.querySelectorAll("input")].find((input) => input !== event.target);
  const rest = 2 * Number(box.dataset.deck) - halves(event.target.value);
  other.value = rest >= 0 ? typed(rest) : "";
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
});

// The whole row of a hand leads to its working, not only its title.
document.addEventListener("click", (event) => {
  const row = event.target.closest(".row.hand");
  if (row && !event.target.closest("a")) row.querySelector("a").click();
});
