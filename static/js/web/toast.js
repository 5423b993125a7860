// What was just recorded stands under the totals until the next tap that is not of its own buttons.
import { readFirst } from "./dom.js";
import { onContent } from "./htmx.js";

const notice = document.querySelector("#notice");
let shown = null;

function find() {
  return document.querySelector(".toast");
}

export function dropToast() {
  find()?.remove();
}

// In the place of the line of the deal, under the totals; without one at the top, as what comes after the end of a game is asked at the bottom.
function place() {
  notice.style.setProperty("--top", `${Math.max(document.querySelector("#turn:not(:empty)")?.getBoundingClientRect().top ?? 44, 0)}px`);
}

function begin() {
  place();
  if (find() === shown) return;
  shown = find();
  const undo = shown?.querySelector("form button");
  if (undo) readFirst(undo); // a finger may be on its way to what it covers
}

// Also a button that does nothing yet keeps it, by its form: another tap will. Nor does the save button drop it: what is saved brings
// its own, and an empty form none. A tap on a page that takes none yet is one of the body.
addEventListener("click", ({ target }) => target.contains(notice) || target.closest(".save, .toast :is(form, a)") || dropToast());
onContent(begin);
addEventListener("scroll", place, { passive: true });
new ResizeObserver(place).observe(document.body); // something above the totals has come or gone
