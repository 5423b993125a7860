// Enter in the box of a name goes on to the next one; after the last one it puts the keyboard away.
document.addEventListener("keydown", (event) => {
  const box = event.target;
  if (event.key !== "Enter" || event.isComposing || !box.matches?.("[name=name][enterkeyhint=next]")) return;
  event.preventDefault();
  const boxes = [...box.form.querySelectorAll("[name=name]")];
  const next = boxes[boxes.indexOf(box) + 1];
  if (next) next.focus();
  else box.blur();
});
