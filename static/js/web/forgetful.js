// The first page of a phone alone says if its browser may forget the sheets, which nobody else has.
import { askToKeep } from "./storage.js";

const isInstalled = window.top.matchMedia("(display-mode: standalone)").matches;
const isSafari = navigator.vendor.startsWith("Apple");
const sentence = document.querySelector(isSafari ? "#after-seven-days" : "#without-room");

async function warn() {
  sentence.hidden = isSafari ? isInstalled : await askToKeep();
}

if (sentence) warn();
