// The script of the pages with seats: a new sheet, and the table of one. It stands beside main.js.
import "./seats/buttons.js";
import "./seats/folded.js";
import "./seats/offers.js";
import "./seats/goes_with.js";
