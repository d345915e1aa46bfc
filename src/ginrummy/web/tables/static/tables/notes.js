// Notes that this browser saves to check a match afterwards: fingerprints and seals shown before a cut, the opponent's
// cut, and the hands dealt. It also stores the own sealed cuts until they are revealed.
import { all } from "../design/elements.js";

const MOST = 200;
const FINGERPRINTS = "fingerprints";
const HANDS = "hands";
const SEALED = "sealed cuts";
const SEALS = "seals";
const CUTS = "cuts";

/** @typedef {{ seal: string, cut: string, nonce: string }} SealedCut */
/** @typedef {{ key: string, text: string }} Note */
/** @typedef {{ key: string, hand: number, seat: number, cards: string[] }} NotedHand */

/**
 * Return a list from the local storage.
 * @param {string} name
 * @returns {any[]}
 */
export function readList(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "[]") ?? [];
  } catch {
    return [];
  }
}

/**
 * Write a list to the local storage, if the browser allows it.
 * @param {string} name
 * @param {unknown[]} notes
 */
export function storeList(name, notes) {
  try {
    localStorage.setItem(name, JSON.stringify(notes.slice(-MOST)));
  } catch {
    return;
  }
}

/**
 * Return the fingerprints shown before a cut.
 * @returns {string[]}
 */
export const fingerprints = () => readList(FINGERPRINTS);

/**
 * Save a fingerprint shown before a cut.
 * @param {string} text
 */
export const noteFingerprint = (text) => storeList(FINGERPRINTS, [...fingerprints(), text]);

/**
 * Save a cut that is sent as a seal.
 * @param {SealedCut} cut
 */
export const keepSealed = (cut) => storeList(SEALED, [...readList(SEALED), cut]);

/**
 * Return the saved cut of a seal, if any.
 * @param {string} seal
 * @returns {SealedCut | undefined}
 */
export const sealedCut = (seal) => readList(SEALED).find((cut) => cut.seal === seal);

/** @param {string} seal */
export const isKept = (seal) => sealedCut(seal) !== undefined;

/**
 * Save the opponent's seal, shown before the cut. `address` is the form's action, `tables/KEY/join`.
 * @param {string} address
 * @param {string} text
 */
export function noteSeal(address, text) {
  storeList(SEALS, [...readList(SEALS), { key: new URL(address).pathname.split("/").at(-2) ?? "", text }]);
}

/**
 * Save the opponent's cut, shown before the own cut is revealed. Only the first one counts.
 * @param {string} key
 * @param {string} text
 */
export function noteCut(key, text) {
  if (notedCut(key) === undefined) storeList(CUTS, [...readList(CUTS), { key, text }]);
}

/**
 * @param {string} name
 * @param {string} key
 * @returns {string | undefined}
 */
const noteText = (name, key) => readList(name).find((/** @type {Note} */ note) => note.key === key)?.text;
/** @param {string} key */
export const notedSeal = (key) => noteText(SEALS, key);
/** @param {string} key */
export const notedCut = (key) => noteText(CUTS, key);

/**
 * Return the saved hands of a table: `hand` from 0, `seat`, and the codes of the `cards`.
 * @param {string} key
 * @returns {NotedHand[]}
 */
export const hands = (key) => readList(HANDS).filter((note) => note.key === key);

/**
 * Save the hand on the board if no card has moved since the deal.
 * @param {HTMLElement} board
 */
export function noteHand(board) {
  if (board.dataset.dealt !== "1") return;
  const { key } = board.dataset;
  const [hand, seat] = [Number(board.dataset.hand), Number(board.dataset.seat)];
  const cards = all(board, ".hand .card").map((card) => card.dataset.card).sort();
  const others = readList(HANDS).filter((note) => note.key !== key || note.hand !== hand);
  if (cards.length) storeList(HANDS, [...others, { key, hand, seat, cards }]);
}
