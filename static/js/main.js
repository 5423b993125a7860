// The script of every page: htmx, and beside it one module a purpose. QUIET_SCRIPT is the address of
// static/js/quiet.js, see static/build.mjs.
import "./htmx.js";
import "./points.js";
import "./keypad.js";
import "./typed_choice.js";
import "./repeat_last.js";
import "./preview.js";
import "./panels.js";
import "./draft.js";
import "./live.js";
import "./printing.js";
import "./address.js";
import "./outbox/submission.js";

// What few browsers can do, or few people do, is loaded beside it.
// Without a network the page does without.
const skip = () => {};
if (navigator.wakeLock) import(WAKE_LOCK).catch(skip);
if (matchMedia("(pointer: fine)").matches) import(PAPER).catch(skip);

const QUIET = 20000; // milliseconds after which nobody waits for this page
setTimeout(() => import(QUIET_SCRIPT).catch(skip), QUIET);
