// The outbox as a state machine: what becomes of a submission, by its state and by what happens.
// It knows no browser: tests run this file over every interleaving of events.
//
// A submission is one posted form: { key, sheet, url, fields, base, state, revision, order, … }.
// Its key is its idempotency key: the server records it once, and it names this submission for ever.
// `replaces` is the key of a submission that its form showed again, `base` the head of the sheet that
// the person saw (the number of its last event and the beginning of its hash), and `fields` are pairs of a name and a value, the key among them.
// A hand is for the deal after `base`, and after the hands in `known`: those of this phone by their keys,
// and those that a person was asked about, by their heads. `compared` is such a head, once that was answered.
//
//     absent      not here: never stored, recorded by the server, or dropped by a person
//     noted       to be sent in its order, also once more: perhaps it is recorded
//     look        a person decides: refused by the server, or shown in a form
const TRANSITIONS = {
  absent: { note, putBack },
  noted: { note, recorded: strike, refused: refuse, shown: showAgain, drop },
  look: { note, recorded: strike, shown: showAgain, drop, review },
};

export const CLOSED = 423;
const UNCHANGED = { stored: [], removed: [] };

// What an event changes: the submissions to be stored, the keys of those to be removed, and the one
// that the event is about as it is afterwards. Events:
//
//     note        a person submits a form: `submission`, and `spare`, a key never used before, which
//                 tells this revision from any other under the same key
//     recorded    the server has it: `head` names its event, `revision` is that of the submission sent
//     refused     the server has not recorded it, and will not: `revision` as above, `why` in words; with the `status` CLOSED not
//                 before its sheet is reopened
//     shown       a form shows it again: `form`, a name of that
//     review      it is sent as it is: a person leaves its form, or wants to see why it was refused
//     putBack     a person wants what was dropped to be there again: `submission`
//     drop        a person drops it; `compared`, if that was because it is another hand of the sheet
//
// No answer is no event: it is sent again.
export function apply(queue, event) {
  const held = queue.find(({ key }) => key === event.key);
  const act = (TRANSITIONS[held ? held.state : "absent"] || TRANSITIONS.noted)[event.type]; // as a state of an earlier version
  const outdated = held && event.revision !== undefined && event.revision !== held.revision;
  return (act && !outdated && act(held, event, queue)) || UNCHANGED;
}

// The queue after the changes of `apply`.
export function changed(queue, { stored, removed }) {
  const gone = new Set([...removed, ...stored.map(({ key }) => key)]);
  return [...queue.filter(({ key }) => !gone.has(key)), ...stored].sort((one, other) => one.order - other.order);
}

// What is the same for all submissions of a sheet, also under its renewed links.
export function streamOf({ stream, sheet }) {
  return stream || sheet;
}

// The next submission to be posted, of the sheets that answer.
export function nextToSend(queue, silent) {
  return queue.find((one) => one.state !== "look" && !silent.has(streamOf(one)) && !holderOf(queue, one));
}

// The hand before this one of which a person has to decide first: hands are recorded in their order, whatever the address of their sheet.
export function holderOf(queue, one) {
  const isBefore = (other) => other.order < one.order && streamOf(other) === streamOf(one);
  return one.isHand && queue.find((other) => other.isHand && other.state === "look" && isBefore(other));
}

function review(held) {
  return keep({ ...held, state: "noted" });
}

function refuse(held, { why, status }) {
  return keep({ ...held, state: status === CLOSED ? "noted" : "look", why });
}

// The form that shows it goes on with it, also once it is loaded again.
function showAgain(held, { form }) {
  return keep({ ...held, state: "look", form });
}

function keep(submission) {
  return { stored: [submission], removed: [], submission };
}

// One form submitted twice is one submission, and another one under its key gets a key of its own. What a person has mended
// takes the place of what it was.
function note(held, { submission, spare }, queue) {
  const isOther = held && submission.replaces !== held.key;
  if (isOther && JSON.stringify(held.fields) === JSON.stringify(submission.fields)) return { ...UNCHANGED, submission: held };
  const former = queue.find(({ key }) => key === submission.replaces);
  const { order, isHand } = former || { order: Math.max(0, ...queue.map((other) => other.order)) + 1 };
  const key = isOther ? spare : submission.key;
  const fields = submission.fields.map(([name, value]) => [name, name === "key" ? key : value]);
  const isMended = ([name]) => name === "mended";
  const [, mended] = former?.fields.find(isMended) || [];
  if (mended && !fields.some(isMended)) fields.push(["mended", `${mended} ${spare}`]); // the form is of before, in another tab
  const stored = { ...submission, key, fields, state: "noted", revision: spare, order, isHand: isHand || submission.isHand };
  const others = submission.compared ? othersKnow(stored, submission.compared, queue) : [];
  const removed = former && former.key !== key ? [former.key] : [];
  return { stored: [stored, ...others.filter((other) => !removed.includes(other.key))], removed, submission: stored };
}

function putBack(held, { submission }) {
  return keep(submission);
}

function drop(held, { compared }, queue) {
  return { stored: compared ? othersKnow(held, compared, queue) : [], removed: [held.key] };
}

function strike(held, event, queue) {
  return { stored: seen(held, event, queue), removed: [held.key] };
}

// The other submissions of the sheet have seen it if nobody else wrote in between; else they know of it.
function seen(held, { head }, queue) {
  const follows = parseInt(head) - parseInt(held.base) === 1;
  const isSeen = ({ base }) => follows && base === held.base;
  return othersKnow(held, held.key, queue).map((other) => (isSeen(other) ? { ...other, base: head } : other));
}

function othersKnow(held, hand, queue) {
  const others = queue.filter((other) => other.key !== held.key && streamOf(other) === streamOf(held));
  return others.map((other) => ({ ...other, known: [...new Set([...(other.known || []), hand])] }));
}

// A submission as it is posted: it knows of all hands of this phone.
export function toPost(queue, submission) {
  const { key, known = [] } = submission;
  const own = queue.filter((other) => other.isHand && streamOf(other) === streamOf(submission) && other.key !== key);
  return { ...submission, known: [...new Set([...known, ...own.map((other) => other.key)])] };
}
