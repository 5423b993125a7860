// A number typed in place of a choice, or a choice in place of a number: never both.
// A number that adjusts a choice leaves it chosen; another choice clears it.
document.addEventListener("input", ({ target }) => {
  const question = target.dataset.replaces;
  if (question && target.value) {
    for (const radio of target.form.querySelectorAll(`[name="${question}"]`)) radio.checked = false;
  } else if (target.type === "radio") {
    const { form, name } = target;
    for (const box of form.querySelectorAll(`[data-replaces="${name}"], [data-adjusts="${name}"]`)) box.value = "";
  }
});
