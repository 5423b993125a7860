// Leaving this page for another one. Until it is gone nothing else may change it.
let leaving = false;
let awaiting = false;

export function isLeaving() {
  return leaving;
}

export function leaveFor(address) {
  leaveBy(() => window.location.assign(address));
}

export function leaveBy(act) {
  leaving = true;
  act();
}

// An answer is on its way that this page has to show: no news may replace it.
export function awaitAnswer(isAwaited) {
  awaiting = isAwaited;
}

export function isAwaiting() {
  return awaiting;
}

// A page that was to be left and is shown again all the same goes on as before.
export function stay() {
  leaving = false;
}

document.addEventListener("visibilitychange", stay);
for (const kind of ["pageshow", "online"]) window.addEventListener(kind, stay);
