// Narrows the lists of a page to the words in its search field as they are typed; Enter taps the only button left.
const field = document.querySelector("#find");

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function narrow() {
  const words = plain(field.value).split(/\s+/);
  for (const line of document.querySelectorAll("[data-find] > li")) {
    const text = plain(line.textContent);
    line.hidden = !words.every((word) => text.includes(word));
  }
}

field.addEventListener("input", narrow);
field.form.addEventListener("submit", (event) => {
  event.preventDefault();
  const left = document.querySelectorAll("[data-find] > li:not([hidden]) button");
  if (field.value && left.length === 1) left[0].click();
});
document.addEventListener("htmx:afterSwap", () => {
  if (field.value) field.focus();
  field.value = "";
  narrow();
});
