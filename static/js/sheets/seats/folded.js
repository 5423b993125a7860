// A folded question says what is chosen in it.
document.addEventListener("change", ({ target }) => {
  const shown = target.closest("details")?.querySelector("summary .value");
  if (!shown) return;
  if (target.type === "radio") shown.textContent = target.nextElementSibling.textContent;
  else if (target.value) shown.textContent = target.dataset.adjusts ? "…" : target.value;
});
