// The dialogs of the phone itself: for printing, and for sharing where there is one.
import { onContent } from "./htmx.js";

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
});

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-share]");
  if (button) navigator.share({ url: button.dataset.share }).catch(() => {});
});

onContent((content) => {
  for (const button of content.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
});
