// The submissions of this phone that the server has not recorded: on the pages of their sheet, and on the first page.
import { formKeys, handForm, make, passOver } from "../../web/dom.js";
import { showPage } from "../../web/htmx.js";
import { draftOf, dropDraft } from "../draft.js";
import { dropPreview, showReasons } from "../preview.js";
import { awaitAnswer, leaveBy } from "../../web/navigation.js";
import { withLocalStorage } from "../../web/storage.js";
import { toPost } from "./machine.js";
import { begin, fillAgain, knowOwn } from "./next_hand.js";
import { newKey } from "./keys.js";
import { flush, happen, isInTrouble, on } from "./outbox.js";
import { postForm } from "./post.js";
import { sheetOf } from "./sheet.js";
import { streamOfPage } from "./shown.js";
import { heldInMemory, queue } from "./store.js";

const list = document.querySelector("#outbox");
const texts = list.dataset;
const YOUNG = 3000; // milliseconds in which most are recorded, and nothing moves
let reviewed = null;
const DROPPED = "marque:dropped"; // by the page before, of its sheet
const left = withLocalStorage((storage) => JSON.parse(storage.getItem(DROPPED)));
let dropped = left && isHere(left) ? left : null; // until another hand is noted: it can be put back
if (dropped) withLocalStorage((storage) => storage.removeItem(DROPPED));

function button(text, act) {
  return make("button", { type: "button", className: "plain", textContent: text, onclick: act });
}

// It is posted again, for the page of the server's answer; without one it waits.
async function review({ key }) {
  reviewed = key;
  await happen({ type: "review", key });
  awaitAnswer(key);
  flush();
}

// The page of the server's answer, where a person has to read it; the shortest errors are no pages.
export async function showRefused({ key, sheet }, { html }) {
  const submission = await happen({ type: "review", key });
  if (html.includes('id="page"')) showPage(html, isReviewed(key) ? sheet : window.location.href);
  else leaveBy(async () => postForm(toPost(await queue(), submission)));
}

// A person wants to see the answer to this submission.
export function isReviewed(key) {
  return key === reviewed;
}

// The form of this page is that of the next hand of its sheet.
function fits({ url }) {
  const form = handForm();
  return form?.dataset.outbox === "next" && form.action === url;
}

// A hand that waits stands in the form, and waits on as it was until that is saved.
function mend(submission) {
  list.textContent = ""; // it closes
  if (!fillAgain(submission)) dropPreview(texts.busy);
  show();
}

// The form of this page is left as it was before the hand stood in it.
function leave() {
  dropDraft();
  begin(handForm());
  knowOwn();
  flush();
  show();
}

// Without the server there is no page of its answer, and that does not know what was mended since: the form of this page has to do.
function open(submission) {
  if (fits(submission) && (isInTrouble() || draftOf(submission.key))) mend(submission);
  else review(submission);
}

// The links of its sheet were renewed since, and this page has the new one.
function isReaddressed({ state, stream, sheet }) {
  return state === "look" && Boolean(stream) && stream === streamOfPage() && sheet !== sheetOf(window.location.href);
}

// A renewed link of its sheet has another address, and a machine that takes over another stream.
function isHere({ stream, sheet }) {
  return document.querySelector(".home") || stream === streamOfPage() || window.location.href.startsWith(sheet);
}

function nameOf(sheet) {
  return [...document.querySelectorAll("[data-sheet]")].find(({ href }) => href === sheet)?.dataset.sheet;
}

async function sendHere({ key }) {
  await happen({ type: "readdress", key, sheet: sheetOf(window.location.href), spare: newKey() });
  flush();
}

// The next page says what this one drops, unless it is identical to what stays.
export async function dropShown(compared) {
  const submission = (await queue()).find(({ key, state }) => state === "look" && formKeys().includes(key));
  if (!submission) return;
  await happen({ type: "drop", key: submission.key, compared });
  if (document.querySelectorAll(".version")[1]) withLocalStorage((storage) => storage.setItem(DROPPED, JSON.stringify({ ...submission, state: "dropped" })));
}

async function drop(submission) {
  if (draftOf(submission.key)) dropDraft();
  await happen({ type: "drop", key: submission.key });
  dropped = { ...submission, state: "dropped" };
  show();
  passOver(800); // another « Effacer » may be where this one was
}

function buttons(submission) {
  if (submission.state === "look") {
    const first = isReaddressed(submission) ? button(texts.sendHere, () => sendHere(submission)) : button(texts.open, () => open(submission));
    return [first, button(texts.drop, () => drop(submission))];
  }
  if (submission.state === "dropped") return [button(texts.undo, () => happen({ type: "putBack", key: submission.key, submission }))];
  if (!fits(submission) || submission.passed) return [];
  return [formKeys().includes(submission.key) ? button(texts.undo, leave) : button(texts.takeBack, () => mend(submission))];
}

function item(submission) {
  const { state, words, sheet, why } = submission;
  const line = make("li", {});
  const acts = make("span", { className: "acts" });
  acts.append(...buttons(submission));
  line.append(make("b", { textContent: words }), make("span", { textContent: isReaddressed(submission) ? texts.readdressed : [texts[state] || texts.wait, state === "look" && why].filter(Boolean).join(" : "), className: state === "look" ? "look" : "wait" }), acts, make("small", { dir: "auto", textContent: nameOf(sheet) }));
  return line;
}

// What waits is one line, which opens: since when, once most would have been recorded.
function folded(submissions, open) {
  if (!submissions.length) return "";
  const [{ at }] = submissions;
  const details = make("details", { open });
  const lines = make("ul", {});
  lines.append(...submissions.map(item));
  const time = new Date(at).toTimeString().slice(0, 5);
  details.append(make("summary", { textContent: `${texts.unsent} ${time} · ${submissions.length} ${texts.hands.split(" ")[+(submissions.length > 1)]}` }), lines);
  const line = make("li", { className: Date.now() - at < YOUNG ? "waiting young" : "waiting" });
  line.append(details);
  return line;
}

async function show() {
  const submissions = (await queue()).filter(isHere);
  const shown = formKeys();
  const isOpen = Boolean(list.querySelector("[open]"));
  list.textContent = "";
  const looked = submissions.filter(({ state, key }) => state === "look" && !shown.includes(key));
  if (dropped) looked.push(dropped);
  list.append(...looked.map(item), folded(submissions.filter(({ state }) => state !== "look"), isOpen));
  if (heldInMemory().length) list.append(make("li", { textContent: texts.memory }));
  showReasons(); // which this list has moved
}

on("change", (what) => {
  if (["note", "putBack"].includes(what)) dropped = null;
  show();
});
