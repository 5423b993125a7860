// The script of the page that asks who plays tonight: players sit in the order in which they are tapped, and the first
// one deals. Each chip shows its place; without this script they sit in the order of the list.

const form = document.querySelector("#present");
const boxes = [...form.querySelectorAll("[name=player]")];
let tapped = form.elements.order.value.split(" ");

function show() {
  const checked = boxes.filter((box) => box.checked).map((box) => box.value);
  tapped = [...tapped.filter((id) => checked.includes(id)), ...checked.filter((id) => !tapped.includes(id))];
  form.elements.order.value = tapped.join(" ");
  for (const box of boxes) {
    const place = tapped.indexOf(box.value);
    box.parentElement.querySelector(".turn").textContent = place < 0 ? "" : place + 1;
  }
}

form.addEventListener("change", show);
window.addEventListener("pageshow", show); // a browser that goes back fills the boxes again
show();
