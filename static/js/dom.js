// Elements that more than one module finds or makes.

// The form of a hand, where the page has one.
export function handForm() {
  return document.querySelector("#entry");
}

// The idempotency key of the form on this page: two posts with one key record one hand.
export function formKey() {
  return document.querySelector("#entry [name=key]")?.value;
}

// Somebody has begun to fill the form, or has still to answer what the server asks in it.
export function isBegun(form) {
  return form.classList.contains("begun") || Boolean(form.querySelector("[role=alert]"));
}

export function make(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}
