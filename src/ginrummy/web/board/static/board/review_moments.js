// Keyboard navigation in a review that has all its moments on one page.
/** @type {Record<string, string>} */
const TURNS = { ArrowLeft: ".to-back", ArrowRight: ".to-on" };
/** @type {Record<string, string>} */
const LEAPS = { ArrowLeft: ".to-hand-before", ArrowRight: ".to-hand-after" };

const shown = () => [...document.querySelectorAll(".moment")].filter((one) => one.firstElementChild?.checkVisibility());

function settle() {
  const now = shown().map((one) => `#${one.id}`);
  const hands = now.map((hash) => hash.replace(/\d{1,5}$/, "0"));
  for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(":is(.moments, .moves-list, .hands) a"))) {
    const sought = link.parentElement?.matches(".hands") ? hands : now;
    const isNow = sought.includes(link.getAttribute("href") ?? "");
    if (!isNow) {
      link.removeAttribute("aria-current");
      continue;
    }
    link.setAttribute("aria-current", "step");
    const list = link.closest("ol");
    if (list) list.scrollTop = link.offsetTop - list.clientHeight / 2;
  }
}

addEventListener("hashchange", settle);
addEventListener("keydown", ({ key, shiftKey, ctrlKey, altKey, metaKey }) => {
  const wish = (shiftKey ? LEAPS : TURNS)[key];
  const place = document.querySelector(".moment:target") ?? shown()[0];
  if (wish && !ctrlKey && !altKey && !metaKey) /** @type {HTMLElement | null} */ (place?.querySelector(wish))?.click();
});
settle();
