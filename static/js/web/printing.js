// The browser's own dialog for printing.
document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-print]")) print();
});
