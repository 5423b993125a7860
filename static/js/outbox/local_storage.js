// Hands that an earlier version of this page has left in localStorage, to be sent by this one.
import { withLocalStorage } from "../storage.js";
import { sheetOf } from "./sheet.js";

const PREFIX = "marque:noted:";

function left() {
  const found = withLocalStorage((store) => Object.keys(store).filter((name) => name.startsWith(PREFIX)).map((name) => JSON.parse(store.getItem(name))));
  return (found || []).sort((one, other) => one.at - other.at);
}

export async function moveFromLocalStorage(happen, newKey) {
  for (const { key, url, fields, base, words, passed, draft } of left()) {
    const submission = { key, sheet: sheetOf(url), url, fields, base, words, passed, draft };
    await happen({ type: "note", key, submission, spare: newKey() });
    withLocalStorage((store) => store.removeItem(PREFIX + key));
  }
}
