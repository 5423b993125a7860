// What other phones write. htmx polls and swaps, as the attributes of #live say; here is what they
// cannot: back-off, the line that tells of a new hand while somebody fills the form of it, and the next
// game (WATCH is the address of static/js/watch.js, see static/build.mjs).
import { showNoAnswer, showStatus } from "./connection.js";
import { handForm, isBegun } from "./dom.js";
import { tellNews } from "./htmx.js";
import { isLeaving, leaveFor } from "./navigation.js";

const SHORTEST = 2000;
const LONGEST = 15000;
let pause = SHORTEST;
let earliest = 0; // the time before which no tick polls
let isOwn = false; // the news are what this phone has written

function live() {
  return document.querySelector("#live");
}

// Poll now, whatever the back-off.
export function refresh({ own } = {}) {
  isOwn = Boolean(own);
  live()?.dispatchEvent(new Event("refresh"));
}

window.addEventListener("pageshow", ({ persisted }) => persisted && refresh());
window.addEventListener("online", () => refresh());
document.addEventListener("visibilitychange", () => refresh());

// The server has answered this page: it is asked by the next tick.
document.addEventListener("news", () => (earliest = 0));

// A tick of « every 2s » comes without an event.
function mayPoll({ triggeringEvent }) {
  if (document.visibilityState !== "visible") return false;
  return Boolean(triggeringEvent) || (Date.now() >= earliest && !live().classList.contains("htmx-request"));
}

document.addEventListener("htmx:confirm", (event) => {
  if (event.target.id === "live" && !mayPoll(event.detail)) event.preventDefault();
});

let hands, etag; // those of the page before the answer

// A page that is being left shows no news: it would be left once more.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.target.id !== "live") return;
  ({ hands, etag } = live().dataset);
  if (isLeaving()) event.detail.shouldSwap = false;
});

function succeed() {
  if (pause > SHORTEST) showStatus();
  pause = SHORTEST;
  earliest = 0;
  const form = handForm();
  const isForeign = hands !== live().dataset.hands && !isOwn;
  if (etag !== live().dataset.etag) tellNews();
  isOwn = false;
  if (isForeign && form && isBegun(form)) showStatus("news");
  if (document.querySelector("[data-watch]")) import(WATCH).then(({ watch }) => watch(leaveForNext), () => {});
}

// The next game has begun: whoever is filling a form stays with it.
function leaveForNext(address) {
  const form = handForm();
  if (!form || !isBegun(form)) leaveFor(address);
}

function fail(status) {
  if (status === 404) {
    showStatus("gone");
    earliest = Infinity;
    return;
  }
  if (pause === SHORTEST) showNoAnswer();
  pause = Math.min(2 * pause, LONGEST);
  earliest = Date.now() + pause * (0.9 + Math.random() / 5);
}

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.target.id === "live" && detail.successful) succeed();
});

for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, ({ target, detail }) => {
    if (target.id === "live") fail(detail.xhr.status);
  });
}
