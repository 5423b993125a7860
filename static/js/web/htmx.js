// htmx, and what this page does with the parts of pages that the server sends. `htmx` itself is defined
// by the vendored script, which static/build.mjs puts before the modules.
import { handForm, isBegun, passOver, readFirst } from "./dom.js";

Object.assign(htmx.config, { allowEval: false, allowScriptTags: false, includeIndicatorStyles: false, timeout: 8000, attributesToSettle: [], defaultSwapStyle: "outerHTML" });
htmx.config.responseHandling.unshift({ code: "422", swap: true });

const FORM_PARTS = ["hand", "deal", "turn"];

function versionIn(html) {
  return Number(/data-etag="(\d+)_/.exec(html)?.[1]);
}

// Put the changed parts of a sheet into its page; false if the page shows a later version already.
export function showUpdate(html) {
  const live = document.querySelector("#live");
  if (versionIn(html) < versionIn(live.outerHTML)) return false;
  htmx.trigger(live, "htmx:abort"); // an answer on its way may be of an earlier version
  const form = handForm();
  htmx.swap("body", html, { swapStyle: "none" });
  if (form && !handForm()) {
    scrollTo(0, 0); // what comes after the last deal stands on top
    passOver();
  }
  tellNews();
  return true;
}

// The sheet on this page has changed: what is drawn from it is asked for again.
export function tellNews() {
  htmx.trigger("body", "news");
  renewCopy();
}

// What the installed application shows of this page without a network, see static/js/web/service_worker.js.
export function renewCopy() {
  navigator.serviceWorker?.controller?.postMessage(location.pathname);
}

// Put a part of a page into an element.
export function showInside(element, html) {
  htmx.swap(element, html, { swapStyle: "innerHTML" });
}

// A page has its own stylesheets only: the rules of one that is gone would reach into the next.
function exchangeStyles(page) {
  const styles = (root) => [...root.querySelectorAll("head > [data-css]")];
  const missing = (from, root) => styles(from).filter((one) => !styles(root).some((other) => other.dataset.css === one.dataset.css));
  for (const one of missing(document, page)) one.remove();
  document.head.append(...missing(page, document));
}

// Show another page in the place of this one: the history keeps its length.
export function showPage(html, address) {
  const page = new DOMParser().parseFromString(html, "text/html");
  document.body.className = page.body.className;
  exchangeStyles(page);
  htmx.swap("#page", html, { swapStyle: "outerHTML" }, { select: "#page", selectOOB: "#notice:innerHTML" });
  history.replaceState(null, "", address);
  renewCopy();
  passOver();
  if (!handForm()?.querySelector(".reasons > *")) scrollTo(0, 0); // else see preview.js
}

// Be told of what is in the page, and of each element that comes into it later.
export function onContent(listener) {
  listener(document.body);
  document.addEventListener("htmx:load", ({ detail }) => detail.elt === document.body || listener(detail.elt));
}

// Rows that changed stand above those that did not: whatever is there goes, and they come.
function removeChanged(table, unchanged) {
  for (const row of [...table.querySelectorAll(".row")]) {
    if (row.id === unchanged) return;
    row.remove();
  }
}

document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  const { target, fragment } = detail;
  if (fragment.dataset?.unchanged) removeChanged(target.closest("table"), fragment.dataset.unchanged);
  // What a person has done on this phone alone stays said while what was done before it is sent.
  if (target.id === "notice" && target.querySelector(".toast > button")) detail.shouldSwap = false;
  const form = handForm();
  if (!FORM_PARTS.includes(target.id) || !form || !isBegun(form)) return;
  if (!fragment.querySelector("* > *") && !document.querySelector("#over.ended")) return readFirst(document.body); // closed: a draft
  detail.shouldSwap = false;
  const deal = fragment.querySelector(".deal");
  if (deal) target.querySelector(".deal[data-behind]")?.replaceWith(deal); // it was not known until what waited here was recorded
});
