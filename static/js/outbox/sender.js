// Sending: one hand at a time and in order; a sheet that does not answer holds back its own hands
// only. Sent twice it is one hand, by the key of its form.
import { dropDraftOf } from "../draft.js";
import { handForm, isBegun } from "../dom.js";
import { refresh } from "../live.js";
import { leaveFor } from "../navigation.js";
import { releaseForm } from "./next_hand.js";
import { postForm } from "./post_form.js";
import { enqueue, holdsInMemory, queuedHands, remove } from "./queue.js";

const ANSWER_WITHIN = 8000;
const FORM_WAITS = 3000;
let awaited = null; // the key of the hand whose answer the form waits for
let sending = false;
let failures = 0;
let retry = null;

// Let the form wait for the answer about this hand, but not for long.
export function awaitAnswer(hand) {
  awaited = hand.key;
  setTimeout(() => {
    if (awaited !== hand.key) return;
    awaited = null;
    releaseForm(hand);
  }, FORM_WAITS);
}

async function post(hand, retried = false) {
  const csrf = document.querySelector("[name=csrf_token]");
  const control = new AbortController();
  const timeout = setTimeout(() => control.abort(), ANSWER_WITHIN);
  try {
    const headers = { "X-Outbox": "1", "X-CSRFToken": csrf.value };
    const body = new URLSearchParams([...hand.fields, ["base", hand.base]]);
    const answer = await fetch(hand.url, { method: "POST", headers, body, signal: control.signal });
    const fresh = answer.headers.get("X-CSRF-Token");
    if (fresh && !retried) {
      for (const input of document.querySelectorAll("[name=csrf_token]")) input.value = fresh;
      return post(hand, true);
    }
    return answer;
  } catch {
    return { status: 0, headers: new Headers() };
  } finally {
    clearTimeout(timeout);
  }
}

export async function flush() {
  if (sending) return;
  sending = true;
  clearTimeout(retry);
  const silent = new Set(); // addresses that did not answer
  let rest = 0;
  for (;;) {
    const hand = queuedHands().find((one) => one.state === "wait" && !silent.has(one.url));
    if (!hand) break;
    const answer = await post(hand);
    if (settle(hand, answer)) continue;
    silent.add(hand.url);
    rest = Math.max(rest, retryAfter(answer));
  }
  sending = false;
  failures = silent.size ? failures + 1 : 0;
  if (silent.size) retry = setTimeout(flush, rest + Math.min(15000, 500 * 2 ** failures) * (0.7 + 0.6 * Math.random()));
}

// Milliseconds that a busy server wants to be left alone, a minute at most.
function retryAfter(answer) {
  return Math.min(60, answer.headers.get("Retry-After")) * 1000 || 0;
}

// Act on an answer; false if the server has not decided about this hand yet.
function settle(hand, answer) {
  const waitedFor = awaited === hand.key;
  if (waitedFor) awaited = null;
  if (answer.status === 201) {
    remove(hand);
    dropDraftOf(hand);
    follow(hand, answer.headers.get("Location"));
  } else if (answer.status === 0 || answer.status >= 500 || [408, 425, 429].includes(answer.status)) {
    if (waitedFor) releaseForm(hand);
    return false;
  } else if (waitedFor && [400, 409, 422].includes(answer.status)) {
    remove(hand);
    postForm(hand);
  } else {
    enqueue({ ...hand, state: "look" });
    if (waitedFor) releaseForm(hand);
  }
  return true;
}

// After a hand is recorded: those queued after it have seen it, if nobody else wrote in between.
function follow(hand, location) {
  const seq = Number(/recorded=(\d+)/.exec(location)?.[1]);
  const next = seq === Number(hand.base) + 1;
  if (next) {
    for (const other of queuedHands().filter((one) => one.url === hand.url && one.base === hand.base)) enqueue({ ...other, base: String(seq) });
  }
  const form = handForm();
  const sameSheet = form?.action === hand.url;
  if (next && sameSheet && form.elements.base?.value === hand.base) form.elements.base.value = seq;
  const shown = form?.elements.key.value === hand.key;
  const free = sameSheet && !isBegun(form) && !queuedHands().length;
  if ((shown || free) && !holdsInMemory()) return leaveFor(location);
  if (shown) releaseForm(hand);
  refresh();
}
