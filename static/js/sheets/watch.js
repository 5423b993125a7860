// The page of a game that has been won, on every phone but the one that opens the next game: the winner
// on the whole screen, then the next game. static/js/web/live.js loads this module when news bring either.
const LONG_ENOUGH = 8000; // milliseconds for which the winner is shown

let shownAt = -Infinity;
let leaves = null; // the timer that leaves for the next game

async function celebrate(panel) {
  shownAt = performance.now();
  if (panel.localName !== "dialog") return; // a television has it in its page
  for (const told of document.querySelectorAll("dialog#celebration")) if (told !== panel) told.remove(); // a penalty has moved the win
  const styles = document.querySelector("#won link");
  if (!styles.sheet) await new Promise((done) => (styles.onload = styles.onerror = done));
  if (panel.showModal) panel.showModal();
  else panel.setAttribute("open", "");
  panel.addEventListener("close", () => {
    panel.remove();
    clearTimeout(leaves); // once it is closed nothing happens by itself
  });
}

function follow(link, leaveFor) {
  const next = document.querySelector("#celebration .next");
  if (next) next.textContent = next.dataset.follows;
  leaves = setTimeout(() => leaveFor(link.href), Math.max(0, shownAt + LONG_ENOUGH - performance.now()));
}

// Act on what news have brought, each once, the winner first.
export function watch(leaveFor) {
  for (const [name, act] of Object.entries({ celebrate, follow })) {
    for (const element of document.querySelectorAll(`[data-watch=${name}]`)) {
      delete element.dataset.watch;
      act(element, leaveFor);
    }
  }
}
