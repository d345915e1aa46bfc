// Read a new phrase out once, politely; close the list of phrases once one is said.
const region = document.getElementById("talk-heard");

function latest() {
  return [...document.querySelectorAll("[data-said]:not([data-own])")].at(-1);
}

let heard = latest()?.dataset.said;
document.body.addEventListener("htmx:afterSwap", () => {
  const last = latest();
  if (!last || last.dataset.said === heard) return;
  heard = last.dataset.said;
  region.textContent = last.textContent;
});
document.querySelector(".talk .phrases").addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) event.currentTarget.closest("details").open = false;
});
