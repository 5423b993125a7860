// What a page does by itself: the other camp's points, the print dialog, rows to tap,
// and the chairs around the table, which the server moves too where there is no script.
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

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
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
const KEPT_OUT = ["csrf_token", "confirm"];

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
  for (const fold of form.querySelectorAll("details:has(:checked:not([value=none], [value='0']))")) fold.open = true;
  form.dispatchEvent(new Event("change", { bubbles: true }));
}

const draft = document.querySelector("[data-draft]");
if (draft) {
  const [sheet] = draft.dataset.draft.split(" ");
  const place = `marque:${sheet}`;
  const found = kept((store) => JSON.parse(store.getItem(place)));
  if (found && found.draft === draft.dataset.draft && !draft.querySelector(".error, .doubt")) restore(draft, found.fields);
  else if (found && found.draft !== draft.dataset.draft) kept((store) => store.removeItem(place));
  const keep = () => {
    const fields = [...new FormData(draft)].filter(([name]) => !KEPT_OUT.includes(name));
    kept((store) => store.setItem(place, JSON.stringify({ draft: draft.dataset.draft, fields })));
  };
  // After everything else that an entry sets off: the other camp's points are kept too.
  for (const kind of ["input", "change"]) draft.addEventListener(kind, () => setTimeout(keep));
}

// What other phones write: asked for every two seconds by a page that is looked at, at once by one
// that comes back. A form that somebody fills is left alone.
const live = document.querySelector("#live");
const away = document.querySelector("#away");
let wait = 2000;
let timer = null;

function plan(milliseconds) {
  clearTimeout(timer);
  timer = setTimeout(ask, milliseconds * (0.9 + Math.random() / 5));
}

function tell(text) {
  if (!away) return;
  away.textContent = text;
  away.hidden = !text;
}

function show(html) {
  const news = new DOMParser().parseFromString(html, "text/html");
  const before = document.querySelector("#live");
  const after = news.querySelector("#live");
  if (!after) return;
  const hands = before.dataset.hands !== after.dataset.hands;
  document.querySelector(".standing").replaceWith(news.querySelector(".standing"));
  before.replaceWith(after);
  const entry = document.querySelector("#entry");
  if (!entry || !hands) return;
  if (entry.classList.contains("begun")) tell(away.dataset.news);
  else window.location.reload();
}

async function ask() {
  if (document.visibilityState !== "visible") return;
  const control = new AbortController();
  const patience = setTimeout(() => control.abort(), 3000);
  try {
    const version = document.querySelector("#live").dataset.version;
    const page = window.location.pathname.replace(/\/tv$/, "");
    const answer = await fetch(`${page}/live?v=${version}`, { signal: control.signal });
    if (answer.status === 200) show(await answer.text());
    else if (answer.status !== 204) throw new Error(answer.status);
    if (wait > 2000) tell("");
    wait = 2000;
  } catch {
    if (wait === 2000) tell(`${away ? away.dataset.since : ""} ${new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}`);
    wait = Math.min(wait * 2, 15000);
  }
  clearTimeout(patience);
  plan(wait);
}

if (live && !window.location.pathname.endsWith("/exemple")) {
  plan(wait);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") plan(0);
  });
  window.addEventListener("online", () => plan(0));
}

// The phone's own dialog for sharing, where there is one.
for (const button of document.querySelectorAll("[data-share]")) {
  if (!navigator.share) continue;
  button.hidden = false;
  button.addEventListener("click", () => navigator.share({ url: button.dataset.share }).catch(() => {}));
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

// The chairs: names tapped, moved and taken away without asking the server.
function seatsOf(button) {
  const seats = button.closest("#seats");
  return { seats, list: seats.querySelector(".chairs"), chairs: [...seats.querySelectorAll(".chairs li")] };
}

function box(chair, name) {
  return chair.querySelector(`[name="${name}"]`);
}

function sit({ seats, list, chairs }, name, number) {
  let chair = name && chairs.find((one) => !box(one, "name").value);
  if (!chair) {
    if (chairs.length >= Number(seats.dataset.most)) return;
    chair = chairs[0].cloneNode(true);
    box(chair, "dealer").checked = false;
    list.append(chair);
  }
  box(chair, "name").value = name;
  box(chair, "number").value = number;
}

// Who leaves a chair may come back to it: his column stays.
function leave({ seats, chairs }, chair) {
  if (chairs.length < 2) {
    box(chair, "name").value = box(chair, "number").value = "";
    return;
  }
  const away = seats.querySelector(".away");
  const number = box(chair, "number").value;
  if (number && !away.querySelector(`[value="${number}"]`)) {
    const back = Object.assign(document.createElement("button"), { name: "back", value: number, className: "chip-button" });
    const name = chair.querySelector("[name=name]").defaultValue;
    back.dataset.name = name;
    back.textContent = `+ ${name}`;
    away.append(back);
  }
  chair.remove();
}

function renumber(seats) {
  const chairs = [...seats.querySelectorAll(".chairs li")];
  const dealer = chairs.findIndex((chair) => box(chair, "dealer").checked);
  chairs.forEach((chair, place) => {
    for (const input of chair.querySelectorAll("[aria-label]")) {
      input.setAttribute("aria-label", input.getAttribute("aria-label").replace(/\d+/, place + 1));
    }
    box(chair, "dealer").value = box(chair, "up").value = box(chair, "out").value = place;
    box(chair, "up").disabled = place === 0;
  });
  if (chairs.length) box(chairs[Math.max(dealer, 0)], "dealer").checked = true;
  const names = chairs.map((chair) => box(chair, "name").value);
  for (const chip of seats.querySelectorAll("[name=known], [name=back]")) {
    chip.hidden = names.includes(chip.dataset.name || chip.value);
  }
  seats.querySelector(".away").hidden = !seats.querySelector(".away button:not([hidden])");
  seats.querySelector("[name=more]").hidden = chairs.length >= Number(seats.dataset.most);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("#seats button");
  if (!button) return;
  event.preventDefault();
  const table = seatsOf(button);
  const chair = button.closest("li");
  if (button.name === "up") chair.previousElementSibling.before(chair);
  else if (button.name === "out") leave(table, chair);
  else if (button.name === "known") sit(table, button.value, "");
  else if (button.name === "back") sit(table, button.dataset.name, button.value);
  else sit(table, "", "");
  renumber(table.seats);
});
