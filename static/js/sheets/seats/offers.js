// A name that stands in a box is not offered as well; the server says the same with its next answer.
document.addEventListener("input", ({ target }) => {
  if (!target.matches("#seats [name=name]")) return;
  const names = [...target.form.querySelectorAll("[name=name]")].map(({ value }) => value.trim().toLowerCase());
  for (const offer of target.form.querySelectorAll("[name=known]")) offer.style.display = names.includes(offer.value.toLowerCase()) ? "none" : "";
});
