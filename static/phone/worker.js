// The program in a Web Worker: Pyodide, the application, and its files in IndexedDB. An answer goes out once
// everything that its request has changed is stored.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const HERE = new URL("./", self.location);
const INSTANCE = "/instance";
const OWNER = "owner"; // the key of the worker that may store; no file of the installation has this name
const COPY = "copy.sqlite3"; // takes the place of the database at the next start, if it starts
const me = crypto.randomUUID();

const START = `
import os, sys
os.environ["LANGUAGE"] = LANGUAGE
sys.path.insert(0, "/program")
from pathlib import Path
from scorekeeper.application import create_app
from scorekeeper.cli.phone import Phone
here = {"INSTANCE": Path(INSTANCE), "COMPILED_TEMPLATES": "/program/compiled_templates"}
Phone(create_app({"HOME": "phone"} | here), URL)
`;

const database = new Promise((resolve, reject) => {
  const request = indexedDB.open(`La Marque ${HERE.pathname}`);
  request.onupgradeneeded = () => request.result.createObjectStore("files");
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

// One transaction on the stored files, which is durable when it resolves.
async function transact(act) {
  const transaction = (await database).transaction("files", "readwrite", { durability: "strict" });
  act(transaction.objectStore("files"));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error || new Error("taken over"));
  });
}

// The stored files by name. From now on no other worker stores anything: two would each hold a copy of the
// database, and overwrite the other's.
async function takeOver() {
  const stored = new Map();
  await transact((files) => {
    files.put(me, OWNER);
    files.openCursor().onsuccess = ({ target: { result: cursor } }) => {
      if (!cursor) return;
      if (cursor.key !== OWNER) stored.set(cursor.key, cursor.value);
      cursor.continue();
    };
  });
  return stored;
}

function save(changes) {
  return transact((files) => {
    files.get(OWNER).onsuccess = ({ target: { result: owner } }) => {
      if (owner !== me) return files.transaction.abort();
      for (const [name, content] of changes) content ? files.put(content, name) : files.delete(name);
    };
  });
}

// What static/phone/pack.mjs has packed.
async function unpack(name) {
  const { body } = await fetch(name);
  return new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

// Rejects once WebAssembly cannot be instantiated, for which Pyodide would wait forever.
function damaged() {
  const { instantiateStreaming } = WebAssembly;
  return new Promise((_, reject) => {
    WebAssembly.instantiateStreaming = (...given) => {
      const instance = instantiateStreaming(...given);
      instance.catch(reject);
      return instance;
    };
  });
}

async function load() {
  const library = URL.createObjectURL(new Blob([await unpack("python.packed")]));
  const python = await Promise.race([damaged(), loadPyodide({ indexURL: new URL("pyodide/", HERE).href, stdLibURL: library })]);
  URL.revokeObjectURL(library);
  return python;
}

// The application, with the stored files in its folder.
async function start() {
  const [python, program] = await Promise.all([load(), unpack("program.packed")]);
  const stored = await taken;
  python.unpackArchive(program, "zip", { extractDir: "/program" });
  python.FS.mkdir(INSTANCE);
  for (const [name, content] of stored) python.FS.writeFile(`${INSTANCE}/${name}`, content);
  const globals = python.toPy({ INSTANCE, URL: new URL("app/", HERE).href, LANGUAGE: navigator.language.slice(0, 2) });
  const phone = python.runPython(START, { globals });
  const reason = phone.open();
  if (reason) throw new Error(reason);
  return { python, phone };
}

async function store(phone) {
  const changes = phone.changes;
  if (changes.length) {
    await save(changes.toJs());
    phone.note_stored(changes);
  }
  changes.destroy();
}

async function answer({ python, phone }, { method, path, headers, body }) {
  const given = [python.toPy(headers), python.toPy(body)];
  const answered = phone.answer(method, path, ...given);
  const [status, answeredHeaders, content] = answered.toJs();
  for (const proxy of [...given, answered]) proxy.destroy();
  const isStored = await store(phone).then(() => true, () => false);
  const isKept = method === "GET" && path === "copy" && status === 200;
  self.postMessage({ isStored, isWritten: isStored && method !== "GET", isKept, restart: phone.is_to_restart });
  if (!isStored && method !== "GET") return { status: 503, headers: [], content: null };
  return { status, headers: answeredHeaders, content: status === 204 || status === 304 ? null : content };
}

const taken = takeOver();
const started = start();
let last = started; // requests are answered in the order in which they came

self.addEventListener("message", ({ data, ports: [port] }) => {
  if (data.copy) return save([[COPY, data.copy]]).then(() => self.postMessage({ restart: true }));
  const failed = ({ message }) => ({ status: 500, headers: [["Content-Type", "text/plain"]], content: message });
  last = last.catch(() => {}).then(async () => port.postMessage(await answer(await started, data).catch(failed)));
});

started.then(
  async () => self.postMessage({ ready: true, isNew: !(await taken).size }),
  async (error) => {
    // Firefox throws a string where it has no memory; a browser may store nothing
    const stored = await taken.catch(() => new Map());
    if (stored.has(COPY)) await save([[COPY, null]]);
    self.postMessage({ failed: `${error.message ?? error}`.trim().split("\n").pop(), database: stored.get("la_marque.sqlite3") });
  },
);
