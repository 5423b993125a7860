// What other phones write: asked for every two seconds by a page that is looked at, at once by one
// that comes back. A form that somebody fills is left alone, and a page that alone keeps a hand.
"use strict";

const live = document.querySelector("#live");
const away = document.querySelector("#away");
let wait = 2000;
let timer = null;
let leaving = false;

function plan(milliseconds) {
  clearTimeout(timer);
  timer = setTimeout(ask, milliseconds * (0.9 + Math.random() / 5));
}

function tell(text) {
  if (!away) return;
  away.textContent = text;
  away.hidden = !text;
}

function leave(place) {
  leaving = true;
  window.location.assign(place);
}

function begun(entry) {
  return spare.size || entry.classList.contains("begun") || entry.querySelector("[role=alert]");
}

function show(html) {
  const news = new DOMParser().parseFromString(html, "text/html");
  const before = document.querySelector("#live");
  const after = news.querySelector("#live");
  if (!after || leaving) return;
  const hands = before.dataset.hands !== after.dataset.hands;
  document.querySelector(".standing").replaceWith(news.querySelector(".standing"));
  before.replaceWith(after);
  window.htmx.process(after);
  const entry = document.querySelector("#entry");
  if (!entry || !hands) return;
  if (begun(entry)) tell(away.dataset.news);
  else leave(after.dataset.sheet);
}

async function ask() {
  if (document.visibilityState !== "visible") return;
  const control = new AbortController();
  const patience = setTimeout(() => control.abort(), 3000);
  try {
    const { sheet, version } = document.querySelector("#live").dataset;
    const answer = await fetch(`${sheet}/live?v=${version}`, { signal: control.signal });
    if (answer.status === 404) return tell(away.dataset.gone);
    if (answer.status === 200) show(await answer.text());
    else if (answer.status !== 204) throw new Error(answer.status);
    if (wait > 2000) tell("");
    wait = 2000;
  } catch {
    if (wait === 2000) tell(`${away.dataset.since} ${new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}`);
    wait = Math.min(wait * 2, 15000);
  } finally {
    clearTimeout(patience);
  }
  plan(wait);
}

// A page that was to be left, and is shown again all the same, asks as before.
function back() {
  leaving = false;
  plan(0);
}

if (live && live.dataset.version) {
  plan(wait);
  document.addEventListener("visibilitychange", back);
  for (const kind of ["pageshow", "online"]) window.addEventListener(kind, back);
}
