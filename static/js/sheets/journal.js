// The times of a journal are those where it is read.
const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
for (const time of document.querySelectorAll(".journal time")) time.textContent = format.format(new Date(time.dateTime));
