// Fields for keys: a pressed key takes the place of the old one.
import { hit } from "../design/elements.js";
import { printedKey } from "./printed_key.js";

document.addEventListener("keydown", (event) => {
  const field = hit(event, "[name^='key-']", HTMLInputElement);
  if (!field || event.ctrlKey || event.altKey || event.metaKey) return;
  const key = printedKey(event);
  if (!/^[A-Z0-9]$/.test(key)) return;
  event.preventDefault();
  field.value = key;
  field.dispatchEvent(new Event("change", { bubbles: true }));
});
