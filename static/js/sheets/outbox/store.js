// Where submissions are kept: IndexedDB, whose transactions make one event of the state machine one
// change, whichever tab it happens in, and which says when it is on the disk. Where the browser
// stores nothing, or no more: this page, as long as it is open. A browser that needs room may empty the
// database under an open page, which then stores again what it holds.
//
// Each transaction is committed at once, not when its page has heard of its last request: WebKit stores
// a page that is left with what it has not heard of, and no other page could write until it is back.
import { apply, changed } from "./machine.js";

const DATABASE = "marque";
const STORE = "outbox";
const OPENS_WITHIN = 3000;
const memory = new Map(); // by key; null for one that the database could not remove
let stored = []; // as last read from the database
let evicted = []; // those of a database that the browser has closed, until it is open again
let opened = null;

function done(request, event = "success") {
  return new Promise((resolve, reject) => {
    request[`on${event}`] = () => resolve(request.result);
    request.onerror = request.onabort = () => reject(request.error);
  });
}

async function open() {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "key" });
  const late = new Promise((resolve, reject) => setTimeout(reject, OPENS_WITHIN));
  const database = await Promise.race([done(request), late]);
  database.onclose = database.onversionchange = () => {
    database.close();
    opened = null;
    evicted = withMemory(stored);
    connect();
  };
  if (evicted.length) await storeAgain(database);
  return database;
}

// Store what an emptied database had; this page holds what it does not take. Sent twice it is recorded
// once, by its key.
async function storeAgain(database) {
  const lost = evicted.filter(({ key }) => !memory.has(key));
  try {
    const { store, complete } = beginWriting(database);
    for (const submission of lost) store.put(submission);
    store.transaction.commit?.();
    await complete;
  } catch {
    for (const submission of lost) memory.set(submission.key, submission);
  }
  evicted = [];
}

function beginWriting(database) {
  const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
  const complete = done(transaction, "complete");
  complete.catch(() => {}); // it is awaited later, or a request has failed first
  return { store: transaction.objectStore(STORE), complete };
}

function connect() {
  opened = opened || open();
  opened.catch(() => (opened = null));
  return opened;
}

function withMemory(submissions) {
  return changed(submissions, { stored: [...memory.values()].filter(Boolean), removed: [...memory.keys()] });
}

// The submissions, in order.
export async function queue() {
  try {
    const transaction = (await connect()).transaction(STORE);
    const all = done(transaction.objectStore(STORE).getAll());
    transaction.commit?.();
    stored = await all;
  } catch {
    // As last read: what is in memory is still to be shown and sent.
  }
  return withMemory(stored);
}

// Let an event happen; the submission it is about, once the change is on the disk.
export async function transact(event) {
  try {
    return await inDatabase(event);
  } catch {
    return inMemory(event);
  }
}

async function inDatabase(event) {
  const { store, complete } = beginWriting(await connect());
  stored = await done(store.getAll());
  const changes = apply(withMemory(stored), event);
  for (const submission of changes.stored) store.put(submission);
  for (const key of changes.removed) store.delete(key);
  store.transaction.commit?.();
  await complete;
  stored = changed(stored, changes);
  for (const { key } of changes.stored) memory.delete(key);
  for (const key of changes.removed) memory.delete(key);
  return changes.submission;
}

function inMemory(event) {
  const changes = apply(withMemory(stored), event);
  for (const submission of changes.stored) memory.set(submission.key, submission);
  for (const key of changes.removed) memory.set(key, null);
  return changes.submission;
}

// The submissions that leaving this page would lose.
export function heldInMemory() {
  return [...evicted, ...memory.values()].filter(Boolean);
}
