// The screen stays lit if somebody asks for it, where the browser can.
import { withLocalStorage } from "./storage.js";

const WANTED = "marque:awake";
const button = document.querySelector("[data-wake-lock]");
let lock = null;

async function update() {
  const wanted = withLocalStorage((store) => store.getItem(WANTED)) === "yes";
  button.setAttribute("aria-pressed", String(wanted));
  if (lock && !wanted) lock.release();
  lock = wanted && document.visibilityState === "visible" ? await navigator.wakeLock.request("screen").catch(() => null) : null;
}

if (button && navigator.wakeLock) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const pressed = button.getAttribute("aria-pressed") === "true";
    withLocalStorage((store) => store.setItem(WANTED, pressed ? "no" : "yes"));
    update();
  });
  document.addEventListener("visibilitychange", update);
  update();
}
