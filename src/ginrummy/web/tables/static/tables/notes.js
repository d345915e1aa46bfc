// What this browser saw with its own eyes, kept to compare with when the match is over: the fingerprints that stood
// there before a cut, and the hands that it was dealt.
const MOST = 200;
const FINGERPRINTS = "fingerprints";
const HANDS = "hands";

function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? [];
  } catch {
    return [];
  }
}

function keep(name, notes) {
  try {
    localStorage.setItem(name, JSON.stringify(notes.slice(-MOST)));
  } catch {
    return;
  }
}

/** Return the fingerprints that this browser saw before a cut. */
export const fingerprints = () => kept(FINGERPRINTS);

/** Note a fingerprint that stands there before a cut. */
export const noteFingerprint = (text) => keep(FINGERPRINTS, [...fingerprints(), text]);

/** Return the hands that this browser was dealt at a table: `hand` from 0, `seat`, and the codes of the `cards`. */
export const hands = (key) => kept(HANDS).filter((note) => note.key === key);

/** Note the hand on the board, where it is as it was dealt. */
export function noteHand(board) {
  if (board.dataset.dealt !== "1") return;
  const [key, hand, seat] = [board.dataset.key, Number(board.dataset.hand), Number(board.dataset.seat)];
  const cards = [...board.querySelectorAll(".hand .card")].map((card) => card.dataset.card).sort();
  const others = kept(HANDS).filter((note) => note.key !== key || note.hand !== hand);
  if (cards.length) keep(HANDS, [...others, { key, hand, seat, cards }]);
}
