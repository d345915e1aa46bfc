// Drawers close on Escape and on a click outside. Only one is open at a time.
import { all, find, hit, need } from "../design/elements.js";

const open = () => all(document, "#board .drawer[open], #board .others[open]", HTMLDetailsElement);

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const one of open()) {
    one.open = false;
    need(one, "summary").focus();
  }
});
document.addEventListener("click", async (event) => {
  if (hit(event, "[data-mute]")) (await import("./settings.js")).toggleSound();
  for (const one of open()) if (!(event.target instanceof Node && one.contains(event.target))) one.open = false;
});
// Load the script of the table settings when the menu opens.
document.addEventListener("toggle", (event) => {
  const isMenu = event.target instanceof HTMLElement && event.target.matches(".menu-drawer");
  if (isMenu && find(document, "#table-settings")) import("./settings.js");
}, { capture: true });
