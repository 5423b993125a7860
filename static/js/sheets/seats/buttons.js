// The buttons around the table, and those of the games. htmx sends them and swaps what comes back; a
// tap that comes before the answer to the last one waits here for it.
import { showNoAnswer, showStatus } from "../../web/connection.js";
import { make } from "../../web/dom.js";

const CONTAINERS = "#seats, #new-sheet";
const waiting = []; // ids of buttons
let busy = false;

// True while the server has still to answer a tap.
export function isBusy() {
  return busy;
}

document.addEventListener("htmx:confirm", (event) => {
  if (!event.target.closest(CONTAINERS)) return;
  if (busy) {
    event.preventDefault();
    waiting.push(event.target.id);
  }
  busy = true;
});

document.addEventListener("htmx:afterRequest", ({ target, detail }) => {
  if (!detail.target.matches(CONTAINERS)) return;
  busy = false;
  if (detail.successful) {
    showStatus();
    document.getElementById(waiting.shift())?.click();
  } else if (detail.xhr.status) {
    postForm(target);
  } else {
    waiting.length = 0;
    showNoAnswer();
  }
});

// Without htmx, for the page that says why not.
function postForm({ form, name, value }) {
  form.append(make("input", { type: "hidden", name, value }));
  form.submit();
}
