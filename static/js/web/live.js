// What other phones write. htmx asks and swaps, as the attributes of #live say; here is what they
// cannot: when to ask, the deal that was written while somebody fills the form of it, and the next
// game (WATCH is the address of static/js/sheets/watch.js, see static/build.mjs).
import { retryAfter, showNoAnswer, showStatus } from "./connection.js";
import { handForm, isBegun } from "./dom.js";
import { renewCopy, tellNews } from "./htmx.js";
import { isLeaving, leaveFor } from "./navigation.js";
import { preview } from "../sheets/preview.js";

// All in milliseconds. A visible page polls OFTEN while a deal can end, SELDOM while none can: it has
// just begun, or nobody plays any more.
const OFTEN = 4000;
const SELDOM = 12000;
const SHORTEST_DEAL = 60000;
const LONGEST_DEAL = 15 * 60000;
const TOUCHED = 3000; // from the last poll, which has an answer by now or none, to that of a page that is touched

let timer = null;
let askedAt = 0;
let dealtAt = -Infinity; // when the deal that is being played began
let stirredAt = Date.now(); // when somebody touched this page, or it had news
let failures = 0;
let restsUntil = 0; // when a busy server may be asked again

function live() {
  return document.querySelector("#live");
}

// The time from one poll to the next.
function pause() {
  const now = Date.now();
  if (failures) return Math.max(restsUntil - now, Math.min(2000 * 2 ** failures, SELDOM));
  return !live()?.dataset.hands || now - dealtAt < SHORTEST_DEAL || now - stirredAt > LONGEST_DEAL ? SELDOM : OFTEN;
}

function plan() {
  clearTimeout(timer);
  timer = setTimeout(refresh, pause());
}

// Poll now, whatever the pause.
export function refresh() {
  plan();
  if (document.visibilityState !== "visible" || Date.now() < restsUntil) return;
  askedAt = Date.now();
  live()?.dispatchEvent(new Event("refresh"));
}

addEventListener("pageshow", ({ persisted }) => persisted && refresh());
addEventListener("online", () => refresh());
document.addEventListener("visibilitychange", () => refresh());

// Somebody looks at this page again. Who fills the form is not asked behind: its preview needs the connection.
function stir({ target }) {
  stirredAt = Date.now();
  if (stirredAt - askedAt > TOUCHED && !handForm()?.contains(target)) refresh();
  else plan();
}

// Not when the finger comes down: a poll that fails at once would move what is under it.
for (const kind of ["click", "keydown"]) addEventListener(kind, stir);

// The server has answered this page: it is asked at once.
document.addEventListener("news", () => {
  restsUntil = 0;
  if (failures) refresh();
});

let etag; // that of the page before the answer

// A page that is being left shows no news: it would be left once more.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.target.id !== "live") return;
  ({ etag } = live().dataset);
  if (isLeaving()) event.detail.shouldSwap = false;
});

// News have come, of this phone or of another one; those of a hand begin the next deal.
document.addEventListener("htmx:oobBeforeSwap", ({ detail: { target, fragment } }) => {
  if (target.id !== "live") return;
  const now = fragment.firstElementChild.dataset;
  stirredAt = Date.now();
  dealtAt = now.plays && now.hands - target.dataset.hands > 0 ? stirredAt : -Infinity;
  plan();
});

function succeed() {
  if (failures) {
    showStatus();
    document.dispatchEvent(new Event("answered")); // what waits is sent: not every browser says « online »
  }
  const isBack = failures > 0;
  failures = 0;
  plan();
  const form = handForm();
  const isNew = etag !== live().dataset.etag;
  if (isNew) tellNews();
  if ((isNew || isBack) && form && isBegun(form)) preview(true);
  if (document.querySelector("[data-watch]")) import(WATCH).then(({ watch }) => watch(leaveForNext), () => {});
}

// The next game has begun: whoever is filling a form stays with it.
function leaveForNext(address) {
  const form = handForm();
  if (!form || !isBegun(form)) leaveFor(address);
}

function fail(answer) {
  restsUntil = Date.now() + retryAfter(answer);
  if (answer.status === 404) {
    showStatus("gone");
    renewCopy();
    clearTimeout(timer);
    return;
  }
  if (!failures++) showNoAnswer();
  plan();
}

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.target.id === "live" && detail.successful) succeed();
});

for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, ({ target, detail }) => {
    if (target.id === "live") fail(detail.xhr);
  });
}

if (document.querySelector("[data-stored]")) {
  failures = 1; // of the network, which was asked before
  showNoAnswer();
  document.addEventListener("DOMContentLoaded", refresh); // htmx listens by then
} else plan();
