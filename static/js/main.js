// The script of every page: htmx, and beside it one module a purpose. QUIET_SCRIPT is the address of
// static/js/web/quiet.js, see static/build.mjs.
import { onContent } from "./web/htmx.js";
import "./sheets/points.js";
import "./web/typed_choice.js"; // before the keys, which leave a box that it empties
import "./sheets/keypad.js";
import "./sheets/preview.js";
import "./web/panels.js";
import "./sheets/draft.js";
import "./sheets/clear.js";
import "./sheets/rows.js";
import "./web/live.js";
import "./web/address.js";
import "./sheets/outbox/submission.js";

// What few browsers can do, or few people do, is loaded beside it.
// Without a network the page does without.
const skip = () => {};
onContent((content) => content.querySelector(".ask-role-out") && import(SITTING_OUT).catch(skip));
onContent((content) => content.querySelector(".numbers") && import(SUM).catch(skip));
onContent((content) => content.querySelector(".repeat") && import(REPEAT).catch(skip));
if (navigator.wakeLock) import(WAKE_LOCK).catch(skip);
import(WAY_BACK).catch(skip);
if (matchMedia("(pointer: fine)").matches) import(PAPER).catch(skip);

const QUIET = 20000; // milliseconds after which nobody waits for this page
setTimeout(() => import(QUIET_SCRIPT).catch(skip), QUIET);
