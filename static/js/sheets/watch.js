// The page of a game that has been won, on every phone but the one that opens the next game: the winner is seen
// for a while, then the next game; whoever touches the page stays, beside the link to it. static/js/web/live.js
// loads this module when news bring either.
const LONG_ENOUGH = 8000; // milliseconds for which the winner is shown

let wonAt = -Infinity;

// Act on what news have brought, each once; the winner stands before the link to the next game.
export function watch(leaveFor) {
  for (const element of document.querySelectorAll("[data-watch]")) {
    if (element.dataset.watch === "won") wonAt = performance.now();
    else follow(() => leaveFor(element.href));
    delete element.dataset.watch;
  }
}

function follow(leave) {
  const timer = setTimeout(leave, Math.max(0, wonAt + LONG_ENOUGH - performance.now()));
  for (const touch of ["pointerdown", "keydown", "wheel"]) window.addEventListener(touch, () => clearTimeout(timer), { once: true });
}
