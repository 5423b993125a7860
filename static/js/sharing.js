// The dialogs of the phone itself: for printing, and for sharing where there is one.
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
});

for (const button of document.querySelectorAll("[data-share]")) {
  if (!navigator.share) continue;
  button.hidden = false;
  button.addEventListener("click", () => navigator.share({ url: button.dataset.share }).catch(() => {}));
}
