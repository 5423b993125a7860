// What was just recorded stands over the preview of the form, until the next hand is begun.
import { onContent } from "./htmx.js";

const notice = document.querySelector("#notice");

function find() {
  return document.querySelector(".toast");
}

export function dropToast() {
  find()?.remove();
}

// Above the buttons, wherever the page is scrolled to; where they are out of view, at the bottom.
function place() {
  const buttons = find() && document.querySelector("#hand .dock .buttons");
  const top = buttons ? buttons.getBoundingClientRect().top : 0;
  if (buttons) notice.style.setProperty("--bottom", top > 100 && top < innerHeight ? `${innerHeight - top + 4}px` : "");
}

onContent(place);
addEventListener("scroll", place, { passive: true });
