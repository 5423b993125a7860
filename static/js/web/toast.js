// What was just done stands in the place of the title until the next tap that is not of its own buttons.
import { isUnderTap, make, passOver } from "./dom.js";
import { onContent } from "./htmx.js";

let shown = null;

function find() {
  return document.querySelector(".toast");
}

export function dropToast() {
  find()?.remove();
}

// What a person has done on this phone alone, and what takes it back.
export function showToast(textContent, undo, onclick) {
  const toast = make("div", { className: "notice toast" });
  toast.append(make("p", { textContent }), make("button", { type: "button", className: "plain", textContent: undo, onclick }));
  document.querySelector("#notice").replaceChildren(toast);
}

// It stays while what was done before it is sent.
document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  if (detail.target.id === "notice" && document.querySelector(".toast > button")) detail.shouldSwap = false;
});

function begin() {
  if (find() === shown) return;
  shown = find();
  if (shown && isUnderTap(shown)) passOver(800); // its button is where the last one was
}

// A second tap in one place keeps it. Nor does the save button drop it: what is saved brings its own, and an empty form none.
addEventListener("click", ({ target }) => target.closest(".save, .shield, .toast :is(form, a)") || dropToast());
onContent(begin);
