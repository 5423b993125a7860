// Sending: one submission at a time and in order; a sheet that does not answer, or is closed, holds back its own
// submissions only. Sent twice it is recorded once, by its key.
//
// Everything that it needs of the world is given to it, so that tests run it without a browser:
//
//     queue()               the submissions, in order
//     happen(event)         once the change is stored
//     post(submission)      { status, head, location, retryAfter }; status 0 without an answer
//     settled(submission, outcome, answer)   called after each answer
//     later(act, wait)      call once after so many milliseconds; the last call counts
//     random()
import { CLOSED, nextToSend, streamOf, toPost } from "./machine.js";

const SHORTEST = 500;
const LONGEST = 15000;

export function createSender({ queue, happen, post, settled, later, random }) {
  let sending = false;
  let askedAgain = false;
  let failures = 0;

  // Send all that can be sent; what had no answer is tried again later.
  async function flush() {
    askedAgain = sending;
    if (sending) return;
    sending = true;
    let wait;
    try {
      do {
        askedAgain = false;
        wait = await sendAll();
      } while (askedAgain);
    } finally {
      sending = false;
    }
    failures = wait ? failures + 1 : 0;
    if (failures) later(flush, wait + Math.min(LONGEST, SHORTEST * 2 ** failures) * (0.7 + 0.6 * random()));
  }

  // How long what had no answer is to wait. Asked again, every sheet is: one that was closed may be open by then.
  async function sendAll() {
    const silent = new Set();
    let wait = 0;
    for (;;) {
      const waiting = await queue();
      const next = nextToSend(waiting, silent);
      if (!next) return wait;
      const answer = await post(toPost(waiting, next));
      const outcome = outcomeOf(answer);
      if (outcome) await happen({ ...answer, type: outcome, key: next.key, revision: next.revision });
      else wait = Math.max(wait, answer.retryAfter || 1);
      if (!outcome || answer.status === CLOSED) silent.add(streamOf(next));
      settled(next, outcome, answer);
    }
  }

  return { flush, isInTrouble: () => failures > 0 };
}

// An answer of the server about this submission: `recorded`, `refused`, or none yet.
export function outcomeOf({ status }) {
  if (status === 201) return "recorded";
  return status < 400 || status >= 500 || [408, 425, 429].includes(status) ? null : "refused";
}
