// Drawers close on Escape, and on a press beside them; one is open at a time.
const open = () => document.querySelectorAll("#board .drawer[open], #board .others[open]");

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const one of open()) {
    one.open = false;
    one.querySelector("summary").focus();
  }
});
document.addEventListener("click", (event) => {
  for (const one of open()) if (!one.contains(event.target)) one.open = false;
});
