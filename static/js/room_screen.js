// The screen of a tournament's room: pages that turn, which ask the server for news and go on with what they have while it is silent.
import "./clock.js";
import { showNoAnswer, showStatus } from "./connection.js";

const TURN = 8; // seconds for which a page is shown
const ASK = 5000; // milliseconds from one answer to the next question
const PATIENCE = 4000; // milliseconds after which there is no answer

let at = 0; // the page that is shown
let left = TURN; // seconds until the next one
let isStopped = false;
let isSilent = false;

const room = () => document.querySelector("#room");

// Every page: a part of the screen, and the columns of its list that fit side by side; the others are to their right.
function pages() {
  return [...room().querySelectorAll("section")].flatMap((part) => {
    const list = part.querySelector(".list");
    const count = list ? Math.max(1, Math.ceil(list.scrollWidth / list.clientWidth - 0.02)) : 1;
    return Array.from({ length: count }, (_, page) => ({ part, list, page, count }));
  });
}

// The first and the last line of a page, « Ann – Chl 2/6 ».
function rangeOf({ list, page, count }) {
  if (count === 1) return "";
  const isOn = ({ offsetLeft }) => Math.floor(offsetLeft / list.clientWidth + 0.02) === page;
  const keys = [...list.children].filter((line) => isOn(line) && line.dataset.key).map(({ dataset }) => dataset.key);
  const ends = [...new Set([keys[0], keys[keys.length - 1]])].join(" – ");
  return `${ends}   ${page + 1}/${count}`;
}

function show() {
  const all = pages();
  at = ((at % all.length) + all.length) % all.length;
  const shown = all[at];
  for (const { part } of all) part.classList.toggle("shown", part === shown.part);
  shown.list?.style.setProperty("--page", shown.page);
  document.querySelector("#range").textContent = rangeOf(shown);
}

function turn(by) {
  at += by;
  left = TURN;
  show();
}

function stop() {
  isStopped = !isStopped;
  document.querySelector("[data-turn='0']").setAttribute("aria-pressed", String(isStopped));
}

// What came instead of the screen, of a network's own login page say, is no news.
function take(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("#room");
  if (!fresh) throw new Error("no screen");
  if (fresh.dataset.about !== room().dataset.about) [at, left] = [0, TURN];
  room().replaceWith(fresh);
  show();
}

async function ask() {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), PATIENCE);
  const address = new URL(location.href);
  address.searchParams.set("v", room().dataset.version);
  try {
    const answer = await fetch(address, { signal: giveUp.signal, cache: "no-store" });
    if (!answer.ok) throw new Error(answer.status);
    if (answer.status !== 204) take(await answer.text());
    if (isSilent) showStatus();
    isSilent = false;
  } catch {
    if (!isSilent) showNoAnswer();
    isSilent = true;
  }
  clearTimeout(timer);
  setTimeout(ask, ASK);
}

const stayAwake = () => navigator.wakeLock?.request("screen").catch(() => {});
const KEYS = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1, " ": 0 };

document.addEventListener("click", ({ target }) => {
  const by = Number(target.closest("[data-turn]")?.dataset.turn);
  if (by) turn(by);
  else if (by === 0) stop();
});
document.addEventListener("keydown", (event) => {
  if (!(event.key in KEYS)) return;
  event.preventDefault(); // of a button that has the focus too
  if (KEYS[event.key]) turn(KEYS[event.key]);
  else stop();
});
document.addEventListener("visibilitychange", stayAwake);
window.addEventListener("resize", show);

document.body.classList.add("turns");
stayAwake();
show();
setInterval(() => !isStopped && --left <= 0 && turn(1), 1000);
setTimeout(ask, ASK);
