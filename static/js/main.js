// What a page does by itself: the keypad, the other camp's points, rows to tap,
// a hand begun that is kept.
"use strict";

// 49, 40,5 or 40½, in half points; NaN for anything else.
function halves(typed) {
  const match = /^(\d{0,3})(½|[.,][05])?$/.exec(typed.trim());
  if (!match || !typed.trim()) return NaN;
  return 2 * Number(match[1]) + (/[5½]/.test(match[2] || "") ? 1 : 0);
}

function typed(number) {
  return Math.floor(number / 2) + (number % 2 ? "½" : "");
}

document.addEventListener("input", (event) => {
  const box = event.target.closest("[data-deck]");
  if (!box) return;
  const other = [...box.querySelectorAll("input")].find((input) => input !== event.target);
  // What somebody typed on purpose is not written over: the two are compared when it is saved.
  event.target.dataset.typed = event.target.value;
  if (other.dataset.typed) return;
  const rest = 2 * deckOf(box) - halves(event.target.value);
  other.value = rest >= 0 && !(rest % 2 && box.dataset.unit === "1") ? typed(rest) : "";
});

// The keypad of the page: it types into the box that was touched last, so that the phone's own
// keyboard stays away.
function keyed(form) {
  return [...form.querySelectorAll("[data-keyed]")];
}

function chosenBox(form) {
  const boxes = keyed(form);
  return boxes.find((one) => one.classList.contains("active")) || boxes.find((one) => one.closest("[data-deck]")) || boxes[0];
}

function choose(target) {
  for (const one of keyed(target.form)) one.classList.toggle("active", one === target);
}

// On the keypad the last box touched is what is meant: the other one follows it.
function press(target, key) {
  const points = target.closest("[data-deck]");
  if (points) for (const one of keyed(target.form)) if (one !== target) one.dataset.typed = "";
  const half = target.value.endsWith("½");
  const digits = target.dataset.typed ? target.value.replace("½", "") : "";
  if (key === "C") target.value = "";
  else if (key === "⌫") target.value = half ? digits : digits.slice(0, -1);
  else if (key === "½") target.value = `${digits}½`;
  else if (half || digits.length >= Number(target.dataset.keyed)) target.value = key;
  else target.value = digits + key;
  target.dataset.typed = target.value;
  target.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("focusin", (event) => {
  if (event.target.matches("[data-keyed]")) choose(event.target);
});

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-key]");
  if (key) {
    const target = chosenBox(key.form);
    choose(target);
    press(target, key.dataset.key);
  }
});

// What was written last goes away as soon as something is entered; where the answer does not
// come, the page says so and entering goes on.
document.addEventListener("input", (event) => event.target.closest("#entry")?.classList.add("begun"));

for (const trouble of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(trouble, () => {
    const answer = document.querySelector("#answer");
    if (answer) answer.textContent = answer.dataset.away;
  });
}

document.querySelector("#entry .error")?.scrollIntoView({ block: "center" });

const keypad = document.querySelector(".keypad");
if (keypad && getComputedStyle(keypad).display !== "none") {
  for (const input of document.querySelectorAll("[data-keyed]")) input.inputMode = "none";
}

// The size of the deck: some suits are counted otherwise.
function deckOf(box) {
  const suit = box.closest("form").querySelector("[name=suit]:checked");
  return Number((suit && box.getAttribute(`data-${suit.value}`)) || box.dataset.deck);
}

document.addEventListener("change", (event) => {
  const box = event.target.name === "suit" && event.target.form.querySelector("[data-all_trump]");
  const first = box && box.querySelector("input");
  if (first && first.value) first.dispatchEvent(new Event("input", { bubbles: true }));
});

// A number typed instead of a choice, or a choice instead of a number: never both.
document.addEventListener("input", (event) => {
  const typedInstead = event.target.dataset.instead;
  if (typedInstead && event.target.value) {
    for (const radio of event.target.form.querySelectorAll(`[name="${typedInstead}"]`)) radio.checked = false;
  } else if (event.target.type === "radio") {
    const box = event.target.form.querySelector(`[data-instead="${event.target.name}"]`);
    if (box) box.value = "";
  }
});

// The whole row of a hand leads to its working, not only its title.
document.addEventListener("click", (event) => {
  const row = event.target.closest(".row.hand");
  if (row && !event.target.closest("a")) row.querySelector("a")?.click();
});

// Begin like the last hand: who took, and what.
document.addEventListener("click", (event) => {
  const like = event.target.closest("[data-like]");
  if (!like) return;
  for (const [name, code] of Object.entries(JSON.parse(like.dataset.like))) {
    for (const radio of like.form.querySelectorAll(`[name="${name}"]`)) radio.checked = radio.value === code;
  }
  like.form.dispatchEvent(new Event("change", { bubbles: true }));
});

// A hand begun and not sent is there again after a reload, a locked phone or a closed tab. Where
// the browser keeps nothing, it is only not there again.
const KEPT_OUT = ["csrf_token", "confirm", "base", "seen"];

function kept(act) {
  try {
    return act(window.localStorage);
  } catch {
    return null;
  }
}

function restore(form, fields) {
  for (const input of form.elements) {
    if (!input.name || KEPT_OUT.includes(input.name)) continue;
    const values = fields.filter(([name]) => name === input.name).map(([, value]) => value);
    if (input.type === "radio" || input.type === "checkbox") input.checked = values.includes(input.value);
    else if (values.length) input.value = values[0];
    if (input.dataset.keyed !== undefined && values.length) input.dataset.typed = "";
  }
  for (const input of form.querySelectorAll("details :checked:not([value=none]):not([value='0'])")) input.closest("details").open = true;
  form.dispatchEvent(new Event("change", { bubbles: true }));
}

const draft = document.querySelector("[data-draft]");
const place = draft && `marque:${draft.dataset.draft.split(" ")[0]}`;

function dropDraft() {
  kept((store) => store.removeItem(place));
}

function keyOf(found) {
  return found.fields.find(([name]) => name === "key")?.[1];
}

document.addEventListener("click", (event) => {
  const same = event.target.closest("[data-forget]");
  if (!same) return;
  dropDraft();
  strike({ key: same.closest("form").elements.key.value });
});

if (draft) {
  const found = kept((store) => JSON.parse(store.getItem(place)));
  const onItsWay = found && kept((store) => store.getItem(`marque:noted:${keyOf(found)}`));
  if (found && !onItsWay && found.draft === draft.dataset.draft && !draft.querySelector("[role=alert]")) restore(draft, found.fields);
  else if (found && found.draft !== draft.dataset.draft) dropDraft();
  const keep = () => {
    const fields = [...new FormData(draft)].filter(([name]) => !KEPT_OUT.includes(name));
    kept((store) => store.setItem(place, JSON.stringify({ draft: draft.dataset.draft, fields })));
  };
  // After everything else that an entry sets off: the other camp's points are kept too.
  for (const kind of ["input", "change"]) window.addEventListener(kind, keep);
}

// The screen stays lit if somebody asks for it, where the browser can.
let lock = null;
const awake = document.querySelector("[data-awake]");

async function light() {
  const wanted = kept((store) => store.getItem("marque:awake")) === "yes";
  awake.setAttribute("aria-pressed", String(wanted));
  if (lock && !wanted) lock.release();
  lock = wanted && document.visibilityState === "visible" ? await navigator.wakeLock.request("screen").catch(() => null) : null;
}

if (awake && navigator.wakeLock) {
  awake.hidden = false;
  awake.addEventListener("click", () => {
    const on = awake.getAttribute("aria-pressed") === "true";
    kept((store) => store.setItem("marque:awake", on ? "no" : "yes"));
    light();
  });
  document.addEventListener("visibilitychange", light);
  light();
}
