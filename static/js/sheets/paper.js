// The page of a sheet is printed as its printed sheet. A browser tells of a print only when it begins, so that page is asked
// for synchronously, with its stylesheet; without them this page stays as it is, with its own styles for print.
const { body } = document;
let undo = () => {};

function get(address) {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  request.setRequestHeader("X-Outbox", "1"); // its styles as links
  request.send();
  return request.status === 200 ? request.responseText : null;
}

addEventListener("beforeprint", () => {
  if (!document.querySelector("body.table")) return;
  const paper = new DOMParser().parseFromString(get(`${location.pathname}/print`) ?? "", "text/html");
  const main = paper.querySelector(".sheet-of-paper main");
  const link = [...paper.querySelectorAll("link[rel=stylesheet]")].pop();
  const rules = main && link ? get(link.href) : null;
  if (rules === null) return;
  const styles = new CSSStyleSheet();
  styles.replaceSync(rules);
  const screen = [...body.children];
  const name = body.className;
  for (const part of screen) part.classList.add("unprinted");
  body.append(main);
  body.className = paper.body.className;
  document.adoptedStyleSheets = [styles];
  undo = () => {
    main.remove();
    for (const part of screen) part.classList.remove("unprinted");
    body.className = name;
    document.adoptedStyleSheets = [];
  };
});
addEventListener("afterprint", () => {
  undo();
  undo = () => {};
});
