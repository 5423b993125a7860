// The poster as a PNG picture: the server's SVG, drawn on a canvas. Shared where the browser can share
// files, else downloaded; without a script the link downloads the SVG.
const SCALE = 3; // the drawing is 360 units wide
const link = document.querySelector("[data-picture]");

async function draw() {
  const image = new Image();
  image.src = link.href;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = SCALE * image.naturalWidth;
  canvas.height = SCALE * image.naturalHeight;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  return new File([blob], link.dataset.picture, { type: "image/png" });
}

function download(file) {
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: address, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

// Drawn before the tap: a browser shares only at once after one.
if (link) {
  draw().then((file) => {
    const canShare = Boolean(navigator.canShare?.({ files: [file] }));
    link.addEventListener("click", (event) => {
      event.preventDefault();
      if (canShare) navigator.share({ files: [file] }).catch(({ name }) => name === "AbortError" || download(file));
      else download(file);
    });
  }, () => {}); // a browser that cannot draw it keeps the link to the SVG
}
