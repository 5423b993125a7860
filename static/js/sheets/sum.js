// In a free sheet the line of the deal says the sum of what is typed, or that a number is too long, and each box left empty what it
// counts. It is loaded where numbers are typed, and shares no module with main.js.
function showSum() {
  const [form, sum] = ["#entry", ".deal .sum"].map((css) => document.querySelector(css));
  if (!form || !sum) return;
  const boxes = [...form.querySelectorAll(".numbers [data-keypad-digits]")];
  const left = boxes.filter(({ value }) => !value);
  const typed = boxes.reduce((total, { value }) => total + (Number(value.replace("−", "-")) || 0), 0);
  const rest = left.length === 1 && form.querySelector("[data-completes]") ? typed : 0;
  const show = (number) => `${number}`.replace("-", "−");
  for (const box of left) box.placeholder = left.length < boxes.length ? show(-rest) : "";
  sum.textContent = show(typed - rest);
  const line = sum.parentElement;
  line.lastElementChild.hidden = !left.some(({ placeholder }) => placeholder === "0");
  line.hidden = boxes.some(({ validity }) => validity.patternMismatch);
  line.nextElementSibling.hidden = !line.hidden;
}

for (const kind of ["input", "change", "htmx:load", "behind"]) document.addEventListener(kind, showSum);
showSum();
