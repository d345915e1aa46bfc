// The hand in the player's own order: dragged, or moved with buttons and keys; kept in this browser.
const SLIP = 8;
let drag = null;
let dragged = false;

const hand = (board) => board.querySelector(".hand");
const cards = (board) => [...board.querySelectorAll(".hand .card")];
const place = (board) => `order:${board.dataset.stream}`;

function kept(board) {
  try {
    return JSON.parse(localStorage.getItem(place(board))) ?? [];
  } catch {
    return [];
  }
}

function keep(board) {
  try {
    localStorage.setItem(place(board), JSON.stringify(cards(board).map((card) => card.dataset.card)));
  } catch {
    return;
  }
}

/** Lay the hand as it was last laid by hand; cards that are new stand at the end. */
export function arrange(board) {
  for (const card of cards(board)) card.tabIndex = 0;
  if (hand(board)?.dataset.arrangement !== "own") return;
  const order = kept(board);
  const rank = (card) => (order.indexOf(card.dataset.card) + order.length + 1) % (order.length + 1);
  const sorted = cards(board).sort((one, other) => rank(one) - rank(other));
  hand(board).querySelector(".group").append(...sorted);
}

/** From now on the hand is held in the player's own order, the server knows it too. */
function takeOver(board) {
  const whole = hand(board);
  if (whole.dataset.arrangement === "own") return;
  const all = cards(board);
  const group = whole.querySelector(".group");
  group.classList.remove("meld");
  group.append(...all);
  whole.replaceChildren(group);
  whole.dataset.arrangement = "own";
  const form = board.querySelector(".arrange form");
  const data = new FormData(form);
  data.set("arrangement", "own");
  fetch(form.action, { method: "POST", body: data, redirect: "manual" });
}

/** Move a card by so many places to the right. */
export function shift(board, card, by) {
  const all = cards(board);
  const from = all.indexOf(card);
  const to = Math.min(all.length - 1, Math.max(0, from + by));
  if (from < 0 || from === to) return;
  takeOver(board);
  if (by > 0) all[to].after(card);
  else all[to].before(card);
  keep(board);
  card.focus();
}

function nearest(board, x, y) {
  const away = (card) => {
    const box = card.getBoundingClientRect();
    return Math.hypot(x - box.x - box.width / 2, y - box.y - box.height / 2);
  };
  return cards(board)
    .filter((card) => card !== drag.card)
    .sort((one, other) => away(one) - away(other))[0];
}

const covers = (box, x, y) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

/** Put a card beside the one nearest to a place; dropped where it came from, it changes nothing. */
function lay(board, card, x, y) {
  const goal = nearest(board, x, y);
  if (!goal || covers(card.getBoundingClientRect(), x, y)) return;
  const box = goal.getBoundingClientRect();
  const isBefore = x < box.x + box.width / 2;
  const all = cards(board);
  if (all.indexOf(card) - all.indexOf(goal) === (isBefore ? -1 : 1)) return;
  takeOver(board);
  if (isBefore) goal.before(card);
  else goal.after(card);
  keep(board);
}

function start(event) {
  const card = event.target.closest?.(".hand .card");
  dragged = false;
  if (!card || event.button !== 0) return;
  drag = { card, x: event.clientX, y: event.clientY, id: event.pointerId };
}

function pull(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!dragged && Math.hypot(x, y) < SLIP) return;
  if (!dragged) drag.card.setPointerCapture(drag.id);
  dragged = true;
  drag.card.classList.add("pulled");
  drag.card.style.transform = `translate(${x}px, ${y}px)`;
}

function drop(event) {
  if (!drag) return;
  const { card, id } = drag;
  if (event.pointerId !== id) return;
  const board = card.closest("#board");
  card.classList.remove("pulled");
  card.style.transform = "";
  if (dragged && board && event.type === "pointerup") {
    lay(board, card, event.clientX, event.clientY);
  }
  drag = null;
}

document.addEventListener("pointerdown", start);
document.addEventListener("pointermove", pull);
document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", drop);
document.addEventListener(
  "click",
  (event) => {
    if (!dragged) return;
    dragged = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);
