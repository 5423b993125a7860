// The whole row of a hand leads to its working, not only its title.
document.addEventListener("click", (event) => {
  const row = event.target.closest(".row.hand");
  if (row && !event.target.closest("a") && getSelection().isCollapsed) row.querySelector("a")?.click();
});
