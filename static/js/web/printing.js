// The browser's own dialog for printing.
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
});
