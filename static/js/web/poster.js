// The page of the end of an evening: sends its poster as a PNG picture and as text.
import "./poster/picture.js";
import "./poster/text.js";
