// The script of every page: htmx, and beside it one module a purpose.
import "./htmx.js";
import "./points.js";
import "./keypad.js";
import "./typed_choice.js";
import "./repeat_last.js";
import "./preview.js";
import "./rows.js";
import "./draft.js";
import "./wake_lock.js";
import "./live.js";
import "./seats.js";
import "./sharing.js";
import "./address.js";
import "./stylesheets.js";
import "./outbox/submission.js";
