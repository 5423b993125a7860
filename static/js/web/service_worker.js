// The service worker: La Marque installed, on https, opens without a network.
//
// Pages come from the network whenever it answers; their copies are shown only when it does not. The built
// files have a hash in their names and are never old. BUILD, before this script, is written by
// scorekeeper/home/installed.py. Hands that wait are in the outbox, which posts past this script.
//
// A copy is there for MAX_AGE at most, and no longer than the server has what it shows, as far as this
// device has heard: all go with what is deleted, erased or renewed here; a page tells of its news and of
// its end (static/js/web/htmx.js); and each time this script starts, the server is asked about all of them.
import { newKey } from "../sheets/outbox/keys.js";

const FILES = "files";
const PAGES = "pages";
const MAX_PAGES = 8;
const MAX_AGE = 14 * 24 * 3600 * 1000; // milliseconds: as many days as there are backups
const STORED_AT = "X-Stored-At";
const ROOT = new URL(self.registration.scope).pathname;
const CIRCLES = `${ROOT}circles/`;
const STORED = new RegExp(`^${ROOT}(sheets/[\\w-]{22}(/tv)?|circles/[gtr][\\w-]{22})?$`);
const REMOVES = /\/(deletion|erasure|share|links|forgotten)$/; // addresses of forms
let isChecked = false; // all copies, since this script has been started

async function install() {
  const files = await caches.open(FILES);
  await files.addAll([...BUILD.files, BUILD.offline]);
  await self.skipWaiting();
}

// Another build has other files: the copies of pages are fetched again, for they name their files.
async function activate() {
  const [files, pages] = await Promise.all([caches.open(FILES), caches.open(PAGES)]);
  const wanted = [...BUILD.files, BUILD.offline];
  for (const request of await files.keys()) if (!wanted.includes(pathOf(request))) await files.delete(request);
  await self.clients.claim();
  for (const shown of [...(await pages.keys()), ...(await self.clients.matchAll())]) await fetchPage(pathOf(shown)).catch(() => {});
}

function pathOf({ url }) {
  return new URL(url).pathname;
}

async function fileOf(request) {
  return (await caches.match(request, { cacheName: FILES })) || fetch(request);
}

// Store a copy of a page; the least recently stored one leaves. A page that is gone leaves at once, and
// the first page with it, which lists it; one that fails for now stays.
async function store(path, response) {
  const pages = await caches.open(PAGES);
  if (response.status === 404) await drop((stored) => stored === ROOT || stored.startsWith(path));
  if (!response.ok) return;
  const headers = new Headers(response.headers);
  headers.set(STORED_AT, Date.now());
  const copy = new Response(await response.text(), { headers });
  await pages.delete(path);
  await pages.put(path, copy);
  for (const request of (await pages.keys()).slice(0, -MAX_PAGES)) await pages.delete(request);
}

async function drop(isDropped) {
  const pages = await caches.open(PAGES);
  for (const request of await pages.keys()) if (isDropped(pathOf(request), await pages.match(request))) await pages.delete(request);
}

function isOld(path, { headers }) {
  return Date.now() - headers.get(STORED_AT) > MAX_AGE;
}

// The status of a page, of which a copy is stored.
async function fetchPage(path) {
  if (!STORED.test(path)) return null;
  const response = await fetch(path);
  if (response.type === "basic" && !response.redirected) await store(path, response);
  return response.status;
}

// Ask the server about each copy, by the poll of its page, and fetch those again that have changed.
async function check() {
  const pages = await caches.open(PAGES);
  for (const request of await pages.keys()) {
    const html = await (await pages.match(request))?.text();
    const poll = /data-hx-get="([^"]+\/live\?[^"]+)"/.exec(html)?.[1].replace(/&amp;/g, "&");
    const answer = poll && (await fetch(poll, { credentials: "omit" }));
    if (answer?.status !== 204) await fetchPage(pathOf(request));
  }
}

// A page has news, or is gone: then so may be others.
async function follow(path) {
  const status = await fetchPage(path);
  if (status === 404 || path.startsWith(CIRCLES)) await check();
}

// The copy of a page, which says when it was stored, its forms with idempotency keys of their own: those of the copy may be the
// keys of hands that wait in the outbox.
async function copyOf(path) {
  await drop(isOld);
  const copy = await caches.match(path, { cacheName: PAGES });
  if (!copy) return null;
  const text = await copy.text();
  const time = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
  const stored = new Date(Number(copy.headers.get(STORED_AT))).toLocaleString(/lang="(\w+)/.exec(text)[1], time);
  const html = text.replace(/(name="key" value=")\w+/g, (_, start) => start + newKey()).replace("data-copy", `data-stored="${stored}" $&`);
  return new Response(html, { headers: copy.headers });
}

// Beside or in the place of the first page: that whose copy was stored last.
async function lastPage() {
  const last = (await (await caches.open(PAGES)).keys()).filter((request) => pathOf(request) !== ROOT).pop();
  return last && Response.redirect(last.url);
}

// The first page has the sheet first that was opened last.
async function listFirst(path) {
  const list = await (await caches.match(ROOT, { cacheName: PAGES }))?.text();
  if (list && path.startsWith(`${ROOT}sheets/`) && /"(\/[^"]*sheets\/[\w-]{22})"/.exec(list)?.[1] !== path) await fetchPage(ROOT);
}

// The first answer since this script has been started, or one that something is gone: what of the rest?
async function learn({ status }, stored) {
  await stored;
  if (isChecked && status !== 404) return;
  isChecked = true;
  await check().catch(() => (isChecked = false));
}

async function pageOf(event, { pathname: path, search }) {
  try {
    const response = await fetch(event.request);
    const isStored = !search && STORED.test(path) && response.type === "basic";
    event.waitUntil(learn(response, isStored && store(path, response.clone()).then(() => listFirst(path))));
    return response;
  } catch {
    return (search === "?last" && (await lastPage())) || (await copyOf(path)) || (path === ROOT && (await lastPage())) || (await caches.match(BUILD.offline, { cacheName: FILES })) || Response.error();
  }
}

// Once the server has taken the form, what is shown next is stored anew; without the server all stays.
async function remove({ request }) {
  const response = await fetch(request).catch(() => caches.match(BUILD.offline, { cacheName: FILES }));
  if (response.type === "opaqueredirect") await caches.delete(PAGES);
  return response;
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => event.waitUntil(follow(event.data).catch(() => {})));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const { pathname } = url;
  if (url.origin !== self.location.origin) return;
  if (request.method === "POST" && request.mode === "navigate" && REMOVES.test(pathname)) event.respondWith(remove(event));
  if (request.method !== "GET") return;
  if (pathname.startsWith(`${ROOT}assets/`)) event.respondWith(fileOf(request));
  else if (request.mode === "navigate") event.respondWith(pageOf(event, url));
});
