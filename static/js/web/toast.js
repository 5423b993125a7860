// What was just recorded stands in the place of the title until the next tap that is not of its own buttons.
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

function begin() {
  if (find() === shown) return;
  shown = find();
  const undo = shown?.querySelector("form button");
  if (undo) readFirst(undo); // it may be where the last one was
}

// Also a button that does nothing yet keeps it, by its form: another tap will. Nor does the save button drop it: what is saved brings
// its own, and an empty form none. A tap on a page that takes none yet is one of the body.
addEventListener("click", ({ target }) => target.contains(notice) || target.closest(".save, .toast :is(form, a)") || dropToast());
onContent(begin);
