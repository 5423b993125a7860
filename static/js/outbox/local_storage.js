// Hands that an earlier version of this page has left in localStorage, to be sent by this one.
import { withLocalStorage } from "../storage.js";
import { sheetOf } from "./sheet.js";

const PREFIX = "marque:noted:";

function left() {
  const found = withLocalStorage((store) => Object.keys(store).filter((name) => name.startsWith(PREFIX)).map((name) => JSON.parse(store.getItem(name))));
  return (found || []).sort((one, other) => one.at - other.at);
}

export async function moveFromLocalStorage(happen, newKey) {
  for (const hand of left()) {
    const { key } = hand;
    await happen({ type: "note", key, submission: { ...hand, sheet: sheetOf(hand.url) }, spare: newKey() });
    withLocalStorage((store) => store.removeItem(PREFIX + key));
  }
}
