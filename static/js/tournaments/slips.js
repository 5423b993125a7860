// The desk: Enter goes from box to box and saves in the last one, or once all totals are right, the sum is shown as it is typed, and a table that is
// missing is at hand without a request.
const form = document.querySelector("#slip");
const pick = document.querySelector("#pick");

// A number as people type it: « 120- », « −120 »; nothing in an empty box, not a number for any other text.
function typed(text) {
  const bare = text.replace(/\s/g, "").replace("−", "-");
  if (!bare) return null;
  const [, before, digits, after] = bare.match(/^([+-]?)(\d{1,6})([+-]?)$/) || [];
  return digits && !(before && after) ? Number(digits) * (before + after === "-" ? -1 : 1) : NaN;
}

const boxes = () => [...form.querySelectorAll("[data-box]")];
const value = (name) => typed(form.elements[name]?.value || "") || 0;

function due() {
  const [deck, belote, capot] = form.dataset.account.split(" ").map(Number);
  return deck ? deck * (value("deals") || Number(form.dataset.deals)) + belote * value("belotes") + capot * value("capots") + value("extra") : 0;
}

function check() {
  const sum = form.querySelector(".sum");
  const points = boxes().filter((box) => box.name === "points").map((box) => typed(box.value));
  if ("free" in form.dataset || points.includes(null) || points.some(Number.isNaN)) return (sum.textContent = "");
  const gap = points.reduce((one, other) => one + other, 0) - due();
  sum.classList.toggle("wrong", gap !== 0);
  sum.textContent = gap ? `${gap < 0 ? sum.dataset.less : sum.dataset.more} ${Math.abs(gap)}` : sum.dataset.right;
}

function isRight() {
  const sum = form.querySelector(".sum");
  return sum.textContent === sum.dataset.right;
}

// Show the form of another table that is missing; its seats are as many, or the page is asked for.
function go(number) {
  const link = document.querySelector(`[data-table="${number}"]`);
  const names = link && JSON.parse(link.dataset.names);
  if (names?.length !== form.querySelectorAll(".box bdi").length) return false;
  names.forEach((name, place) => {
    for (const one of form.querySelectorAll(`[data-name="${place}"]`)) one.textContent = name;
  });
  form.reset();
  form.elements.table.value = number;
  const save = form.querySelector(".save");
  save.textContent = save.textContent.replace(/\d+/, number);
  document.querySelector(".missing [aria-current]")?.removeAttribute("aria-current");
  link.setAttribute("aria-current", "true");
  return true;
}

if (form) {
  const save = form.querySelector(".save");
  save.disabled = Boolean(form.querySelector("mark")); // it may be where a cause was, which a double click has chosen
  setTimeout(() => (save.disabled = false), 800);
  if (matchMedia("(min-width: 1000px)").matches) document.querySelector(".desk > .fold")?.setAttribute("open", "");
  form.addEventListener("input", check);
  form.addEventListener("keydown", (event) => {
    const place = boxes().indexOf(event.target);
    if (event.key !== "Enter" || place < 0 || place === boxes().length - 1) return;
    if (boxes()[place + 1].name !== "points" && isRight()) return;
    event.preventDefault();
    boxes()[place + 1].select();
  });
  pick.addEventListener("submit", (event) => {
    const number = Number(pick.elements.table.value || pick.elements.table.placeholder);
    if (String(number) !== form.elements.table.value && (form.dataset.typed || !go(number))) return;
    event.preventDefault();
    boxes()[0].select();
  });
  const number = pick.elements.table;
  for (const happens of ["focus", "click"]) number.addEventListener(happens, () => number.select());
  form.addEventListener("click", ({ target }) => {
    const box = target.matches("[data-sign]") && target.previousElementSibling;
    if (!box) return;
    box.value = box.value.startsWith("−") ? box.value.slice(1) : `−${box.value}`;
    box.focus();
    check();
  });
}
