// Rare questions open from the bottom of the screen. Closed, each says what was answered, without what is asked beside it.
import { passOver } from "./dom.js";
import { onContent } from "./htmx.js";

function answerTo(input) {
  const row = input.closest(".row-ask:not(.tall)");
  const label = (words) => (words.querySelector("bdi") || words).textContent.trim();
  const who = row && label(row.querySelector(".who"));
  if (input.closest(".tally")) return input.value > 1 ? `${who} ×\xa0${input.value}` : who;
  return [label(input.nextElementSibling), who].filter(Boolean).join(" ");
}

function isNothing(input) {
  return ["", "none"].includes(input.value) || (input.value === "0" && input.closest(".tally"));
}

export function showAnswers(form) {
  for (const summary of form.querySelectorAll(".rare summary")) {
    const answers = [...summary.parentElement.querySelectorAll(":checked")].filter((input) => !isNothing(input) && !input.closest(".beside"));
    summary.querySelector("b").textContent = [...new Set(answers.map(answerTo))].join(", ");
    summary.classList.toggle("answered", answers.length > 0);
  }
}

function close(details) {
  details.open = false;
  details.querySelector("summary").focus();
}

// A tap on the one answer that a panel asks for closes it; where another is asked beside it, once that is answered, and not by it:
// who doubled may have been doubled again.
// With the keys one passes over others on the way.
function isLastTap({ target, detail }) {
  if (target.type !== "radio" || !detail) return false;
  const inputs = [...target.closest(".panel").querySelectorAll("input")].filter((input) => input.offsetParent);
  const isOne = (list) => list.every(({ name }) => name === list[0].name);
  const [beside, asked] = [true, false].map((is) => inputs.filter((input) => Boolean(input.closest(".beside")) === is));
  const isAnswered = !beside.includes(target) && !beside.some(({ value, checked }) => checked && value === "none");
  return isOne(asked) && isOne(beside) && (target.value === "none" || isAnswered);
}

document.addEventListener("click", (event) => {
  const details = event.target.closest(".rare .panel")?.closest("details");
  if (details && (event.target.closest("[data-close]") || isLastTap(event))) close(details);
});

// Under a panel that closes are keys: a slow second tap types nothing.
document.addEventListener("toggle", ({ target }) => target.closest(".rare, .menu") && passOver(target.open ? 300 : 800), true);

// Rare questions have an answer that stands for « nothing », the others have none.
export function empty(input) {
  if (input.type === "radio") input.checked = input.matches("details [value=none], .tally [value='0']");
  else if (input.type === "checkbox") input.checked = false;
  else if (input.matches("input:not([type=hidden])")) input.value = "";
}

// On the document: before the window hears it, where the answers are sent and stored.
document.addEventListener("change", ({ target }) => {
  const form = target.closest("form") || target;
  const panel = target.closest(".panel");
  if (panel && target.value === "none" && !target.closest(".beside")) panel.querySelectorAll("input").forEach(empty);
  const none = panel?.querySelector("input[value=none]:checked");
  if (none && target.name !== none.name && target.name.startsWith(none.name.replace(/_[^_]*$/, "_")) && !isNothing(target)) {
    none.checked = false; // « Non » is no answer any more
    if (target.closest(".beside")) none.closest("label").nextElementSibling.control.click(); // who doubled says that it was
  }
  if (form.id !== "entry") return;
  showAnswers(form);
  if (target.type === "checkbox") passOver(400); // a double tap sets it once
});

onContent((content) => {
  const form = content.querySelector("#entry");
  if (form) showAnswers(form);
});
