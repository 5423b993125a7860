// The line of a page that says what is wrong with its connection, or with what it shows.
// `kind` names the data attribute with the text; without one the line is hidden.
export function showStatus(kind, time = "") {
  const line = document.querySelector("#connection");
  if (!line) return;
  line.textContent = kind ? `${line.dataset[kind]} ${time}`.trim() : "";
  line.hidden = !kind;
}

export function showNoAnswer() {
  showStatus("since", new Date().toTimeString().slice(0, 5));
}
