// What was just recorded stands over the preview of the form, until the next hand is begun.
import { onContent } from "./htmx.js";

const notice = document.querySelector("#notice");

function find() {
  return document.querySelector(".toast");
}

export function dropToast() {
  find()?.remove();
}

// Over the head of the page; where that is scrolled away, above the bar of the form or at the bottom.
function place() {
  const bar = find() && document.querySelector("#hand .bar");
  if (!bar) return;
  const { top } = bar.getBoundingClientRect();
  const head = document.querySelector(".top").getBoundingClientRect().bottom;
  const free = head > 40 ? innerHeight - head : innerHeight - top + 4;
  notice.style.setProperty("--bottom", head > 40 || (top > 100 && top < innerHeight) ? `${free}px` : "");
}

onContent(place);
addEventListener("scroll", place, { passive: true });
