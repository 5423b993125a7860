// A folded question says what is chosen in it, and the rules say what is particular to them.
document.addEventListener("change", ({ target }) => {
  const shown = target.closest("details")?.querySelector(":scope > summary .value");
  if (!shown) return;
  if (target.type === "radio") shown.textContent = target.nextElementSibling.textContent;
  else if (target.value) shown.textContent = target.dataset.adjusts ? "…" : target.value;
  const rules = target.closest(".fold.rules");
  if (!rules) return;
  target.closest(".option").classList.add("told");
  rules.querySelector("summary span").textContent = [...rules.querySelectorAll(".told > summary .value")].map(({ textContent }) => textContent).join(" · ");
});
