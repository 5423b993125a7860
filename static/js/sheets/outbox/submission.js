// Forms with data-outbox: stored on this phone once they are submitted, then sent. The form of the
// next hand (« next ») is free for another one at once; any other page shows the sheet once it is
// recorded. The server answers with what changes on the page.
import { addToDraft, dealName, dropDraft, dropDraftOf } from "../draft.js";
import { formKeys, handForm, isBegun, make, passOver, readFirst } from "../../web/dom.js";
import { onContent, showPage, showUpdate } from "../../web/htmx.js";
import { refresh } from "../../web/live.js";
import { awaitAnswer, isAwaited, leaveFor } from "../../web/navigation.js";
import { askToKeep } from "../../web/storage.js";
import { dropPreview, lacking, showReasons } from "../preview.js";
import { newKey } from "./keys.js";
import { dropShown, isReviewed, showRefused } from "./list.js";
import { CLOSED, streamOf } from "./machine.js";
import { addKnown, begin, fillAgain, knowOwn, nameOf } from "./next_hand.js";
import { flush, happen, isInTrouble, on, start } from "./outbox.js";
import { sheetOf } from "./sheet.js";
import { shows, streamOfPage } from "./shown.js";
import { heldInMemory, queue } from "./store.js";

const NOT_SENT = ["csrf_token", "base", "known_hands", "ahead", "replaces"];
const texts = document.querySelector("#outbox").dataset;
let storing = false;

function isPass(button) {
  return button?.name === "passed";
}

// The answers with their labels; of the points, one side's. The rare ones come last.
function describe(form, button) {
  if (isPass(button)) return button.textContent.trim();
  const inputs = form.querySelectorAll("fieldset.ask :checked, fieldset.ask [data-keypad-digits]:not([data-side=defence]), label.text input");
  const answers = [...inputs].map((input) => (input.checked || input.value) && `${input.closest("label").textContent.trim()} ${input.checked ? "" : input.value}`.trim());
  for (const { textContent } of form.querySelectorAll(".rare .answered")) answers.push(textContent.trim().replace(/\s+/g, " "));
  return [form.dataset.outboxWords, ...answers].filter(Boolean).join(" · ");
}

function submissionOf(form, button) {
  const fields = [...new FormData(form)].filter(([name]) => !NOT_SENT.includes(name));
  if (button?.name) fields.push([button.name, button.value]);
  const given = form.elements.key?.value;
  const key = given || newKey();
  if (!given) fields.push(["key", key]);
  return {
    key,
    sheet: sheetOf(form.action),
    stream: streamOfPage(),
    url: form.action,
    draft: form.dataset.draft,
    fields,
    base: form.elements.base?.value || "",
    known: (form.elements.known_hands?.value || "").split(" ").filter(Boolean),
    compared: form.dataset.outboxCompared,
    replaces: form.dataset.outboxReplaces,
    deal: form.dataset.outbox === "next" ? dealName() : "",
    words: describe(form, button),
    passed: isPass(button),
    isHand: form.dataset.outbox === "next",
    at: Date.now(),
  };
}

// What to ask before this is stored, if anything: a hand that lacks an answer while nobody can say
// so, and a second passed deal while the first one is on its way.
async function question(form, submission) {
  if (!submission.isHand) return "";
  const sameSheet = (await queue()).filter((one) => streamOf(one) === streamOf(submission) && one.key !== submission.key);
  if (submission.passed) return sameSheet.length && sameSheet[sameSheet.length - 1].passed ? texts.passedAgain : "";
  return isInTrouble() || sameSheet.length ? frame(lacking(form)) : "";
}

// Frame these questions, which have no answer, and name them.
function frame(missing) {
  for (const ask of missing) ask.classList.add("refused");
  return missing.length ? `${dealName()} ${texts.lacks} ${missing.map((ask) => ask.querySelector("legend").textContent.toLowerCase()).join(", ")}` : "";
}

async function submit(form, button) {
  const submission = submissionOf(form, button);
  const isYes = button?.matches("[data-yes]");
  if (isYes) passOver(800); // its second tap
  const asked = isYes ? "" : await question(form, submission);
  if (asked) return ask(form, button, asked);
  const noted = await happen({ type: "note", key: submission.key, submission, spare: newKey() });
  awaitAnswer(noted.key);
  askToKeep();
  if (submission.draft) dropDraft();
  if (submission.compared) addToDraft(submission.sheet, submission.compared);
  flush();
  if (submission.isHand) showBegun(form);
  else if (form.elements.key) form.elements.key.value = noted.key;
}

// A question over the keys, where the button was not that led to it. What lacks has to be answered, unless the browser shows
// what is not asked.
function ask(form, button, text) {
  const [yes, no] = texts.sure.split("|").map((textContent) => make("button", { className: "quiet", name: button?.name || "", value: button?.value || "", textContent }));
  yes.dataset.yes = no.dataset.no = "";
  no.type = "button";
  const words = make("p", { className: "warning", textContent: text });
  words.setAttribute("role", "alert");
  const reasons = form.querySelector(".reasons");
  reasons.textContent = "";
  reasons.append(words, ...(isPass(button) || !CSS.supports("selector(:has(a))") ? [no, yes] : []));
  readFirst(yes);
  showReasons();
}

export function showBegun(form) {
  if (!form.isConnected) return; // the sheet was closed meanwhile
  begin(form);
  passOver(800); // « Donne passée » may be where « Effacer » was
  knowOwn();
  dropPreview();
  form.inert = false; // or nothing in it takes the focus
  form.querySelector(".reasons").focus({ preventScroll: true }); // not the button: a second Enter is no second hand
  requestAnimationFrame(() => scrollTo(0, 0)); // to the first question, once the form is drawn: else Chromium leaves the old keys there
}

// SubmitEvent.submitter is younger than some phones.
let pressed = null;
document.addEventListener("click", (event) => (pressed = event.target.closest("button")));

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.dataset.outbox) return;
  event.preventDefault();
  const button = pressed?.form === form ? pressed : null;
  if (storing) return;
  if (form.dataset.outbox === "next" && !button?.name && !isBegun(form)) {
    const words = frame(lacking(form).slice(0, 1));
    if (!(await queue()).some(({ state }) => state === "noted")) dropPreview(words); // not while the hand that was in it is on its way
    return showReasons();
  }
  storing = form.inert = true;
  if (form.closest(".toast")) handForm()?.classList.remove("begun"); // a hand that was taken back: nobody has touched it since
  try {
    await submit(form, button);
  } finally {
    storing = false;
    if (form.dataset.outbox === "next") form.inert = false;
  }
});

// Show what was recorded.
function follow(submission, { location, html }) {
  if (!shows(submission.sheet)) {
    if (!isAwaited(submission.key)) refresh();
    else if (html) showPage(html, location.split("?")[0]);
    else leaveFor(location);
    return;
  }
  addKnown(handForm(), submission.key);
  if (window.location.pathname.endsWith("/hands")) history.replaceState(null, "", submission.sheet); // a reload posts nothing
  if (!html || !showUpdate(html)) refresh();
}

on("settled", async (submission, outcome, answer) => {
  const form = handForm();
  const isNext = form?.dataset.outbox === "next";
  const isFree = !isNext || !isBegun(form);
  const isRefused = (await queue()).some(({ key, state }) => key === submission.key && state === "look"); // and was not mended meanwhile
  if (outcome && isRefused && isAwaited(submission.key) && (isFree || isReviewed(submission.key))) return showRefused(submission, answer);
  if (outcome === "recorded") {
    dropDraftOf(submission);
    follow(submission, answer);
  } else if (answer.status === CLOSED) follow(submission, { location: submission.sheet }); // which says so, and reopens it
  if (isNext && outcome !== "recorded" && isAwaited(submission.key)) awaitAnswer(null); // later it is shown in the list
});

// A link that leaves what was submitted unrecorded, since it is another line of the sheet. A page that is left
// takes the changes of the queue with it that are not stored yet.
document.addEventListener("click", async (event) => {
  if (event.target.matches("[data-no]") && !handForm().dataset.mends) await dropShown(); // nothing waits for an answer
  const link = event.target.closest("[data-outbox-drop]");
  if (!link) return;
  event.preventDefault();
  const compared = link.dataset.outboxDrop;
  const sheet = sheetOf(link.href);
  for (const key of formKeys()) dropDraftOf({ key, sheet });
  if (compared) addToDraft(sheet, compared);
  await dropShown(compared);
  leaveFor(link.href);
});

addEventListener("beforeunload", (event) => {
  if (heldInMemory().length) event.returnValue = "?";
});

on("change", knowOwn);
document.addEventListener("turn", knowOwn); // turn.js is there

// A submission whose form the server shows again is one that it has not recorded. Loaded once more, the
// form goes on with it: each attempt would be one more to look at.
async function markForms(content) {
  for (const form of content.querySelectorAll("form[data-outbox]")) {
    const key = form.elements.replaces?.value || form.elements.key?.value;
    const name = nameOf(form);
    if (key && (await happen({ type: "shown", key, form: name }))) form.dataset.outboxReplaces = key;
    else {
      const refused = (await queue()).find((one) => one.state === "look" && one.form === name);
      if (refused?.isHand) fillAgain(refused);
      else if (refused) form.dataset.outboxReplaces = refused.key;
    }
  }
}

onContent((content) => {
  for (const yes of content.querySelectorAll("[data-yes]")) readFirst(yes);
  knowOwn();
  const marked = markForms(content);
  if (content === document.body) marked.then(start);
});
