// « Idem »: the answers of the last hand that are likely to come again.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-repeat]");
  if (!button) return;
  for (const [name, code] of Object.entries(JSON.parse(button.dataset.repeat))) {
    for (const radio of button.form.querySelectorAll(`[name="${name}"]`)) radio.checked = radio.value === code;
  }
  button.form.dispatchEvent(new Event("change", { bubbles: true }));
});
