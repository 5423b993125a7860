// What stands below the questions: the last hand, until somebody begins to fill the form; then the
// preview, or that no answer comes.
import { handForm } from "./dom.js";

document.addEventListener("input", (event) => event.target.closest("#entry")?.classList.add("begun"));

for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(failure, ({ target }) => {
    if (target.id === "preview") target.textContent = target.dataset.offline;
  });
}

handForm()?.querySelector(".error")?.scrollIntoView({ block: "center" });
