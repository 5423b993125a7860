// The screen of a tournament's room: pages that turn, which ask the server for news and go on with what they have while it is silent.
import "./clock.js";
import { retryAfter, showNoAnswer, showStatus } from "../web/connection.js";

const TURN = 8; // seconds for which a page is shown
const ASK = 5000; // milliseconds from one answer to the next question
const PATIENCE = 4000; // milliseconds after which there is no answer
const KEYS = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1, " ": 0 };

let at = 0; // the page that is shown
let left = TURN; // seconds until the next one

const find = (selector) => document.querySelector(selector);
const isStopped = () => find("[data-turn='0']").getAttribute("aria-pressed") === "true";

// Every page: a part of the screen, and the columns of its list that fit side by side; the others are to their right.
function pages() {
  return [...document.querySelectorAll("#room section")].flatMap((part) => {
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
  return `${[...new Set([keys[0], keys[keys.length - 1]])].join(" – ")}   ${page + 1}/${count}`;
}

function show() {
  const all = pages();
  at = (at + all.length) % all.length;
  for (const { part } of all) part.classList.toggle("shown", part === all[at].part);
  all[at].list?.style.setProperty("--page", all[at].page);
  find("#range").textContent = rangeOf(all[at]);
}

function turn(by) {
  at += by;
  left = TURN;
  show();
}

// What came instead of the screen, of a network's own login page say, is no news.
function take(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("#room");
  if (!fresh) throw new Error("no screen");
  if (fresh.dataset.about !== find("#room").dataset.about) [at, left] = [0, TURN];
  find("#room").replaceWith(fresh);
  show();
}

async function ask() {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), PATIENCE);
  const address = new URL(location.href);
  address.searchParams.set("v", find("#room").dataset.version);
  let wait = ASK;
  try {
    const answer = await fetch(address, { signal: giveUp.signal, cache: "no-store" });
    wait = Math.max(ASK, retryAfter(answer));
    if (!answer.ok) throw new Error(answer.status);
    if (answer.status !== 204) take(await answer.text());
    showStatus();
  } catch {
    if (find("#connection").hidden) showNoAnswer();
  }
  clearTimeout(timer);
  setTimeout(ask, wait);
}

const stayAwake = () => navigator.wakeLock?.request("screen").catch(() => {});

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-turn]");
  const by = Number(button?.dataset.turn);
  if (by) turn(by);
  else if (by === 0) button.setAttribute("aria-pressed", String(!isStopped()));
});
document.addEventListener("keydown", (event) => {
  if (!(event.key in KEYS)) return;
  event.preventDefault(); // of a button that has the focus too
  find(`[data-turn='${KEYS[event.key]}']`).click();
});
document.addEventListener("visibilitychange", stayAwake);
window.addEventListener("resize", show);

document.body.classList.add("turns");
stayAwake();
show();
setInterval(() => !isStopped() && --left <= 0 && turn(1), 1000);
setTimeout(ask, ASK);
