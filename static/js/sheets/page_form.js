// A form of a page of its own: an error goes once something is answered, a number in its box is replaced by what is typed.
function ownForm(target) {
  return target.closest?.(".page-form");
}

document.addEventListener("input", ({ target }) => {
  for (const question of ownForm(target)?.querySelectorAll(".refused") || []) question.classList.remove("refused");
  for (const error of ownForm(target)?.querySelectorAll(".error") || []) error.remove();
});

document.addEventListener("focusin", ({ target }) => ownForm(target) && target.matches("[inputmode=numeric]") && target.select());
