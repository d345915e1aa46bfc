// Drawers close on Escape, and on a press beside them; one is open at a time.
import { all, need } from "../design/elements.js";

const open = () => all(document, "#board .drawer[open], #board .others[open]", HTMLDetailsElement);

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const one of open()) {
    one.open = false;
    need(one, "summary").focus();
  }
});
document.addEventListener("click", (event) => {
  for (const one of open()) if (!(event.target instanceof Node && one.contains(event.target))) one.open = false;
});
