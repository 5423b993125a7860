// The tables that call the referee, over the pages of the desk: asked for every few seconds, with a sound and a vibration for a
// new one. A call is answered without leaving what is being typed; else that opens the slip of the table.
import { retryAfter } from "../web/connection.js";
import { tone, unlock } from "../web/tone.js";

const PAUSE = 6000; // milliseconds

const line = () => document.querySelector("#calls");
const calls = () => line().querySelectorAll("form").length;

function show(page) {
  const fresh = new DOMParser().parseFromString(page, "text/html").querySelector("#calls");
  if (!fresh) return;
  const before = calls();
  line().replaceWith(fresh);
  if (calls() <= before) return;
  for (const wait of [0, 0.25, 0.5]) tone(660, wait);
  if (navigator.vibrate) navigator.vibrate([200, 100, 200]);
}

async function refresh() {
  let wait = PAUSE;
  if (document.visibilityState === "visible") {
    const answer = await fetch(line().dataset.calls).catch(() => null);
    if (answer) wait = Math.max(PAUSE, retryAfter(answer));
    if (answer?.ok && !line().contains(document.activeElement)) show(await answer.text());
  }
  setTimeout(refresh, wait);
}

document.addEventListener("submit", async (event) => {
  const { target: form } = event;
  const isTyping = [...document.querySelectorAll("main :is(input:not([type=hidden]), textarea)")].some((box) => box.value !== box.defaultValue);
  if (!form.matches(".call-of-table") || !isTyping) return;
  event.preventDefault();
  const answer = await fetch(form.action, { method: "POST", body: new FormData(form), redirect: "manual" }).catch(() => null);
  if (answer && (answer.ok || answer.type === "opaqueredirect")) form.remove();
  else form.submit();
});
document.addEventListener("pointerdown", unlock);
setTimeout(refresh, PAUSE);
