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
//     noted       stored on this phone, never sent
//     sent        sent at least once: perhaps recorded, perhaps not
//     look        refused by the server: a person decides
export const TRANSITIONS = {
  absent: { note: store, putBack },
  noted: { note: mendOrStore, send: become("sent") },
  sent: { note: mendOrStore, send: stay, recorded: strike, refused: refuse, returned: showAgain },
  look: { note: replaceOrStore, review: become("sent"), readdress, returned: showAgain, drop, recorded: strike },
};

// States of which the server has to hear.
const UNSETTLED = ["noted", "sent"];

const UNCHANGED = { stored: [], removed: [] };

// What an event changes: the submissions to be stored, the keys of those to be removed, and the one
// that the event is about as it is afterwards. Events:
//
//     note        a person submits a form: `submission`, and `spare`, a key never used before, which
//                 tells this revision from any other under the same key
//     send        it is about to be posted
//     recorded    the server has it: `head` names its event, `revision` is that of the submission sent
//     refused     the server has not recorded it, and will not: `revision` as above, `why` in words
//     returned    the server shows its form again: `form`, a name of that
//     review      a person posts it again, to see why it was refused
//     readdress   a person sends it by another address of its sheet: `sheet`, and `spare` as above
//     putBack     a person wants what was dropped to be there again: `submission`
//     drop        a person drops it; `compared`, if that was because it is another hand of the sheet
//
// No answer is no event: what was sent stays sent.
export function apply(queue, event) {
  const held = queue.find(({ key }) => key === event.key);
  const act = TRANSITIONS[held ? held.state : "absent"][event.type];
  const outdated = held && event.revision !== undefined && event.revision !== held.revision;
  return (act && !outdated && act(held, event, queue)) || UNCHANGED;
}

// The queue after the changes of `apply`.
export function changed(queue, { stored, removed }) {
  const gone = new Set([...removed, ...stored.map(({ key }) => key)]);
  return [...queue.filter(({ key }) => !gone.has(key)), ...stored].sort((one, other) => one.order - other.order);
}

// The next submission to be posted: the first of a sheet, of the sheets that answer.
export function nextToSend(queue, silent) {
  return queue.find(({ state, sheet }) => UNSETTLED.includes(state) && !silent.has(sheet));
}

function become(state) {
  return (held) => keep({ ...held, state });
}

function refuse(held, { why }) {
  return keep({ ...held, state: "look", why });
}

// The form that shows it goes on with it, also once it is loaded again.
function showAgain(held, { form }) {
  return keep({ ...held, state: "look", form });
}

// Perhaps it was recorded by its former address: its key says so by this one too.
function readdress(held, { sheet, spare }) {
  return keep({ ...held, sheet, url: sheet + held.url.slice(held.sheet.length), state: "sent", revision: spare });
}

function keep(submission) {
  return { stored: [submission], removed: [], submission };
}

function stay(held) {
  return { ...UNCHANGED, submission: held };
}

function store(held, { submission, spare, key = submission.key }, queue) {
  const order = Math.max(0, ...queue.map((other) => other.order)) + 1;
  const replaced = queue.find((other) => other.key === submission.replaces && other.state === "look");
  const fields = submission.fields.map(([name, value]) => [name, name === "key" ? key : value]);
  const noted = { ...submission, key, fields, state: "noted", revision: spare, order };
  const removed = replaced ? [replaced.key] : [];
  const others = submission.compared ? othersKnow(noted, submission.compared, queue) : [];
  return { stored: [noted, ...others.filter((other) => !removed.includes(other.key))], removed, submission: noted };
}

// One form submitted twice is one submission. What waits is mended in its place: if the server has recorded it meanwhile, it
// refuses its key. Another one under its key gets a key of its own.
function mendOrStore(held, event, queue) {
  const { submission, spare } = event;
  if (JSON.stringify(held.fields) === JSON.stringify(submission.fields)) return stay(held);
  const { state, order, base, known } = held;
  return submission.replaces === held.key ? keep({ ...submission, state, order, base, known, revision: spare }) : store(null, { ...event, key: spare }, queue);
}

// What a person has looked at is submitted again, as it is now, behind what was noted since.
function replaceOrStore(held, event, queue) {
  if (event.submission.replaces !== held.key) return mendOrStore(held, event, queue);
  return { ...store(held, event, queue), removed: [] };
}

function putBack(held, { submission }) {
  return keep({ ...submission, state: "look" });
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
  const others = queue.filter(({ key, sheet }) => key !== held.key && sheet === held.sheet);
  return others.map((other) => ({ ...other, known: [...new Set([...(other.known || []), hand])] }));
}

// A submission as it is posted: it knows of all hands of this phone, and is for the deal after those
// `ahead` of it that a person has still to decide on.
export function toPost(queue, submission) {
  const { key, sheet, base, order, known = [] } = submission;
  const own = queue.filter((other) => other.isHand && other.sheet === sheet && other.key !== key);
  const ahead = own.filter((other) => other.state === "look" && other.base === base && other.order < order).length;
  return { ...submission, known: [...new Set([...known, ...own.map((other) => other.key)])], ahead };
}
