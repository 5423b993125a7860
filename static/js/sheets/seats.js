// The script of the pages with seats: a new sheet, the table of one, and a new circle. It stands beside main.js.
import "./seats/begun.js";
import "./seats/buttons.js";
import "./seats/folded.js";
import "./seats/offers.js";
import "./seats/goes_with.js";
import "../web/next_name.js";
