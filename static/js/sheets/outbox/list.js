// The submissions of this phone that the server has not recorded: on the pages of their sheet, and on the first page.
import { formKeys, handForm, make, passOver } from "../../web/dom.js";
import { showPage } from "../../web/htmx.js";
import { dealName, draftOf, dropDraft, dropDraftOf, keepDraft, keepShown } from "../draft.js";
import { dropPreview } from "../preview.js";
import { awaitAnswer, leaveFor } from "../../web/navigation.js";
import { holderOf } from "./machine.js";
import { begin, fillAgain, fits } from "./next_hand.js";
import { flush, happen, isInTrouble, on } from "./outbox.js";
import { streamOfPage } from "./shown.js";
import { heldInMemory, queue } from "./store.js";

const list = document.querySelector("#outbox");
const texts = list.dataset;
const asks = texts.asks.split("|");
const YOUNG = 3000; // milliseconds in which most are recorded, and nothing moves
let reviewed = null;

// It closes the list, which may be over what it leads to.
function button(textContent, act) {
  const onclick = () => {
    list.textContent = "";
    act();
  };
  return make("button", { type: "button", className: "plain", textContent, onclick });
}

// What others of the queue may wait for.
async function change(event) {
  await happen(event);
  flush();
}

// It is posted again, for the page of the server's answer; without one it waits.
function review({ key }) {
  reviewed = key;
  awaitAnswer(key);
  change({ type: "review", key });
}

// The page of the server's answer, where a person has to answer it; what asks nothing stands here, beside « Effacer ». A hand that
// never waited is a draft again where the answer is its form: the server has not recorded it. One that was mended it may have, before.
export async function showRefused(submission, { html }) {
  const { key, sheet, draft, fields } = submission;
  if (!html.includes("data-outbox=")) return show(true);
  const isDraft = draft && html.includes("data-draft") && !isReviewed(key) && !fields.some(([name]) => name === "mended");
  if (isDraft) {
    keepDraft(submission); // first: the page may be gone at any moment
    await happen({ type: "drop", key });
  }
  showPage(html, isReviewed(key) ? sheet : location.href);
  if (isDraft) keepShown();
}

// A person wants to see the answer to this submission.
export function isReviewed(key) {
  return key === reviewed;
}

// A hand that waits stands in the form, and is not sent until that is saved or left.
async function mend(submission) {
  const form = fillAgain(submission);
  if (form) return happen({ type: "shown", key: submission.key, form });
  dropPreview(`${dealName()} ${handForm().dataset.unfinished}`);
  show();
}

// The form of this page is left as it was before the hand stood in it, and that is sent as it was.
function leave() {
  const { outboxReplaces: key } = handForm().dataset;
  dropDraft();
  begin(handForm());
  change({ type: "review", key });
}

// Without the server there is no page of its answer, and that does not know what was mended since: the form of this page has to do,
// or that of its sheet, which may be closed.
function open(submission) {
  const draft = draftOf(submission);
  if (fits(submission) && (isInTrouble() || draft)) mend(submission);
  else if (!draft) review(submission);
  else if (isInTrouble()) show(true);
  else leaveFor(submission.sheet);
}

// A renewed link of its sheet has another address, and a machine that takes over another stream.
function isHere({ stream, sheet }) {
  return document.querySelector(".home") || stream === streamOfPage() || location.href.startsWith(sheet);
}

export async function dropShown(compared) {
  const submission = (await queue()).find(({ key, state }) => state === "look" && formKeys().includes(key));
  if (submission) await happen({ type: "drop", key: submission.key, compared });
}

async function drop(submission) {
  const { key } = submission;
  dropDraftOf(submission);
  await happen({ type: "drop", key });
  const notice = make("div", { className: "notice toast" });
  notice.append(make("p", { textContent: `${nameOf(submission)} ${texts.dropped}` }), button(texts.undo, () => change({ type: "putBack", key, submission })));
  document.querySelector("#notice").replaceChildren(notice);
  flush(); // those behind it
  passOver(800); // another « Effacer » may be where this one was
}

function firstAsked(submissions) {
  return submissions.find(({ state }) => state === "look");
}

// The head leads to the first that is asked about; the next ones may wait for no other.
function item(submission, n, submissions) {
  const { state, deal, words, sheet, why } = submission;
  const isAsked = state === "look";
  const line = make("li", { className: isAsked ? "" : "wait" });
  const acts = make("span", { className: "acts" });
  if (!isAsked && fits(submission)) acts.append(button(texts.takeBack, () => mend(submission)));
  if (isAsked && submission !== firstAsked(submissions)) acts.append(button(texts.open, () => open(submission)));
  acts.append(button(texts.drop, () => drop(submission)));
  const shown = [...document.querySelectorAll("[data-sheet]")].find(({ href }) => href === sheet);
  line.append(make("b", { textContent: `${deal || ""} ${words}` }), make("span", { textContent: why, className: isAsked ? "look" : "" }), acts, make("small", { textContent: shown?.dataset.sheet }));
  return line;
}

function nameOf({ deal, words }) {
  return deal || words.split(" · ")[0];
}

// What a person has to know first, and the button for it: the hand in the form is one that waits; one is to be answered, before
// those behind it are sent.
function headOf(submissions) {
  const mended = handForm()?.dataset.mends;
  if (mended) return [make("span", { textContent: `${texts.mending} ${mended}` }), button(texts.undo, leave)];
  const asked = firstAsked(submissions);
  if (!asked) return [];
  return [button(`${nameOf(asked)} ${asks[0]}${submissions.some((one) => holderOf(submissions, one)) ? asks[1] : ""}`, () => open(asked))];
}

// All that waits is one line in one place, which opens: since when, once most would have been recorded, or the
// beginning of why; a form says that its sheet is open again.
function folded(submissions, open) {
  const head = headOf(submissions);
  const line = make("li", { className: `waiting ${head.length || isInTrouble() || Date.now() - submissions[0].at > YOUNG ? "" : "young"}` });
  line.append(...head);
  if (!submissions.length || handForm()?.dataset.mends) return line;
  const details = make("details", { open });
  const lines = make("ul", {});
  lines.append(...submissions.map(item));
  const [{ at, why }] = submissions;
  const time = new Date(at).toTimeString().slice(0, 5);
  const said = `${(!handForm() && why?.split(":")[0]) || `${texts.unsent} ${time}`} · ${submissions.length} ${texts.hands.split(" ")[+(submissions.length > 1)]}`;
  details.append(make("summary", head.length ? { title: said } : { textContent: said }), lines);
  line.append(details);
  return line;
}

async function show(opens) {
  const shown = formKeys();
  const submissions = (await queue()).filter((one) => isHere(one) && !(one.state === "look" && shown.includes(one.key)));
  const isOpen = opens === true || list.querySelector("[open]");
  list.textContent = "";
  if (submissions.length || handForm()?.dataset.mends) list.append(folded(submissions, isOpen));
  if (heldInMemory().length) list.append(make("li", { textContent: texts.memory }));
}

on("settled", show); // what only this page holds
on("change", show);
