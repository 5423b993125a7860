// Posting a submission in the background.
import { retryAfter } from "../../web/connection.js";
import { sheetOf } from "./sheet.js";
import { fieldsShown, streamOfPage } from "./shown.js";

const ANSWER_WITHIN = 8000;
const NO_ANSWER = { status: 0 };

// The links of a sheet may have been renewed since: a page of it has the new one.
function addressOf({ url, sheet, stream }) {
  return stream && stream === streamOfPage() ? sheetOf(location.href) + url.slice(sheet.length) : url;
}

// The answer to a submission.
export function post(submission) {
  const { fields, base, known } = submission;
  return send(addressOf(submission), [...fields, ["base", base], ["known_hands", known.join(" ")], ...fieldsShown(submission)]);
}

// The answer of the server to a form, which marks its own: what a proxy or the page of a café's
// Wi-Fi says is no answer.
export async function send(url, fields, retried = false) {
  const control = new AbortController();
  const timeout = setTimeout(() => control.abort(), ANSWER_WITHIN);
  try {
    const headers = { "X-Outbox": "1", "X-CSRFToken": document.querySelector("[name=csrf_token]").value };
    const body = new URLSearchParams(fields);
    const answer = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal: control.signal });
    if (!answer.headers.has("X-Outbox")) return { ...NO_ANSWER, retryAfter: retryAfter(answer) };
    const fresh = answer.headers.get("X-CSRF-Token");
    if (!fresh) return await read(answer);
    for (const input of document.querySelectorAll("[name=csrf_token]")) input.value = fresh;
    return retried ? NO_ANSWER : send(url, fields, true);
  } catch {
    return NO_ANSWER;
  } finally {
    clearTimeout(timeout);
  }
}

// The mark of the server is the head of the event that was recorded.
async function read(answer) {
  const head = answer.headers.get("X-Outbox");
  const location = answer.headers.get("Location");
  const html = await answer.text();
  return { status: answer.status, head, location, html, why: answer.status < 400 ? "" : reasonIn(html), retryAfter: retryAfter(answer) };
}

// Why a page says that nothing was recorded.
function reasonIn(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  return (page.querySelector(".reasons [role=alert], .lead[role=alert], body > p")?.textContent || "").trim().replace(/\s+/g, " ");
}
