// What was just recorded stands over the form until the next tap that is not of its own buttons.
import { onContent } from "./htmx.js";

const SOON = 800; // milliseconds in which a finger may be on its way to what it covers, and takes nothing back
const notice = document.querySelector("#notice");
let shown = null;

function find() {
  return document.querySelector(".toast");
}

export function dropToast() {
  find()?.remove();
}

// Above the bar of the form, wherever the page is scrolled to; where that is out of view, at the bottom; without a form
// at the top, as what comes after the end of a game is asked at the bottom.
function place() {
  const top = document.querySelector("#hand .bar")?.getBoundingClientRect().top;
  notice.style.setProperty("--bottom", top === undefined ? `${innerHeight - 44 - (find()?.offsetHeight || 0)}px` : top > 100 && top < innerHeight ? `${innerHeight - top + 4}px` : "");
}

function begin() {
  place();
  if (find() === shown) return;
  shown = find();
  shown?.querySelector("form")?.animate({ pointerEvents: ["none", "none"] }, SOON);
}

// Also a button that does nothing yet keeps it: another tap will.
function isOnButton({ target, clientX, clientY }) {
  const button = document.querySelector(".toast :is(a, button)");
  const box = button?.getBoundingClientRect();
  return box && (button.contains(target) || (box.left <= clientX && clientX <= box.right && box.top <= clientY && clientY <= box.bottom));
}

// Nor does the save button drop it: what is saved brings its own, and an empty form none.
addEventListener("click", (event) => event.target.closest(".save") || isOnButton(event) || dropToast());
onContent(begin);
addEventListener("scroll", place, { passive: true });
