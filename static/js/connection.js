// The line of a page that says what is wrong with its connection, or with what it shows.
const line = document.querySelector("#connection");

// `kind` names the data attribute with the text; without one the line is hidden.
export function showStatus(kind, time = "") {
  if (!line) return;
  line.textContent = kind ? `${line.dataset[kind]} ${time}`.trim() : "";
  line.hidden = !kind;
}

export function showNoAnswer() {
  showStatus("since", new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }));
}
