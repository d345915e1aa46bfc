// The hand in the player's own order, moved by drag, buttons and keys, and kept in this browser.
const hand = (board) => board.querySelector(".hand");
const places = (board) => [...board.querySelectorAll(".hand .place")];
const codeOf = (place) => place.querySelector(".card").dataset.card;
const key = (board) => `order:${board.dataset.stream}`;

function kept(board) {
  try {
    return JSON.parse(localStorage.getItem(key(board))) ?? [];
  } catch {
    return [];
  }
}

function keep(board) {
  try {
    localStorage.setItem(key(board), JSON.stringify(places(board).map(codeOf)));
  } catch {
    return;
  }
}

/** Lay the hand as it was last laid by hand; cards that are new stand at the end. */
export function arrange(board) {
  for (const place of places(board)) place.querySelector(".card").tabIndex = 0;
  if (hand(board)?.dataset.arrangement !== "own") return;
  const order = kept(board);
  const rank = (place) => (order.indexOf(codeOf(place)) + order.length + 1) % (order.length + 1);
  hand(board).append(...places(board).sort((one, other) => rank(one) - rank(other)));
}

/** From now on the hand is held in the player's own order, the server knows it too. */
function takeOver(board) {
  if (hand(board).dataset.arrangement === "own") return;
  hand(board).dataset.arrangement = "own";
  const form = board.querySelector(".arrange form");
  const data = new FormData(form);
  data.set("arrangement", "own");
  fetch(form.action, { method: "POST", body: data, redirect: "manual" });
}

/** Put a card at a place of the hand, counted from the left without it. Returns whether that changed anything. */
export function put(board, card, at) {
  const place = card.closest(".place");
  const others = places(board).filter((one) => one !== place);
  const to = Math.min(others.length, Math.max(0, at));
  if (places(board).indexOf(place) === to) return false;
  takeOver(board);
  if (others[to]) others[to].before(place);
  else hand(board).append(place);
  keep(board);
  return true;
}

/** Move a card by so many places to the right. */
export function shift(board, card, by) {
  const at = places(board).indexOf(card?.closest(".place"));
  if (at < 0) return;
  put(board, card, at + by);
  card.focus();
}
