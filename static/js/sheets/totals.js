// The totals that a hand has changed roll in.
let shown = [];

function figures() {
  return [...document.querySelectorAll("#standing b")];
}

document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  if (detail.target.id === "standing") shown = figures().map(({ textContent }) => textContent);
});

document.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
  if (detail.target.id !== "standing") return;
  figures().forEach((figure, n) => figure.classList.toggle("changed", figure.textContent !== shown[n]));
});
