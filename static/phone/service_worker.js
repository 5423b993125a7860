// The service worker of La Marque in the phone: the files of a build from its cache, and every request
// under app/ to the shell, whose worker answers it. BUILD, before this script, is written by
// scorekeeper/cli/site.py: a version, and the size and SHA-256 of each file by its path.
//
// The build that started last stays beside a newer one until that one has started, and goes on if it fails: this
// script may serve the files of an earlier build.
const HERE = new URL("./", self.location);
const APP = new URL("app/", HERE).pathname;
const CACHE = `La Marque ${HERE.pathname}`;
const NAME = `${CACHE} ${BUILD.version}`;
const STARTED = new URL("started", HERE); // in CACHE, the name of the cache of the build that started last
const GIVEN = new URL("given", HERE); // in CACHE, a file that the shell has not taken in yet
const GONE = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>La Marque</title>
<body style="font: 1.1rem sans-serif; max-width: 32rem; margin: 12vh auto; padding: 0 1rem">
<h1>La Marque</h1>
<p>Ce navigateur a effacé La Marque. Rouvrez cette page avec du réseau : elle revient, avec les feuilles qu'il a encore.
<p lang="en">This browser has erased La Marque. Open this page again with a network: it comes back, with the sheets that are still here.`;
const TOTAL = Object.values(BUILD.files).reduce((sum, { size }) => sum + size, 0);

function allShells() {
  return self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((clients) =>
    clients.filter(({ url, frameType }) => frameType === "top-level" && isShell(new URL(url))),
  );
}

function isShell({ pathname }) {
  return [HERE.pathname, `${HERE.pathname}index.html`].includes(pathname);
}

async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// All files at once, beside those of the build before, which goes on if one is missing or is not of this build.
async function install() {
  const [cache, shells] = await Promise.all([caches.open(NAME), allShells()]);
  let loaded = 0;
  const tell = (bytes) => {
    loaded += bytes;
    for (const shell of shells) shell.postMessage({ loaded, total: TOTAL });
  };
  const keep = async ([path, file]) => {
    const content = (await load(path, file, "no-cache", tell)) || (await load(path, file, "reload", tell));
    if (!content) throw new Error(`${path} is of another build`);
    await cache.put(path, content);
  };
  await Promise.all(Object.entries(BUILD.files).map(keep));
}

// A file from the network; null if it is of another build: so is one in the HTTP cache that a server, which tells versions
// apart by the second, takes for the one of this build.
async function load(path, { hash }, cache, tell) {
  const response = await fetch(path, { cache });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const count = (chunk, controller) => {
    tell(chunk.length);
    controller.enqueue(chunk);
  };
  const content = await new Response(response.body.pipeThrough(new TransformStream({ transform: count }))).arrayBuffer();
  return (await sha256(content)) === hash ? new Response(content, { headers: { "Content-Type": response.headers.get("Content-Type") } }) : null;
}

// The name of the cache of the build that started last, if one has.
async function lastStarted() {
  return (await caches.match(STARTED, { cacheName: CACHE }))?.text();
}

async function activate() {
  const kept = [NAME, await lastStarted()];
  for (const name of await caches.keys()) if (name.startsWith(`${CACHE} `) && !kept.includes(name)) await caches.delete(name);
  await self.clients.claim();
}

// This build has started: it is the one to go back to. If the browser has erased it, it has come from the network.
async function started() {
  const before = await lastStarted();
  if (!before && !(await caches.has(NAME))) await install().catch(() => caches.delete(NAME));
  if (before === NAME || !(await caches.has(NAME))) return;
  await (await caches.open(CACHE)).put(STARTED, new Response(NAME));
  if (before) await caches.delete(before);
}

// This build has not started, and is given up if there is one to go back to; true if it is.
async function failed() {
  const before = await lastStarted();
  return Boolean(before) && before !== NAME && caches.delete(NAME);
}

// A page whose script has not come loads anew, of the build before if there is one to go back to.
async function again() {
  await failed();
  return Response.redirect(HERE);
}

// What a shell tells; one that was loaded past this script asks to be claimed.
const NEWS = { claim: () => self.clients.claim(), started, failed };

async function hear({ data, ports: [port] }) {
  port.postMessage(await NEWS[data]().catch(() => false)); // nothing more can be stored: the shell goes on
}

async function fileOf(path, request) {
  const cacheName = (await caches.has(NAME)) ? NAME : await lastStarted();
  const cached = await caches.match(new URL(path, HERE), { cacheName });
  return cached || fetch(request).catch(() => new Response(GONE, { status: 503, headers: { "Content-Type": "text/html" } }));
}

// The answer of the one shell that has a worker; null if none has.
async function ask(request, path) {
  const body = await request.arrayBuffer();
  const headers = [...request.headers, ["Referer", request.referrer]];
  const asked = (await allShells()).map(
    (shell) =>
      new Promise((resolve, reject) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => (data ? resolve(data) : reject());
        shell.postMessage({ method: request.method, path, headers, body }, [port2]);
      }),
  );
  return Promise.any(asked).catch(() => null);
}

async function pageOf(request, path) {
  const answer = await ask(request, path);
  if (answer) return new Response(answer.content, answer);
  return request.mode === "navigate" ? Response.redirect(`${HERE.pathname}#${path}`) : new Response(null, { status: 503 });
}

// A file that another program of the phone shares with La Marque, for the shell.
async function take(request) {
  const file = (await request.formData()).get("file");
  await (await caches.open(CACHE)).put(GIVEN, new Response(file));
  return Response.redirect(`${HERE.pathname}#import?given`, 303);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => event.waitUntil(hear(event)));

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== HERE.origin || !url.pathname.startsWith(HERE.pathname)) return;
  if (isShell(url) && url.search === "?again") return event.respondWith(again());
  const path = isShell(url) ? "index.html" : url.pathname.slice(HERE.pathname.length);
  if (path.startsWith("app/") && !path.startsWith("app/assets/")) event.respondWith(pageOf(event.request, url.pathname.slice(APP.length) + url.search));
  else if (path === "share" && event.request.method === "POST") event.respondWith(take(event.request));
  else event.respondWith(fileOf(path, event.request));
});
