// The address of the sheet that an address below it belongs to.
export function sheetOf(url) {
  return /^.*\/sheets\/[^/?#]+/.exec(url)[0];
}
