// Choices that go together: contracts choose their formula, a formula its first contracts.
document.addEventListener("input", ({ target: { type, form, name, value, dataset } }) => {
  if (type !== "radio") return;
  const [other, needed] = (dataset.goesWith || "=").split("=");
  form.querySelector(`[name="${other}"][value="${needed}"]:not(:checked)`)?.click();
  const fitting = `[data-goes-with="${name}=${value}"]`;
  const first = form.querySelector(fitting);
  if (first && form.querySelector(`[name="${first.name}"]:checked:not(${fitting})`)) first.click();
});
