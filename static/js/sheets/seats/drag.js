// A seat dragged by its handle to another place. The drag only says from where to where: the server moves the seat,
// as it does for the buttons behind the handle.
import { isBusy } from "./buttons.js";

const TOLERANCE = 6; // a finger that taps moves less than so many pixels

let drag = null;
let dragged = false; // the click that ends a drag opens no buttons

function shift(row, by) {
  row.style.transform = by ? `translateY(${by}px)` : "";
}

function begin(handle, event) {
  const rows = [...handle.closest("ol").children];
  const from = rows.indexOf(handle.closest("li"));
  const boxes = rows.map((row) => row.getBoundingClientRect());
  const step = rows.length > 1 ? boxes[1].top - boxes[0].top : 0;
  drag = { rows, from, to: from, boxes, step, start: event.clientY, moved: false };
  dragged = false;
  handle.setPointerCapture(event.pointerId);
}

// The place whose middle is nearest to that of the seat in hand.
function placeOf({ boxes, from }, by) {
  const middle = ({ top, height }) => top + height / 2;
  const at = middle(boxes[from]) + by;
  const distances = boxes.map((box) => Math.abs(middle(box) - at));
  return distances.indexOf(Math.min(...distances));
}

function show({ rows, from, to, step }, by) {
  rows.forEach((row, place) => {
    if (place === from) shift(row, by);
    else if (place > from && place <= to) shift(row, -step);
    else if (place < from && place >= to) shift(row, step);
    else shift(row, 0);
  });
}

function putBack(rows) {
  for (const row of rows) shift(row, 0);
}

function end() {
  if (!drag) return;
  const { rows, from, to, moved } = drag;
  drag = null;
  dragged = moved;
  rows[from].classList.remove("dragged");
  if (!moved || from === to) return putBack(rows);
  const button = document.querySelector("#move");
  button.value = `${from} ${to}`;
  button.click();
}

document.addEventListener("pointerdown", (event) => {
  const handle = event.target.closest(".grip summary");
  // Chromium also names the handle as the target of a finger in the margin beside it.
  const isOn = handle && event.clientX <= handle.getBoundingClientRect().right;
  if (isOn && event.button === 0 && !isBusy()) begin(handle, event);
});

document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const by = event.clientY - drag.start;
  if (!drag.moved && Math.abs(by) < TOLERANCE) return;
  drag.moved = true;
  drag.to = placeOf(drag, by);
  drag.rows[drag.from].classList.add("dragged");
  show(drag, by);
});

document.addEventListener("pointerup", end);
document.addEventListener("pointercancel", () => {
  if (drag) drag.to = drag.from;
  end();
});

document.addEventListener("click", (event) => {
  if (dragged && event.target.closest(".grip summary")) event.preventDefault();
  dragged = false;
});

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (!detail.successful) putBack(document.querySelectorAll("#seats .chairs li"));
});
