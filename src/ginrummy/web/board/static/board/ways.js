// Choice between several ways to lay out the melds. A press on a card moves it to another meld. A single way is played
// automatically.
import { all, find, hit, need } from "../design/elements.js";
import { duration, fly } from "./motion.js";

/** @typedef {[code: string, name: string, isLaid: boolean]} Lying */
/**
 * A way to lay out the melds, from `layout_choices.py`.
 * @typedef {object} Way
 * @property {string} move
 * @property {string} label
 * @property {Lying[][]} theirs
 * @property {Lying[][]} mine
 * @property {Lying[]} left
 * @property {string} points
 */

const LOOK = 900;
const LANDING = 220;
/** @type {{ number: string | undefined, move: string }} */
let chosen = { number: "", move: "" };

/**
 * @param {HTMLElement} board
 * @returns {Way[]}
 */
const waysOn = (board) => JSON.parse(find(board, ".scene")?.dataset.ways ?? "[]");

/**
 * Return how a card is used: laid off on a certain meld of the other hand, in an own run or set, or as deadwood.
 * @param {Way} way
 * @param {string} code
 */
function fate(way, code) {
  const on = way.theirs.findIndex((meld) => meld.some(([one, , isLaid]) => isLaid && one === code));
  if (on >= 0) return `on ${on}`;
  const own = way.mine.find((meld) => meld.some(([one]) => one === code));
  if (!own) return "left";
  return own.every(([one]) => one[0] === code[0]) ? "set" : "run";
}

/**
 * Return the cards in the same meld.
 * @param {Way} way
 * @param {string} code
 */
const company = (way, code) => String([...way.mine, way.left].find((cards) => cards.some(([one]) => one === code)));

/**
 * Return the function that tells the ways apart: `fate` if it differs for some card, otherwise `company`.
 * @param {HTMLElement} board
 * @param {Way[]} ways
 */
function difference(board, ways) {
  const differs = (/** @type {string} */ code) => new Set(ways.map((way) => fate(way, code))).size > 1;
  return codesOn(board).some(differs) ? fate : company;
}

/** @param {HTMLElement} board */
const ownCards = (board) => all(board, ".scene [data-own]");
/** @param {HTMLElement} board */
const codesOn = (board) => [...new Set(ownCards(board).map((one) => one.dataset.card ?? ""))];
/** @param {HTMLElement} board */
const button = (board) => find(board, ".slot.second > .layout", HTMLButtonElement);

/**
 * Lay out the cards by `way`. Meld markers stay with their groups.
 * @param {HTMLElement} board
 * @param {Way} way
 */
function lay(board, way) {
  const cards = all(board, ".scene .card[data-card]");
  /** @param {Lying[]} lying @param {boolean} isMine */
  const taken = (lying, isMine) =>
    lying.map(([code, name, isLaid]) => {
      const isOwn = isMine || isLaid;
      const at = cards.findIndex((card) => card.dataset.card === code && Boolean(card.dataset.own) === isOwn);
      const [card] = cards.splice(at, 1);
      card.classList.toggle("laid", isLaid);
      card.setAttribute("aria-label", name);
      return card;
    });
  for (const [at, meld] of all(board, ".theirs .meld").entries()) meld.replaceChildren(...taken(way.theirs[at], false));
  const groups = way.mine.map((meld) => {
    const group = Object.assign(document.createElement("span"), { className: "group meld" });
    group.append(...taken(meld, true));
    return group;
  });
  const left = Object.assign(document.createElement("span"), { className: "group left" });
  left.append(...taken(way.left, true));
  need(board, ".mine .groups").replaceChildren(...groups, left);
  need(board, ".mine .owns b").textContent = way.points;
}

/**
 * Set the layout button to `way`.
 * @param {HTMLElement} board
 * @param {Way} way
 */
function offer(board, way) {
  const best = button(board);
  if (!best) return;
  const said = all(board, ".actions .layout", HTMLButtonElement).find((one) => one.dataset.said === way.move);
  best.value = way.move;
  best.textContent = way.label;
  best.setAttribute("aria-label", said?.dataset.spoken ?? way.label);
}

/**
 * @param {HTMLElement} board
 * @param {Way} way
 */
function choose(board, way) {
  chosen = { number: board.dataset.number, move: way.move };
  lay(board, way);
  offer(board, way);
}

/**
 * Move a card to another meld, with as few other changes as possible.
 * @param {HTMLElement} board
 * @param {HTMLElement} card
 */
function change(board, card) {
  const ways = waysOn(board);
  const now = ways.find((way) => way.move === button(board)?.value) ?? ways[0];
  const [read, codes] = [difference(board, ways), codesOn(board)];
  const { card: code = "" } = card.dataset;
  const changes = (/** @type {Way} */ way) => codes.filter((one) => read(way, one) !== read(now, one)).length;
  const others = ways.filter((way) => read(way, code) !== read(now, code));
  others.sort((one, other) => changes(one) - changes(other));
  if (!others.length) return;
  const before = new Map(ownCards(board).map((one) => [one, one.getBoundingClientRect()]));
  choose(board, others[0]);
  for (const [one, from] of before) fly(one, from, { most: LANDING });
  card.focus({ preventScroll: true });
}

/**
 * Make the cards with several possible melds clickable.
 * @param {HTMLElement} board
 * @param {Way[]} ways
 */
function arm(board, ways) {
  for (const card of all(board, ".mine .card[data-card], .theirs .laid")) card.dataset.own = "1";
  const read = difference(board, ways);
  for (const card of ownCards(board)) {
    const { card: code = "" } = card.dataset;
    if (new Set(ways.map((way) => read(way, code))).size === 1) continue;
    card.classList.add("movable");
    card.setAttribute("role", "button");
    card.tabIndex = 0;
  }
  for (const one of all(board, ".actions .layout", HTMLButtonElement)) {
    one.dataset.said = one.value;
    one.dataset.spoken = one.getAttribute("aria-label") ?? "";
  }
}

/**
 * Play the only way after a short time to look at it. The player has nothing to choose.
 * @param {HTMLElement} board
 */
function playItself(board) {
  board.dataset.mine = "0";
  board.classList.add("itself");
  setTimeout(() => board.isConnected && button(board)?.click(), duration() ? LOOK : 0);
}

/**
 * Prepare the choice on a new board, and restore the previous one.
 * @param {HTMLElement} board
 */
export function offerWays(board) {
  const ways = waysOn(board);
  if (ways.length === 1) playItself(board);
  if (ways.length < 2) return;
  arm(board, ways);
  const kept = ways.find((way) => way.move === chosen.move);
  if (kept && chosen.number === board.dataset.number) choose(board, kept);
}

/** @param {Event} event */
function pressCard(event) {
  const card = hit(event, ".scene .movable");
  const board = find(document, "#board");
  if (!card || !board) return;
  if (event instanceof KeyboardEvent && !["Enter", " "].includes(event.key)) return;
  event.preventDefault();
  change(board, card);
}

document.addEventListener("click", pressCard);
document.addEventListener("keydown", pressCard);
