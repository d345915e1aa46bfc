// Read what is new from the other player out once, politely; close the list of phrases once one is said.
const region = document.getElementById("talk-heard");
const list = document.querySelector(".talk details");
const heard = new Set();

function unheard() {
  const said = [...document.querySelectorAll("[data-said]:not([data-own])")];
  return said.filter((one) => !heard.has(one.dataset.said) && heard.add(one.dataset.said));
}

unheard();
document.body.addEventListener("htmx:afterSwap", () => {
  const fresh = unheard();
  if (fresh.length) region.textContent = fresh.map((one) => one.textContent).join(" ");
});
document.querySelector(".talk .phrases").addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) list.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && list.open) {
    list.open = false;
    list.querySelector("summary").focus();
  }
});
document.addEventListener("click", (event) => {
  if (!list.contains(event.target)) list.open = false;
});
