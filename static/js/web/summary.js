// The summary as text: copied, or shared where the browser can share. A page on plain http may write
// to the clipboard only from a selection.
const said = document.querySelector("#sent");

function copySelection(text) {
  text.closest("details").open = true;
  text.select();
  const copied = document.execCommand("copy");
  said.textContent = copied ? said.dataset.copied : said.dataset.selected;
}

function copy(text) {
  if (!navigator.clipboard) return copySelection(text);
  return navigator.clipboard.writeText(text.value).then(
    () => (said.textContent = said.dataset.copied),
    () => copySelection(text),
  );
}

const ACTS = { copy, send: (text) => navigator.share({ text: text.value }).catch(() => {}) };

for (const [act, perform] of Object.entries(ACTS)) {
  for (const button of document.querySelectorAll(`[data-${act}]`)) {
    button.hidden = act === "send" && !navigator.share;
    button.addEventListener("click", () => perform(document.getElementById(button.dataset[act])));
  }
}
