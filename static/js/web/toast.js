// What was just recorded stands over the form until the next tap that is not of its own buttons.
import { onContent } from "./htmx.js";

const notice = document.querySelector("#notice");

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

addEventListener("click", ({ target }) => target.closest(".toast :is(a, button)") || dropToast());
onContent(place);
addEventListener("scroll", place, { passive: true });
