// A short sound and a vibration once a hand is saved, on a device whose settings ask for them: its pages
// load this module.
const wanted = document.documentElement.dataset.signals.split(" ");
const Audio = window.AudioContext || window.webkitAudioContext;
const LENGTH = 0.09; // seconds
let audio = null;

// Browsers play nothing before somebody has touched the page.
function unlock() {
  audio = audio || new Audio();
  audio.resume();
}

function tick() {
  const [tone, volume, now] = [audio.createOscillator(), audio.createGain(), audio.currentTime];
  tone.frequency.value = 880;
  volume.gain.setValueAtTime(0.15, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + LENGTH);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + LENGTH);
}

function signal() {
  if (wanted.includes("vibration") && navigator.vibrate) navigator.vibrate(40);
  if (wanted.includes("sound") && audio) tick();
}

if (wanted.includes("sound") && Audio) document.addEventListener("pointerdown", unlock);
new MutationObserver((changes) => {
  const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
  if (added.some(({ id }) => id === "confirmation")) signal();
}).observe(document.querySelector("#notice"), { childList: true });
