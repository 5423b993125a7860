// Counts every <time data-ends> of a page down to its moment, then shows its data-last; by the server's time, which data-now says.
const ahead = new WeakMap(); // milliseconds that this device's clock was ahead when the page came

function tick() {
  for (const time of document.querySelectorAll("time[data-ends]")) {
    const { ends, now, last } = time.dataset;
    if (!ahead.has(time)) ahead.set(time, Date.now() - Date.parse(now));
    const left = Math.ceil((Date.parse(ends) - Date.now() + ahead.get(time)) / 1000);
    time.classList.toggle("last", left <= 0);
    time.textContent = left > 0 ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : last;
  }
}

tick();
setInterval(tick, 1000);
