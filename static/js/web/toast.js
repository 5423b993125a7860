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

// Above the bar of the form, wherever the page is scrolled to; where that is out of view, at the bottom.
function place() {
  const bar = find() && document.querySelector("#hand .bar");
  const top = bar ? bar.getBoundingClientRect().top : 0;
  if (bar) notice.style.setProperty("--bottom", top > 100 && top < innerHeight ? `${innerHeight - top + 4}px` : "");
}

function begin() {
  place();
  if (find() === shown) return;
  shown = find();
  shown?.querySelector("form")?.animate({ pointerEvents: ["none", "none"] }, SOON);
}

// Also a button that does nothing yet keeps it: another tap will.
function isOnButton({ target, clientX, clientY }) {
  return [...document.querySelectorAll(".toast :is(a, button)")].some((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    return button.contains(target) || (left <= clientX && clientX <= right && top <= clientY && clientY <= bottom);
  });
}

addEventListener("click", (event) => isOnButton(event) || dropToast());
onContent(begin);
addEventListener("scroll", place, { passive: true });
