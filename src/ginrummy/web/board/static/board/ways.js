// The ways to lay a hand out: a press on a card lays it another way; where there is one way it plays itself.
import { all, find, hit, need } from "../design/elements.js";
import { duration, fly } from "./motion.js";

/** @typedef {[code: string, name: string, isLaid: boolean]} Lying */
/**
 * A way as `layout_choices.py` tells it.
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
 * Return what becomes of a card: on which meld of the other hand it lies, in a run or a set of one's own, or nowhere.
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
 * Return the cards that lie together with a card.
 * @param {Way} way
 * @param {string} code
 */
const company = (way, code) => String([...way.mine, way.left].find((cards) => cards.some(([one]) => one === code)));

/**
 * Return by what the ways differ for a card: by its fate, for some card at least, else by its company.
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
 * Lay the cards as `way` says; the marks of melds stay with their groups.
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
 * Let the button that lays the hand out say what lies there.
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
 * Lay a card another way than it lies, changing as little else as may be.
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
 * Let the cards that can lie another way be pressed.
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
 * The one way that there is plays itself, once it could be seen: nothing is awaited from the player.
 * @param {HTMLElement} board
 */
function playItself(board) {
  board.dataset.mine = "0";
  board.classList.add("itself");
  setTimeout(() => board.isConnected && button(board)?.click(), duration() ? LOOK : 0);
}

/**
 * Make the ways on a board that has just come such as can be changed, and lay the one that was chosen there before.
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
