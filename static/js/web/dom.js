// Elements that more than one module finds or makes.
import { withLocalStorage } from "./storage.js";

// The form of a hand, where the page has one.
export function handForm() {
  return document.querySelector("#entry");
}

// The idempotency keys that the forms of this page have, or had when they were posted before.
export function formKeys() {
  return [...document.querySelectorAll("form[data-outbox] [name=key], form[data-outbox] [name=replaces]")].map(({ value }) => value);
}

// Somebody has begun to fill the form, or has still to answer what the server asks in it.
export function isBegun(form) {
  return form.classList.contains("begun") || Boolean(form.querySelector("[role=alert]"));
}

// What has just appeared takes no tap until it can have been read.
export function readFirst(element) {
  element.animate({ pointerEvents: ["none", "none"] }, 800);
}

const TAP = "marque:tap";
let tap = withLocalStorage((storage) => JSON.parse(storage.getItem(TAP))); // the last one, also of the page before
addEventListener("pointerdown", ({ clientX, clientY }) => (tap = [clientX, clientY]), true);
addEventListener("pagehide", () => withLocalStorage((storage) => storage.setItem(TAP, JSON.stringify(tap))));

// Another thing is under the finger, a panel or a page: a second tap in that place does nothing for a moment. Any other place takes it.
export function passOver(time = 300) {
  if (!tap) return;
  const shield = make("i", { className: "shield" });
  [shield.style.left, shield.style.top] = tap.map((place) => `${place}px`);
  document.body.append(shield);
  shield.animate([], time).onfinish = () => shield.remove();
}

// The last tap was where this element is now.
export function isUnderTap(element) {
  return tap && element.contains(document.elementFromPoint(...tap));
}

passOver();
document.documentElement.classList.add("ready");

export function make(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}
