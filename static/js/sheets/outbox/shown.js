// What this page shows, for the server to answer a submission with what changes on it.
import { isAwaited } from "../../web/navigation.js";
import { sheetOf } from "./sheet.js";

const LIVE = "#live[data-etag]";

// This page is the one of this sheet, with the form of its next hand.
export function shows(sheet) {
  return Boolean(document.querySelector("#hand") && document.querySelector(LIVE)) && sheetOf(location.href) === sheet;
}

// The sheet of this page, whatever its address: its links may be renewed. Empty where nothing is written.
export function streamOfPage() {
  return document.querySelector("#page").dataset.stream || "";
}

// The ETag of the sheet on this page; empty for a page that is left for the sheet once the answer
// is there; no field where nothing shows the answer.
export function fieldsShown({ key, sheet }) {
  if (shows(sheet)) return [["shown", document.querySelector(LIVE).dataset.etag]];
  return isAwaited(key) ? [["shown", ""]] : [];
}
