// A number typed in place of a choice, or a choice in place of a number: never both.
// A number that adjusts a choice leaves it chosen; another choice clears it.
document.addEventListener("input", (event) => {
  const question = event.target.dataset.replaces;
  if (question && event.target.value) {
    for (const radio of event.target.form.querySelectorAll(`[name="${question}"]`)) radio.checked = false;
  } else if (event.target.type === "radio") {
    const { form, name } = event.target;
    for (const box of form.querySelectorAll(`[data-replaces="${name}"], [data-adjusts="${name}"]`)) box.value = "";
  }
});

// Choices that go together: contracts choose their formula, a formula its first contracts.
function radio(form, pair) {
  const [name, value] = pair.split("=");
  return form.querySelector(`[name="${name}"][value="${value}"]`);
}

function check(choice) {
  if (choice.checked) return;
  choice.checked = true;
  choice.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("input", ({ target }) => {
  if (target.type !== "radio") return;
  if (target.dataset.goesWith) check(radio(target.form, target.dataset.goesWith));
  const pair = `${target.name}=${target.value}`;
  const fitting = target.form.querySelector(`[data-goes-with="${pair}"]`);
  const chosen = fitting && target.form.querySelector(`[name="${fitting.name}"]:checked`);
  if (chosen && chosen.dataset.goesWith !== pair) check(fitting);
});
