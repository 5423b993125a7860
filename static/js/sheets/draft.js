// A hand begun and not sent is there again after a reload, a locked phone or a closed tab, where
// the browser stores anything.
import { sheetOf } from "./outbox/sheet.js";
import { queue } from "./outbox/store.js";
import { isBegun, make, passOver, readFirst } from "../web/dom.js";
import { onContent } from "../web/htmx.js";
import { withLocalStorage } from "../web/storage.js";

const NOT_STORED = ["csrf_token", "seen", "ahead"];
const NOT_FILLED = [...NOT_STORED, "key", "seating"]; // they belong to the page

function draftForm() {
  return document.querySelector("[data-draft]");
}

// The name in localStorage of the draft of a sheet, by its address.
function nameOf(sheet) {
  return `marque:${sheet.split("/").pop()}`;
}

// That of the draft of this page's form.
function draftKey() {
  const form = draftForm();
  return form && nameOf(sheetOf(form.action));
}

function stored(key) {
  return withLocalStorage((store) => JSON.parse(store.getItem(key)));
}

function dealOf(fields) {
  return fields.find(([name]) => name === "deal")?.[1];
}

function keyOf(draft) {
  return draft?.fields.find(([name]) => name === "key")?.[1];
}

// The answers of the draft of a hand, from the form of this page or on its sheet.
export function draftOf({ key, sheet }) {
  const draft = stored(draftKey() || nameOf(sheet));
  return keyOf(draft) === key && draft.fields;
}

export function dropDraft() {
  withLocalStorage((store) => store.removeItem(draftKey()));
}

// A hand that is recorded is no draft any more, on whichever page it was sent from.
export function dropDraftOf({ key, sheet }) {
  const draft = stored(nameOf(sheet));
  if (keyOf(draft) === key) withLocalStorage((store) => store.removeItem(nameOf(sheet)));
}

function deal() {
  return document.querySelector(".deal");
}

// « Donne 5 », in the line of the deal.
function number() {
  return deal().firstElementChild;
}

// The number of the deal that the form is for, where the page knows it.
export function dealName() {
  return deal()?.matches(":not(.stale)") ? number().textContent.trim() : ""; // a form that goes is changed last of all
}

function store(form) {
  const fields = [...new FormData(form)].filter(([name]) => !NOT_STORED.includes(name));
  const named = dealName() || dealOf(stored(draftKey())?.fields || []);
  if (named) fields.push(["deal", named]);
  put(form.action, { draft: form.dataset.draft, fields });
}

function put(url, draft) {
  withLocalStorage((storage) => storage.setItem(nameOf(sheetOf(url)), JSON.stringify(draft)));
}

// The answers of a submission, as a draft has them.
export function answersOf({ fields, base, known, deal }) {
  return [...fields, ["base", base], ["known_hands", known.join(" ")], ["deal", deal]];
}

// A hand that the server has not taken is a draft again: as it was submitted, then as the page shows it.
export function keepDraft(submission) {
  put(submission.url, { draft: submission.draft, fields: answersOf(submission) });
}

export function keepShown() {
  if (draftForm()) store(draftForm());
}

// A person was asked about a hand of this sheet: the draft that was begun meanwhile knows it.
export function addToDraft(sheet, hand) {
  const draft = stored(nameOf(sheet));
  const known = draft?.fields.find(([field]) => field === "known_hands");
  if (!known) return;
  known[1] = `${known[1]} ${hand}`.trim();
  put(sheet, draft);
}

// The page does not know who deals the hand, if that is another one, nor who sits out in it.
export function fill(form, fields) {
  const base = form.elements.base?.value;
  for (const input of form.elements) {
    if (!input.name || NOT_FILLED.includes(input.name)) continue;
    const values = fields.filter(([name]) => name === input.name).map(([, value]) => value);
    if (input.type === "radio" || input.type === "checkbox") input.checked = values.includes(input.value);
    else if (values.length) input.value = values[0];
    if (input.dataset.keypadDigits !== undefined && values.length) input.dataset.typed = input.closest(".chips") ? values[0] : "";
  }
  const { base: filled, seating } = form.elements;
  const named = dealOf(fields);
  if (filled?.value !== base && number().textContent.trim() !== named) {
    deal().classList.toggle("stale", !named);
    if (named) number().textContent = named;
    deal().dataset.behind = "";
    seating.value = seating.value.split(".")[0];
  }
  form.classList.add("begun");
  form.dispatchEvent(new Event("change", { bubbles: true }));
}

// A draft whose hand is in the queue is none any more, unless it mends what was refused; a form begun meanwhile is left alone.
// One of a deal that was recorded meanwhile, or of another table, is offered, until another hand is begun.
async function restore(form) {
  const draft = stored(draftKey());
  if (!draft || isBegun(form)) return;
  const { fields } = draft;
  const queued = (await queue()).find(({ key }) => key === keyOf(draft));
  if (!form.isConnected) return; // the sheet was closed meanwhile
  const [, base] = fields.find(([name]) => name === "base") || [];
  const isOfThisDeal = base === form.elements.base?.value || dealOf(fields) === number().textContent.trim();
  if (queued && queued.state !== "look") dropDraft();
  else if (queued || isBegun(form)) return;
  else if (draft.draft === form.dataset.draft && isOfThisDeal) fill(form, fields);
  else offer(form, fields);
}

function offer(form, fields) {
  const reasons = form.querySelector(".reasons");
  const onclick = () => {
    reasons.textContent = "";
    passOver(); // where a key may be now
    fill(form, fields);
  };
  const words = make("p", { className: "warning", textContent: `${dealOf(fields) || ""} ${form.dataset.unfinished}` });
  reasons.append(words, make("button", { type: "button", className: "quiet", textContent: form.dataset.again, onclick }));
  readFirst(reasons);
}

onContent((content) => {
  const kept = content.querySelector("#drafted"); // of a closed sheet
  if (kept) kept.hidden = !stored(nameOf(location.pathname));
  const form = draftForm();
  if (form && content.contains(form)) restore(form);
});

// On the window, after the modules that listen on the document: the other side's points are
// stored too.
for (const kind of ["input", "change"]) {
  addEventListener(kind, ({ target }) => {
    const form = draftForm();
    if (form?.contains(target)) store(form);
  });
}
