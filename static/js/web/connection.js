const LONG = 60000; // milliseconds without an answer, after which the page offers to do without
const MOST_WAIT = 60; // seconds that a busy server is left alone

// Milliseconds for which an answer, of fetch or of htmx, asks to be left alone.
export function retryAfter(answer) {
  const seconds = answer.headers ? answer.headers.get("Retry-After") : answer.getResponseHeader("Retry-After");
  return Math.min(MOST_WAIT, seconds) * 1000 || 0;
}

// The line of a page that says what is wrong with its connection, or with what it shows.
// `kind` names the data attribute with the text; without one the line is hidden.
export function showStatus(kind, time = "") {
  const line = document.querySelector("#connection");
  if (!line) return;
  if (!kind) delete line.dataset.stored;
  line.textContent = kind ? `${line.dataset[kind]} ${time}`.trim() : "";
  line.hidden = !kind;
}

// La Marque in the phone, which stays offered once the network is back.
function offer() {
  if (!document.querySelector("#connection").hidden) document.querySelector("#carry").hidden = false;
}

export function showNoAnswer() {
  const stored = document.querySelector("#connection")?.dataset.stored;
  showStatus(stored ? "copy" : "since", stored || new Date().toTimeString().slice(0, 5));
  if (document.querySelector("#carry")) setTimeout(offer, LONG);
}
