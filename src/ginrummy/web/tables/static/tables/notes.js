// What this browser saw with its own eyes, kept to compare with when the match is over: the fingerprints and the seals
// that stood there before a cut, the cut that it saw before it showed its own, and the hands that it was dealt.
// The cuts that it has sealed are kept too, until they are shown.
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
 * Return the list that this browser has stored.
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
 * Store a list in this browser, where it lets us.
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
 * Return the fingerprints that this browser saw before a cut.
 * @returns {string[]}
 */
export const fingerprints = () => readList(FINGERPRINTS);

/**
 * Note a fingerprint that stands there before a cut.
 * @param {string} text
 */
export const noteFingerprint = (text) => storeList(FINGERPRINTS, [...fingerprints(), text]);

/**
 * Keep a cut that is sent as a seal.
 * @param {SealedCut} cut
 */
export const keepSealed = (cut) => storeList(SEALED, [...readList(SEALED), cut]);

/**
 * Return the cut of a seal, where this browser has it.
 * @param {string} seal
 * @returns {SealedCut | undefined}
 */
export const sealedCut = (seal) => readList(SEALED).find((cut) => cut.seal === seal);

/** @param {string} seal */
export const isKept = (seal) => sealedCut(seal) !== undefined;

/**
 * Note the seal of the other's cut that stands there before a cut, at the address where that is sent: `tables/KEY/join`.
 * @param {string} address
 * @param {string} text
 */
export function noteSeal(address, text) {
  storeList(SEALS, [...readList(SEALS), { key: new URL(address).pathname.split("/").at(-2) ?? "", text }]);
}

/**
 * Note the other's cut at a table, which was seen before one's own was shown. The first one counts.
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
 * Return the hands that this browser was dealt at a table: `hand` from 0, `seat`, and the codes of the `cards`.
 * @param {string} key
 * @returns {NotedHand[]}
 */
export const hands = (key) => readList(HANDS).filter((note) => note.key === key);

/**
 * Note the hand on the board, where it is as it was dealt.
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
