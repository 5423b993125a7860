// Hands on their way. A hand is noted on this phone before it is sent, and stays noted here until the
// server has said that it is recorded, or a person has looked at why it is not: whatever becomes of the
// network, of the page or of the server meanwhile. Sent twice it is one hand, by the key of its form.
"use strict";

const NOTED = "marque:noted:";
const outbox = document.querySelector("#outbox");
const spare = new Map(); // where the browser keeps nothing: here, for as long as the page is open
let watched = null; // the hand whose answer somebody waits for
let sending = false;
let failures = 0;
let again = null;

function noted() {
  const stored = kept((store) => Object.keys(store).filter((name) => name.startsWith(NOTED)).map((name) => JSON.parse(store.getItem(name))));
  const elsewhere = (stored || []).filter((hand) => !spare.has(hand.key));
  return [...elsewhere, ...spare.values()].sort((one, other) => one.at - other.at);
}

function note(hand) {
  const stored = kept((store) => [store.setItem(NOTED + hand.key, JSON.stringify(hand))]);
  if (stored) spare.delete(hand.key);
  else spare.set(hand.key, hand);
  draw();
}

// A hand that is recorded is no draft any more, on whichever page it was sent from.
function dropDraftOf(hand) {
  const found = kept((store) => JSON.parse(store.getItem(hand.draft)));
  if (found && keyOf(found) === hand.key) kept((store) => store.removeItem(hand.draft));
}

function strike(hand) {
  kept((store) => store.removeItem(NOTED + hand.key));
  spare.delete(hand.key);
  draw();
}

// What the page says of them: noted here, or to be looked at again.
function make(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}

function button(text, act) {
  return make("button", { type: "button", className: "plain", textContent: text, onclick: act });
}

function line(hand) {
  const item = make("li", {});
  item.append(make("b", { textContent: hand.words }), make("span", { textContent: outbox.dataset[hand.state], className: hand.state }));
  if (hand.state === "look") {
    item.append(button(outbox.dataset.open, () => open(hand)), button(outbox.dataset.drop, () => strike(hand)));
  }
  return item;
}

function say(text) {
  outbox.append(make("li", { textContent: text }));
}

function draw() {
  const shown = document.querySelector("#entry [name=key]")?.value;
  outbox.textContent = "";
  outbox.append(...noted().filter((hand) => hand.state !== "open" || hand.key !== shown).map(line));
  if (spare.size) say(outbox.dataset.memory);
}

// Sending: one at a time and in order, a sheet that does not answer keeping only its own hands back.
async function send(hand, retried = false) {
  const csrf = document.querySelector("[name=csrf_token]");
  const control = new AbortController();
  const patience = setTimeout(() => control.abort(), 8000);
  try {
    const headers = { "X-Outbox": "1", "X-CSRFToken": csrf.value };
    const body = new URLSearchParams([...hand.fields, ["base", hand.base]]);
    const answer = await fetch(hand.url, { method: "POST", headers, body, signal: control.signal });
    const fresh = answer.headers.get("X-CSRF-Token");
    if (fresh && !retried) {
      for (const input of document.querySelectorAll("[name=csrf_token]")) input.value = fresh;
      return send(hand, true);
    }
    return answer;
  } catch {
    return { status: 0, headers: new Headers() };
  } finally {
    clearTimeout(patience);
  }
}

async function pump() {
  if (sending) return;
  sending = true;
  clearTimeout(again);
  const silent = new Set();
  let rest = 0;
  for (;;) {
    const hand = noted().find((one) => one.state === "wait" && !silent.has(one.url));
    if (!hand) break;
    const answer = await send(hand);
    if (settle(hand, answer)) continue;
    silent.add(hand.url);
    rest = Math.max(rest, restOf(answer));
  }
  sending = false;
  failures = silent.size ? failures + 1 : 0;
  if (silent.size) again = setTimeout(pump, rest + Math.min(15000, 500 * 2 ** failures) * (0.7 + 0.6 * Math.random()));
}

// How long a server that has too much to do wants to be left alone, but for a minute at most.
function restOf(answer) {
  return Math.min(60, answer.headers.get("Retry-After")) * 1000 || 0;
}

// Whether the server has said what becomes of this hand.
function settle(hand, answer) {
  const seen = watched === hand.key;
  if (seen) watched = null;
  if (answer.status === 201) {
    strike(hand);
    dropDraftOf(hand);
    recorded(hand, answer.headers.get("Location"));
  } else if (answer.status === 0 || answer.status >= 500 || [408, 425, 429].includes(answer.status)) {
    if (seen) release(hand);
    return false;
  } else if (seen && [400, 409, 422].includes(answer.status)) {
    strike(hand);
    sendPlainly(hand);
  } else {
    note({ ...hand, state: "look" });
    if (seen) release(hand);
  }
  return true;
}

// Hands noted after this one, where nobody else wrote, have seen it.
function recorded(hand, place) {
  const seq = Number(/told=(\d+)/.exec(place)?.[1]);
  if (seq === Number(hand.base) + 1) {
    for (const other of noted().filter((one) => one.url === hand.url && one.base === hand.base)) note({ ...other, base: String(seq) });
  }
  const entry = document.querySelector("#entry");
  if (entry?.action === hand.url && entry.elements.base?.value === hand.base && seq === Number(hand.base) + 1) entry.elements.base.value = seq;
  const shown = entry?.elements.key.value === hand.key;
  if (shown ? !spare.size : entry?.action === hand.url && !begun(entry) && !noted().length) return leave(place);
  if (shown) release(hand);
  if (live) plan(0);
}

// The page's own way, where a person has to read the answer.
function sendPlainly(hand) {
  const form = make("form", { method: "post", action: hand.url, hidden: true });
  for (const [name, value] of [...hand.fields, ["base", hand.base]]) form.append(make("input", { name, value }));
  form.append(document.querySelector("[name=csrf_token]").cloneNode());
  document.body.append(form);
  form.submit();
}

function open(hand) {
  note({ ...hand, state: "open" });
  sendPlainly(hand);
}

// Noting: what the form says, in the words of the table.
function inWords(form, button) {
  if (button?.name) return button.textContent.trim();
  const told = form.querySelectorAll("fieldset.ask :checked, fieldset.ask input[data-keyed]:not([name$=_defence])");
  const words = [...told].map((input) => (input.dataset.keyed ? input.value : input.closest("label").textContent.trim()));
  return words.filter((word) => word).join(" · ");
}

function missing(form) {
  const asked = [...form.querySelectorAll("fieldset.ask")].filter((ask) => ask.offsetParent && !ask.querySelector(":checked") && ![...ask.querySelectorAll("input[data-keyed]")].some((input) => input.value));
  return asked.map((ask) => ask.querySelector("legend").textContent.trim());
}

function release(hand) {
  watched = null;
  const form = document.querySelector("#entry");
  const lacks = hand.passed ? [] : missing(form);
  if (lacks.length) {
    strike(hand);
    say(`${outbox.dataset.lacks} ${lacks.join(", ")}`);
  } else if (form.dataset.draft) {
    dropDraft();
    begin(form);
    document.querySelector("#answer").textContent = `${hand.words} : ${outbox.dataset.wait}`;
    window.scrollTo(0, 0);
  }
}

// The next hand, on a page that could not ask for it: whose deal it is, it does not know.
function begin(form) {
  form.reset();
  for (const input of keyed(form)) input.dataset.typed = input.value = "";
  form.classList.remove("begun");
  form.elements.key.value = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  form.querySelector(".deal").hidden = true;
}

// Which button it was: not every browser says so with the form.
let pressed = null;
document.addEventListener("click", (event) => (pressed = event.target.closest("#entry button")));

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id !== "entry") return;
  event.preventDefault();
  const button = pressed;
  const fields = [...new FormData(form)].filter(([name]) => !["csrf_token", "base"].includes(name));
  if (button?.name) fields.push([button.name, button.value]);
  const last = noted().pop();
  const hand = {
    key: form.elements.key.value,
    url: form.action,
    draft: place,
    fields,
    base: form.elements.base?.value || "",
    words: inWords(form, button),
    passed: Boolean(button?.name),
    at: Math.max(Date.now(), last ? last.at + 1 : 0),
    state: "wait",
  };
  note(hand);
  watched = hand.key;
  setTimeout(() => watched === hand.key && release(hand), 3000);
  pump();
});

// Whoever opened one to look at it and left it there has to be asked again.
function wake() {
  const shown = document.querySelector("#entry [name=key]")?.value;
  for (const hand of noted()) if (hand.state === "open" && hand.key !== shown) note({ ...hand, state: "wait" });
  draw();
  pump();
}

wake();
for (const kind of ["online", "pageshow", "focus"]) window.addEventListener(kind, wake);
document.addEventListener("visibilitychange", wake);
window.addEventListener("beforeunload", (event) => {
  if ([...spare.values()].some((hand) => hand.state !== "open")) event.returnValue = "?";
});
