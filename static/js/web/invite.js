// The script of the page that shares a sheet: copy an address, or send it with the phone's own dialog. Over plain
// http a browser has neither dialog nor clipboard; what is selected can be copied anywhere.

function addressOf(button) {
  return button.closest(".link").querySelector(".address");
}

async function copy(address) {
  if (navigator.clipboard) return navigator.clipboard.writeText(address.value);
  address.focus({ preventScroll: true });
  address.setSelectionRange(0, address.value.length);
  if (!document.execCommand("copy")) throw new Error("not copied");
}

// The words on the button say that it has copied, for as long as it takes to read them.
function confirmCopied(button) {
  const { label, copied } = button.dataset;
  button.textContent = copied;
  button.classList.add("done");
  setTimeout(() => {
    button.textContent = label;
    button.classList.remove("done");
  }, 3000);
}

document.addEventListener("click", async ({ target }) => {
  const copies = target.closest("[data-copied]");
  const sends = target.closest("[data-send]");
  const fails = target.closest(".link")?.querySelector(".by-hand");
  if (copies) await copy(addressOf(copies)).then(() => confirmCopied(copies), () => (fails.hidden = false));
  if (sends) await navigator.share({ title: document.title, url: addressOf(sends).value }).catch(() => {});
});

// An address is selected as a whole.
document.addEventListener("focusin", ({ target }) => {
  if (target.matches(".address")) target.select();
});

for (const button of document.querySelectorAll("[data-copied]")) button.hidden = false;
for (const button of document.querySelectorAll("[data-send]")) button.hidden = !navigator.share;
