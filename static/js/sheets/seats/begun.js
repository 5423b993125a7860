// What is begun on « Nouvelle feuille » is there again after the settings, another language or a reload of this tab,
// but not once it has opened a sheet: then the way back leads to the first page, which has that sheet.
import { make } from "../../web/dom.js";
import { withLocalStorage } from "../../web/storage.js";

const OF_PAGE = ["csrf_token", "key"];
const draft = `marque:new${window.location.search}`;

function fields() {
  const { form } = document.getElementById("begun");
  return [...new FormData(form)].filter(([name]) => !OF_PAGE.includes(name));
}

function restore(button, stored) {
  for (const input of button.form.querySelectorAll("input")) input.disabled = !OF_PAGE.includes(input.name);
  button.form.append(...stored.map(([name, value]) => make("input", { type: "hidden", name, value })));
  button.click();
}

// A refused storage throws: then nothing is stored.
function begin(button) {
  const fresh = JSON.stringify(fields());
  const stored = withLocalStorage(() => JSON.parse(sessionStorage.getItem(draft)));
  if (stored) document.addEventListener("DOMContentLoaded", () => restore(button, stored)); // once htmx knows the button
  let opened = false;
  document.addEventListener("submit", ({ target }) => {
    if (target.id !== "new-sheet") return;
    opened = true;
    window.history.replaceState(null, "", document.querySelector(".brand").href);
  });
  addEventListener("pagehide", () => {
    const typed = JSON.stringify(fields());
    withLocalStorage(() => (opened || typed === fresh ? sessionStorage.removeItem(draft) : sessionStorage.setItem(draft, typed)));
  });
}

const button = document.getElementById("begun");
if (button) begin(button);
