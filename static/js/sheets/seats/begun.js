// What is begun on « Nouvelle feuille » is there again after the settings, another language or a reload of this tab, but not once
// it has opened a sheet: then the way back leads to the first page, which has that sheet. In a circle nothing is stored.
import { make } from "../../web/dom.js";
import { withLocalStorage } from "../../web/storage.js";

const OF_PAGE = ["csrf_token", "key"];
const draft = `marque:new${window.location.search}`;
const button = document.getElementById("begun");
let left = button && typed(); // what needs no draft

function typed() {
  return JSON.stringify([...new FormData(document.getElementById("new-sheet"))].filter(([name]) => !OF_PAGE.includes(name)));
}

function restore(fields) {
  for (const input of button.form.querySelectorAll("input")) input.disabled = !OF_PAGE.includes(input.name);
  button.form.append(...fields.map(([name, value]) => make("input", { type: "hidden", name, value })));
  button.click();
}

if (button) {
  const stored = withLocalStorage(() => JSON.parse(sessionStorage.getItem(draft))); // a refused storage throws
  if (stored) document.addEventListener("DOMContentLoaded", () => restore(stored)); // once htmx knows the button
  document.addEventListener("submit", ({ target }) => {
    if (target.id !== "new-sheet") return;
    left = typed();
    window.history.replaceState(null, "", document.querySelector(".brand").href);
  });
  addEventListener("pagehide", () => withLocalStorage(() => (typed() === left ? sessionStorage.removeItem(draft) : sessionStorage.setItem(draft, typed()))));
}
