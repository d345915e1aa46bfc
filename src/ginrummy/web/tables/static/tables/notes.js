// What this browser saw with its own eyes, kept to compare with when the match is over: the fingerprints that stood
// there before a cut, and the hands that it was dealt.
import { all } from "../design/elements.js";

const MOST = 200;
const FINGERPRINTS = "fingerprints";
const HANDS = "hands";

/** @typedef {{ key: string, hand: number, seat: number, cards: string[] }} NotedHand */

/**
 * @param {string} name
 * @returns {any[]}
 */
function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "[]") ?? [];
  } catch {
    return [];
  }
}

/**
 * @param {string} name
 * @param {unknown[]} notes
 */
function keep(name, notes) {
  try {
    localStorage.setItem(name, JSON.stringify(notes.slice(-MOST)));
  } catch {
    return;
  }
}

/**
 * Return the fingerprints that this browser saw before a cut.
 * @returns {string[]}
 */
export const fingerprints = () => kept(FINGERPRINTS);

/**
 * Note a fingerprint that stands there before a cut.
 * @param {string} text
 */
export const noteFingerprint = (text) => keep(FINGERPRINTS, [...fingerprints(), text]);

/**
 * Return the hands that this browser was dealt at a table: `hand` from 0, `seat`, and the codes of the `cards`.
 * @param {string} key
 * @returns {NotedHand[]}
 */
export const hands = (key) => kept(HANDS).filter((note) => note.key === key);

/**
 * Note the hand on the board, where it is as it was dealt.
 * @param {HTMLElement} board
 */
export function noteHand(board) {
  if (board.dataset.dealt !== "1") return;
  const { key } = board.dataset;
  const [hand, seat] = [Number(board.dataset.hand), Number(board.dataset.seat)];
  const cards = all(board, ".hand .card").map((card) => card.dataset.card).sort();
  const others = kept(HANDS).filter((note) => note.key !== key || note.hand !== hand);
  if (cards.length) keep(HANDS, [...others, { key, hand, seat, cards }]);
}
