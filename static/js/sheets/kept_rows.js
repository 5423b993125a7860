// Hands that this page has shown and its sheet lacks: another machine has taken over from an earlier
// copy. They stay to be read until they are written again.
const PLACE = `rows ${location.pathname.split("/")[2]}`; // by the token of the sheet

function inStore(act) {
  try {
    return act(window.sessionStorage);
  } catch {
    return null;
  }
}

// The hands on the page, the first one first, without their numbers and totals.
function shown() {
  const rows = [...document.querySelectorAll(".row.hand")].reverse();
  return rows.map((row) => [...row.querySelectorAll(".title, .verdict, td small")].map(({ textContent }) => textContent.trim()).join(" "));
}

function missing() {
  const now = shown();
  const kept = JSON.parse(inStore((store) => store.getItem(PLACE)) || "[]");
  return kept.filter((hand) => !now.includes(hand) || !now.splice(now.indexOf(hand), 1));
}

function render() {
  const list = document.querySelector("#kept");
  if (!list) return;
  const hands = missing();
  list.hidden = !hands.length;
  list.querySelector("ol").replaceChildren(...hands.map((hand) => Object.assign(document.createElement("li"), { textContent: hand })));
}

// The page is about to load itself again, since the sheet never was as it shows it.
document.addEventListener("htmx:beforeOnLoad", ({ detail: { xhr } }) => {
  if (!xhr.getResponseHeader("HX-Refresh")) return;
  const hands = JSON.stringify([...missing(), ...shown()]);
  inStore((store) => store.setItem(PLACE, hands));
});

for (const change of ["htmx:load", "news"]) document.addEventListener(change, render);
render();
