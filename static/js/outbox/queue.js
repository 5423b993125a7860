// The hands on their way. A hand is stored on this phone before it is sent, and stays stored until
// the server has said that it is recorded, or a person has looked at why it is not.
import { withLocalStorage } from "../storage.js";

const PREFIX = "marque:noted:";
const inMemory = new Map(); // where the browser stores nothing: here, as long as the page is open
let changed = () => {};

export function onQueueChange(listener) {
  changed = listener;
}

export function queuedHands() {
  const stored = withLocalStorage((store) => Object.keys(store).filter((name) => name.startsWith(PREFIX)).map((name) => JSON.parse(store.getItem(name))));
  const elsewhere = (stored || []).filter((hand) => !inMemory.has(hand.key));
  return [...elsewhere, ...inMemory.values()].sort((one, other) => one.at - other.at);
}

export function enqueue(hand) {
  const stored = withLocalStorage((store) => [store.setItem(PREFIX + hand.key, JSON.stringify(hand))]);
  if (stored) inMemory.delete(hand.key);
  else inMemory.set(hand.key, hand);
  changed();
}

export function remove(hand) {
  withLocalStorage((store) => store.removeItem(PREFIX + hand.key));
  inMemory.delete(hand.key);
  changed();
}

export function isStored(key) {
  return Boolean(withLocalStorage((store) => store.getItem(PREFIX + key)));
}

// Hands that leaving this page would lose.
export function holdsInMemory() {
  return inMemory.size > 0;
}

export function memoryHasUnseen() {
  return [...inMemory.values()].some((hand) => hand.state !== "open");
}
