// The shell of La Marque in the phone: one frame, which holds the application, and the worker that answers it
// and that would start anew with each page. One tab at a time has the worker, see static/phone/worker.js.
const HERE = new URL("./", window.location);
const APP = new URL("app/", HERE);
const NAME = `La Marque ${HERE.pathname}`; // of the lock, of the notes, and of the cache of a file that another program gives
const GIVEN = new URL("given", HERE);
const IMPORT = new URL("import?given", APP).href;
const frame = document.querySelector("iframe");
let worker = null;

document.documentElement.lang = navigator.language.startsWith("fr") ? "fr" : "en";

function show(id) {
  for (const one of document.querySelectorAll("main > section")) one.hidden = one.id !== id;
  frame.hidden = Boolean(id);
}

// The page that the address of the shell names after its #.
function page(address = window.location.href) {
  const url = new URL(new URL(address).hash.slice(1), APP);
  return url.href.startsWith(APP.href) ? url.href : APP.href;
}

function showProgress({ loaded, total }) {
  document.querySelector("progress").value = loaded / total;
  document.querySelector("#coming").hidden = false;
  document.querySelector("#size").textContent = Math.ceil(total / 1e6);
  document.querySelector("#loaded").textContent = Math.min(100, Math.floor((100 * loaded) / total)); // a file that came twice counts twice
}

// Tell the service worker; its answer.
async function tell(news, serviceWorker = navigator.serviceWorker.controller) {
  const { port1, port2 } = new MessageChannel();
  serviceWorker?.postMessage(news, [port2]);
  return serviceWorker && new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
}

// Go on with the build that started before, or say why there is no application: too little memory, if there is no
// `message` or one of those of engines and of CPython. `database` is the stored file, if there is one to take along.
async function fail(message, database) {
  if (await tell("failed")) return window.location.reload();
  frame.src = "about:blank";
  document.querySelector("#reason").textContent = message;
  document.querySelector("#short").hidden = Boolean(message) && !/memory|SystemError/i.test(message);
  document.querySelector("#rescue").hidden = !database;
  if (database) Object.assign(document.querySelector("#copy"), { href: URL.createObjectURL(new Blob([database])), download: "La Marque, copie.sqlite3" });
  show("failed");
}

function stop() {
  worker?.terminate();
  worker = null;
  note("");
  frame.src = "about:blank";
}

// What the worker says. A build stores nothing before it is the one to go back to: the database that it has changed
// may be one that the build before cannot read.
async function hear({ data }) {
  if (data.failed) fail(data.failed, data.database);
  if ("isStored" in data) document.querySelector("#unstored").hidden = data.isStored;
  if ("isKept" in data) document.querySelector("#kept").hidden = !data.isKept;
  if (data.isWritten) localStorage.setItem(NAME, "written");
  if (data.ready || data.isWritten) document.querySelector("#emptied").hidden = !(data.isNew && localStorage.getItem(NAME));
  if (data.restart) window.location.replace(HERE);
  if (!data.ready) return;
  note("");
  await tell("started");
  if (!worker) return; // another tab has taken over meanwhile
  show("");
  frame.src = page();
  frame.focus();
}

async function prepare() {
  const { serviceWorker } = navigator;
  const registered = await serviceWorker.register("service_worker.js");
  registered.installing?.addEventListener("statechange", ({ target }) => target.state === "redundant" && !registered.active && show("unloaded"));
  const { active } = await serviceWorker.ready;
  if (serviceWorker.controller) return;
  const controlled = new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  tell("claim", active);
  await controlled;
}

// What this tab has come to, for its next page, even if the tab is killed: "starting" while Python starts.
function note(state) {
  sessionStorage.setItem(NAME, state);
}

// True if there may be too little memory, and it was not said in this tab: it was killed in a start, or the phone has
// 1 GB, and La Marque does not come unasked.
function isShort() {
  const state = sessionStorage.getItem(NAME);
  return state === "starting" || (state === null && navigator.deviceMemory <= 1 && !navigator.serviceWorker.controller);
}

// Answer from this tab until another one takes over, or it is closed.
async function run() {
  if (isShort()) return fail("");
  show("loading");
  await prepare();
  document.querySelector("progress").removeAttribute("value");
  note("starting");
  worker = new Worker("worker.js", { type: "module" });
  worker.addEventListener("message", hear);
  worker.addEventListener("error", ({ message }) => fail(message));
  return new Promise(() => {});
}

function runAlone(options) {
  const held = navigator.locks.request(NAME, options, (lock) => (lock ? run() : show("elsewhere")));
  held.catch(({ name, message }) => {
    if (name !== "AbortError") return fail(message);
    stop();
    show("elsewhere");
  });
}

// The service worker tells how much it has loaded, and hands on the requests of the frame.
function listen() {
  navigator.serviceWorker.addEventListener("message", ({ data, ports }) => {
    if (data.total) showProgress(data);
    else if (worker) worker.postMessage(data, ports);
    else ports[0].postMessage(null);
  });
  navigator.serviceWorker.startMessages();
}

// Fill in the page that takes a sheet in, with the file that another program has given.
async function takeIn({ forms }) {
  const cache = await caches.open(NAME);
  const given = await (await cache.match(GIVEN))?.blob();
  if (!given) return;
  await cache.delete(GIVEN);
  const transfer = new DataTransfer();
  transfer.items.add(new File([given], "?"));
  const form = [...forms].find(({ elements }) => elements.file);
  form.elements.file.files = transfer.files;
  form.requestSubmit();
}

// The address of the shell names the page of the frame, so that a reload returns to it.
frame.addEventListener("load", () => {
  const { href } = frame.contentWindow.location;
  if (!href.startsWith(APP.href)) return;
  window.history.replaceState(null, "", `#${href.slice(APP.href.length)}`);
  document.title = frame.contentDocument.title;
  if (href === IMPORT) takeIn(frame.contentDocument);
});
window.launchQueue?.setConsumer(async ({ files: [file] }) => {
  if (!file) return;
  await (await caches.open(NAME)).put(GIVEN, new Response(await file.getFile()));
  window.location.hash = "import?given";
});
window.addEventListener("pagehide", () => note(""));
window.addEventListener("hashchange", ({ newURL }) => !frame.hidden && frame.contentWindow.location.replace(page(newURL)));
document.querySelector("#taken").addEventListener("change", async ({ target }) => {
  worker.postMessage({ copy: new Uint8Array(await target.files[0].arrayBuffer()) });
});
document.querySelector("#take-over").addEventListener("click", () => runAlone({ steal: true }));
for (const button of document.querySelectorAll(".again")) button.addEventListener("click", () => window.location.reload());

document.querySelector("#late").remove();
if (navigator.serviceWorker && navigator.locks) {
  listen();
  runAlone({ ifAvailable: true });
} else show("unable");
