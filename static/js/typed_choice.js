// A number typed in place of a choice, or a choice in place of a number: never both.
document.addEventListener("input", (event) => {
  const question = event.target.dataset.replaces;
  if (question && event.target.value) {
    for (const radio of event.target.form.querySelectorAll(`[name="${question}"]`)) radio.checked = false;
  } else if (event.target.type === "radio") {
    const box = event.target.form.querySelector(`[data-replaces="${event.target.name}"]`);
    if (box) box.value = "";
  }
});
