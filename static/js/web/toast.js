// What was just done stands in the place of the title until the next tap that is not of its own buttons.
import { isUnderTap, passOver } from "./dom.js";
import { onContent } from "./htmx.js";

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
  if (shown && isUnderTap(shown)) passOver(800); // its button is where the last one was
}

// A second tap in one place keeps it. Nor does the save button drop it: what is saved brings its own, and an empty form none.
addEventListener("click", ({ target }) => target.closest(".save, .shield, .toast :is(form, a)") || dropToast());
onContent(begin);
