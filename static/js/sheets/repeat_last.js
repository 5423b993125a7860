// « Idem »: the answers of the last hand that are likely to come again. It is loaded where there is one, and shares no module with main.js.
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-repeat]");
  if (!button) return;
  const form = document.querySelector("#entry");
  for (const [name, code] of Object.entries(JSON.parse(button.dataset.repeat))) {
    for (const radio of form.querySelectorAll(`[name="${name}"]`)) radio.checked = radio.value === code && !radio.closest(".unlikely");
    form.querySelector(`[name="${name}"]`).dispatchEvent(new Event("input", { bubbles: true })); // in place of a typed one
  }
  form.dispatchEvent(new Event("change", { bubbles: true }));
});
