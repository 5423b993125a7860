// The script of the page that takes in a night: what is pasted, and the night in the address of the page, are read
// at once. The parts of a night come one by one, each by a code, and wait on this device for the others.
import { withLocalStorage } from "../web/storage.js";

const STORED = "marque:night";
const form = document.querySelector("#brought");
const found = /night=(\d+)\/(\d+)-(\w+)-[\w-]+/.exec(window.location.href);

// The parts of this night that have come, this one too.
function collect([part, number, , check]) {
  const stored = withLocalStorage((storage) => JSON.parse(storage.getItem(STORED))) || {};
  const parts = { ...(stored.check === check ? stored.parts : {}), [number]: part };
  withLocalStorage((storage) => storage.setItem(STORED, JSON.stringify({ check, parts })));
  return parts;
}

function take() {
  const count = Number(found[2]);
  const parts = collect(found);
  const missing = Array.from({ length: count }, (_, n) => n + 1).filter((n) => !parts[n]);
  form.elements.pasted.value = Object.values(parts).join("\n");
  window.history.replaceState(null, "", window.location.pathname); // back does not read it again
  if (!missing.length) {
    withLocalStorage((storage) => storage.removeItem(STORED));
    return form.submit();
  }
  const line = form.querySelector("[role=status]");
  line.textContent = `${form.dataset.part} ${missing.join(", ")} / ${count}`;
  line.hidden = false;
  form.scrollIntoView();
}

if (found) take();
// Nothing is written before the button of the page that shows what was read.
form.elements.pasted.addEventListener("input", (event) => {
  if (event.inputType !== "insertFromPaste") return;
  form.elements.file.value = ""; // what comes last is meant
  form.querySelector("button").click();
});
window.addEventListener("hashchange", () => window.location.reload());
