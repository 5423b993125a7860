// The service worker: La Marque installed, on https, opens without a network.
//
// Pages come from the network whenever it answers; their copies are shown only when it does not. The built
// files have a hash in their names and are never old. Whatever is posted goes past this script: hands that
// wait are in the outbox. BUILD, before this script, is written by scorekeeper/web/views/installed.py.
import { newKey } from "./outbox/keys.js";

const FILES = "files";
const PAGES = "pages";
const MAX_PAGES = 8;
const ROOT = new URL(self.registration.scope).pathname;
const STORED = new RegExp(`^${ROOT}((sheets/[\\w-]{22}|circles/[gtr][\\w-]{22})(/tv)?)?$`);
const etags = new Map(); // of the pages, as this script has seen them polled

async function install() {
  const files = await caches.open(FILES);
  await files.addAll([...BUILD.files, BUILD.offline]);
  await self.skipWaiting();
}

// Another build has other files: the copies of pages are fetched again, for they name their files.
async function activate() {
  const [files, pages] = await Promise.all([caches.open(FILES), caches.open(PAGES)]);
  const wanted = [...BUILD.files, BUILD.offline];
  for (const request of await files.keys()) if (!wanted.includes(new URL(request.url).pathname)) await files.delete(request);
  for (const request of await pages.keys()) await fetchPage(new URL(request.url).pathname).catch(() => {});
  await self.clients.claim();
}

async function fileOf(request) {
  return (await caches.match(request, { cacheName: FILES })) || fetch(request);
}

// Store a copy of a page; the least recently stored one leaves. A page that is gone leaves at once, one
// that fails for now stays.
async function store(path, response) {
  const pages = await caches.open(PAGES);
  if (response.ok || response.status === 404) await pages.delete(path);
  if (!response.ok) return;
  await pages.put(path, response);
  for (const request of (await pages.keys()).slice(0, -MAX_PAGES)) await pages.delete(request);
}

async function fetchPage(path) {
  const response = await fetch(path);
  if (response.type === "basic" && !response.redirected) await store(path, response);
}

// The copy of a page, its forms with idempotency keys of their own: those of the copy may be the keys of
// hands that wait in the outbox.
async function copyOf(path) {
  const copy = await caches.match(path, { cacheName: PAGES });
  if (!copy) return null;
  const html = (await copy.text()).replace(/(name="key" value=")\w+/g, (_, start) => start + newKey());
  return new Response(html, { headers: copy.headers });
}

async function pageOf(event, { pathname: path, search }) {
  try {
    const response = await fetch(event.request);
    if (!search && STORED.test(path) && response.type === "basic") event.waitUntil(store(path, response.clone()));
    return response;
  } catch {
    return (await copyOf(path)) || (await caches.match(BUILD.offline, { cacheName: FILES })) || Response.error();
  }
}

// A page that polls with an ETag shows that state of its sheet: its copy is to show it too.
async function follow(path, etag) {
  if (!STORED.test(path) || etags.get(path) === etag) return;
  etags.set(path, etag);
  const copy = await caches.match(path, { cacheName: PAGES });
  if (!copy || !(await copy.text()).includes(`data-etag="${etag}"`)) await fetchPage(path).catch(() => etags.delete(path));
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const { pathname } = url;
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (pathname.startsWith(`${ROOT}assets/`)) event.respondWith(fileOf(request));
  else if (request.mode === "navigate") event.respondWith(pageOf(event, url));
  else if (pathname.endsWith("/live")) event.waitUntil(follow(pathname.slice(0, -"/live".length), url.searchParams.get("v")));
});
