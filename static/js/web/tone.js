// A short tone. Browsers play nothing before somebody has touched the page.
const Audio = window.AudioContext || window.webkitAudioContext;
const LENGTH = 0.09; // seconds
let audio = null;

export function unlock() {
  if (!Audio) return;
  audio = audio || new Audio();
  audio.resume();
}

// Play a tone of this pitch, so many seconds from now.
export function tone(frequency, wait = 0) {
  if (!audio) return;
  const [wave, volume, at] = [audio.createOscillator(), audio.createGain(), audio.currentTime + wait];
  wave.frequency.value = frequency;
  volume.gain.setValueAtTime(0.15, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + LENGTH);
  wave.connect(volume).connect(audio.destination);
  wave.start(at);
  wave.stop(at + LENGTH);
}
