// A short sound and a vibration once a hand is saved, on a device whose settings ask for them: its pages
// load this module.
import { tone, unlock } from "../web/tone.js";

const wanted = document.documentElement.dataset.signals.split(" ");

function signal() {
  if (wanted.includes("vibration") && navigator.vibrate) navigator.vibrate(40);
  if (wanted.includes("sound")) tone(880);
}

if (wanted.includes("sound")) document.addEventListener("pointerdown", unlock);
new MutationObserver((changes) => {
  const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
  if (added.some(({ id }) => id === "confirmation")) signal();
}).observe(document.querySelector("#notice"), { childList: true });
