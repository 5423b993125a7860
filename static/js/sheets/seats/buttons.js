// The buttons around the table, and those of the games. htmx sends them and swaps what comes back; a
// tap that comes before the answer to the last one waits here for it. A second tap in one place does
// nothing for a moment: another seat may be there by then.
import { showNoAnswer, showStatus } from "../../web/connection.js";
import { make, passOver } from "../../web/dom.js";

const CONTAINERS = "#seats, #new-sheet";
const waiting = []; // ids of buttons
let busy = false;
let sent = []; // the names
let typed = []; // since then

function boxes() {
  return [...document.querySelectorAll("[name=name]")];
}

document.addEventListener("htmx:confirm", (event) => {
  if (!event.target.closest(CONTAINERS)) return;
  passOver();
  if (busy) {
    event.preventDefault();
    waiting.push(event.target.id);
  } else sent = boxes().map(({ value }) => value);
  busy = true;
});

// A name that is typed while the answer is on its way stays in its box, if that has the one that was sent.
document.addEventListener("htmx:beforeSwap", () => (typed = boxes().map(({ value }) => value)));

function keepTyped(box, place) {
  if (box.value === sent[place] && typed[place] !== undefined) box.value = typed[place];
}

document.addEventListener("htmx:afterRequest", ({ target, detail }) => {
  if (!detail.target.matches(CONTAINERS)) return;
  busy = false;
  if (detail.successful) {
    showStatus();
    passOver();
    boxes().forEach(keepTyped);
    document.getElementById(waiting.shift())?.click();
  } else if (detail.xhr.status) {
    postForm(target);
  } else {
    waiting.length = 0;
    showNoAnswer();
  }
});

// The buttons of a seat come into view with it, above the bar.
document.addEventListener("toggle", ({ target }) => target.matches(".grip[open]") && target.closest("li").scrollIntoView({ block: "nearest" }), true);

// Without htmx, for the page that says why not.
function postForm({ form, name, value }) {
  form.append(make("input", { type: "hidden", name, value }));
  form.submit();
}
