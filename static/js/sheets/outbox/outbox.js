// The outbox of this page: its store, its sender, and who is told of what happens in either.
import { isLeaving } from "../../web/navigation.js";
import { post } from "./post.js";
import { createSender } from "./sender.js";
import { queue, transact } from "./store.js";

const otherTabs = window.BroadcastChannel && new BroadcastChannel("marque:outbox");
const listeners = { change: [], settled: [] };
let retry = null;

// Be told of each `change` of the queue, and of each submission that is `settled`.
export function on(kind, listener) {
  listeners[kind].push(listener);
}

function tell(kind, ...what) {
  for (const listener of listeners[kind]) listener(...what);
}

// Let an event of the state machine happen; the submission it is about, once the change is stored.
export async function happen(event) {
  const submission = await transact(event);
  tell("change", event.type);
  otherTabs?.postMessage("");
  return submission;
}

const sender = createSender({
  queue: async () => (isLeaving() ? [] : queue()),
  happen,
  post,
  settled: (...what) => tell("settled", ...what),
  later: (act, wait) => {
    clearTimeout(retry);
    retry = setTimeout(act, wait);
  },
  random: Math.random,
});

export function isInTrouble() {
  return sender.isInTrouble() || !navigator.onLine;
}

export function flush() {
  clearTimeout(retry);
  return sender.flush();
}

function resume() {
  tell("change");
  flush();
}

// Called once every module of the page listens.
export function start() {
  if (otherTabs) otherTabs.onmessage = () => tell("change");
  for (const kind of ["online", "pageshow", "focus"]) addEventListener(kind, resume);
  for (const kind of ["answered", "news"]) document.addEventListener(kind, resume); // a sheet may be open again
  // A page that is left begins no transaction, see store.js.
  document.addEventListener("visibilitychange", () => document.hidden || resume());
  resume();
}
