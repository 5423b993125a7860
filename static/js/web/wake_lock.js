// The screen stays lit if somebody asks for it, where the browser can.
import { withLocalStorage } from "./storage.js";

const WANTED = "marque:awake";
let lock = null;

async function update() {
  const button = document.querySelector("[data-wake-lock]");
  if (!button) return;
  button.hidden = false;
  const wanted = withLocalStorage((store) => store.getItem(WANTED)) === "yes";
  button.setAttribute("aria-pressed", String(wanted));
  const isHeld = lock && !lock.released;
  if (isHeld && !wanted) lock.release();
  if (!isHeld && wanted && document.visibilityState === "visible") lock = await navigator.wakeLock.request("screen").catch(() => null);
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-wake-lock]");
  if (!button) return;
  const pressed = button.getAttribute("aria-pressed") === "true";
  withLocalStorage((store) => store.setItem(WANTED, pressed ? "no" : "yes"));
  update();
});

document.addEventListener("visibilitychange", update);
document.addEventListener("htmx:load", ({ detail }) => detail.elt.querySelector("[data-wake-lock]") && update());
update();
