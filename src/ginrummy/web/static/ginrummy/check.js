// Compute the deals of a finished match in the browser; with one card exchanged the check fails, as it must.
import { commitment, deck } from "./deal.js";

async function holds({ secret, commitment: shown, cuts, packs, decks }) {
  if ((await commitment(secret)) !== shown) return false;
  for (const [number, dealt] of decks.entries()) {
    const due = await deck(secret, cuts, number, packs);
    if (due.length !== dealt.length || due.some((card, place) => card !== dealt[place])) return false;
  }
  return true;
}

function tampered(match) {
  const [first, second, ...rest] = match.decks[0];
  return { ...match, decks: [[second, first, ...rest], ...match.decks.slice(1)] };
}

async function show(box, match) {
  const verdict = box.querySelector(".verdict");
  const good = await holds(match);
  verdict.textContent = good ? box.dataset.good : box.dataset.bad;
  verdict.className = `verdict ${good ? "good" : "bad"}`;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-do]");
  const box = button?.closest("[data-check]");
  if (!box) return;
  const match = JSON.parse(box.dataset.check);
  show(box, button.dataset.do === "tamper" ? tampered(match) : match);
});

function reveal() {
  for (const part of document.querySelectorAll(".scripted")) part.hidden = !crypto.subtle;
}

reveal();
document.body.addEventListener("htmx:afterSwap", reveal);
