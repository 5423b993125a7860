// The script of the pages that lead to sheets, the first one and that of a circle: each hand that waits in the outbox
// says for which of the sheets of the page it is.
import { make } from "../web/dom.js";
import { queue } from "./outbox/store.js";

const list = document.querySelector("#outbox");

function nameOf(sheet) {
  const { pathname } = new URL(sheet, window.location.href);
  return [...document.querySelectorAll("a[data-sheet]")].find((link) => link.pathname === pathname)?.dataset.sheet;
}

// The submission of a line, taken out of those that wait: lines stand in their order.
function take(waiting, line) {
  const words = line.querySelector("b")?.textContent;
  const isLooked = Boolean(line.querySelector(".look"));
  const place = waiting.findIndex((one) => one.words === words && (one.state === "look") === isLooked);
  return place < 0 ? null : waiting.splice(place, 1)[0];
}

async function show() {
  const waiting = await queue();
  for (const line of list.querySelectorAll("li:not(.many)")) {
    const submission = take(waiting, line);
    const name = submission && nameOf(submission.sheet);
    if (name && !line.querySelector("small")) line.append(make("small", { dir: "auto", textContent: name }));
  }
}

new MutationObserver(show).observe(list, { childList: true });
show();
