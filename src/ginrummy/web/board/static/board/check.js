// Recomputes the deals of a finished match in the browser. The page also offers tampered copies, which must fail the
// check.
import { all, hit, need } from "../design/elements.js";
import { commitment, cut, deck, lot } from "./deal.js";
import "../tables/cut.js";
import { seal } from "../tables/seal.js";
import { fingerprints, hands as notedHands, notedCut, notedSeal } from "../tables/notes.js";

/**
 * Data of a finished match from the server (`deal_check.deal_check_context`): secret, both cuts and one deck for each
 * hand.
 * @typedef {object} Match
 * @property {string} key
 * @property {string} secret
 * @property {string} commitment
 * @property {string[]} cuts
 * @property {string[]} seals
 * @property {string[]} nonces
 * @property {number} packs
 * @property {[number, number]} sizes
 * @property {number[]} dealers
 * @property {{ by: string, seat: number }} dealer
 * @property {number[][]} decks
 */
/** @typedef {Record<string, string> & { names: string[], cards: string[] }} Words */
/** @typedef {{ good: boolean, text: string }} Row */
/** @typedef {{ copy: Match, sentence: string }} Tampered */

/**
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_whole, name) => String(values[name]));
/** @param {number} bound */
const pick = (bound) => crypto.getRandomValues(new Uint32Array(1))[0] % bound;

/**
 * Check that the fingerprint matches the secret, and that this browser saved it before the cut.
 * @param {Match} match
 * @param {Words} words
 * @returns {Promise<Row[]>}
 */
async function fingerprint(match, words) {
  const found = await commitment(match.secret);
  const rows = [
    found === match.commitment
      ? { good: true, text: words.fingerprint }
      : { good: false, text: fill(words.no_fingerprint, { found: `${found.slice(0, 12)}…` }) },
  ];
  if (fingerprints().includes(match.commitment)) rows.push({ good: true, text: words.noted });
  return rows;
}

/**
 * Check each sealed cut against its seal, and against the notes that this browser saved.
 * @param {Match} match
 * @param {Words} words
 * @returns {Promise<Row[]>}
 */
async function sealedCuts({ key, cuts, seals, nonces }, words) {
  const rows = [];
  for (const seat of [0, 1].filter((place) => seals[place])) {
    const good = (await seal(cuts[seat], nonces[seat])) === seals[seat];
    rows.push({ good, text: fill(words[good ? "seal" : "no_seal"], { name: words.names[seat] }) });
  }
  /** @type {[string | undefined, string[], string][]} */
  const notes = [[notedSeal(key), seals, "seal_noted"], [notedCut(key), cuts, "cut_noted"]];
  for (const [note, found, name] of notes.filter(([text]) => text !== undefined)) {
    const good = found.includes(String(note));
    rows.push({ good, text: words[good ? name : `no_${name}`] });
  }
  return rows;
}

/**
 * @param {Match} match
 * @param {Words} words
 * @returns {Promise<Row[]>}
 */
async function firstDealer({ secret, cuts, dealer }, words) {
  if (!dealer.by) return [];
  let seat = await lot(secret, cuts);
  if (dealer.by === "cut") {
    const pairs = await cut(secret, cuts);
    const [first, second] = pairs[pairs.length - 1];
    seat = second % 13 < first % 13 ? 1 : 0;
  }
  const good = seat === dealer.seat;
  return [{ good, text: words[`${good ? "" : "no_"}dealer_by_${dealer.by}`] }];
}

/**
 * @param {Match} match
 * @param {Words} words
 * @returns {Promise<Row[]>}
 */
async function hands({ secret, cuts, packs, decks }, words) {
  const rows = [];
  for (const [number, dealt] of decks.entries()) {
    const due = await deck(secret, cuts, number, packs);
    const place = due.findIndex((card, at) => card !== dealt[at]);
    const good = place < 0 && due.length === dealt.length;
    const values = { number: number + 1, count: due.length, place: place + 1 };
    const cards = { due: words.cards[due[place] % 52], found: words.cards[dealt[place] % 52] };
    rows.push({ good, text: fill(good ? words.hand : words.no_hand, { ...values, ...cards }) });
  }
  return rows;
}

/**
 * Return the codes of the cards dealt to a seat. The deal goes one card at a time, non-dealer first (RULES 3.2).
 * @param {number[]} cards
 * @param {boolean} isDealer
 * @param {[number, number]} sizes
 */
function handOf(cards, isDealer, [nonDealers, dealers]) {
  /** @type {(card: number, place: number) => boolean} */
  const turn = (_card, place) => (place < 2 * dealers ? place % 2 === Number(isDealer) : !isDealer);
  /** @param {number} card */
  const code = (card) => "A23456789TJQK"[card % 13] + "SHDC"[Math.floor((card % 52) / 13)];
  return cards.slice(0, nonDealers + dealers).filter(turn).map(code).sort();
}

/**
 * Check the saved hands of this browser against the deals. Return no rows if none were saved.
 * @param {Match} match
 * @param {Words} words
 * @returns {Promise<Row[]>}
 */
async function checkHands({ key, secret, cuts, packs, dealers, sizes }, words) {
  const notes = notedHands(key).filter((note) => note.hand < dealers.length);
  const rows = [];
  for (const { hand, seat, cards } of notes) {
    const due = handOf(await deck(secret, cuts, hand, packs), dealers[hand] === seat, sizes);
    if (due.join() !== cards.join()) rows.push({ good: false, text: fill(words.not_held, { number: hand + 1 }) });
  }
  return notes.length && !rows.length ? [{ good: true, text: words.held }] : rows;
}

/**
 * Make a copy with one change, and the sentence that describes the change.
 * @type {Record<string, (match: Match, words: Words) => Tampered>}
 */
const TAMPERED = {
  card(match, words) {
    const number = pick(match.decks.length);
    const dealt = [...match.decks[number]];
    const one = pick(20);
    const other = (one + 1 + pick(19)) % 20;
    [dealt[one], dealt[other]] = [dealt[other], dealt[one]];
    const values = { number: number + 1, one: words.cards[dealt[one] % 52], other: words.cards[dealt[other] % 52] };
    return { copy: { ...match, decks: match.decks.with(number, dealt) }, sentence: fill(words.changed_card, values) };
  },
  cut(match, words) {
    const seat = pick(2);
    const before = match.cuts[seat];
    const after = [...before].slice(0, -1).join("") + (before.endsWith("7") ? "8" : "7");
    const values = { name: words.names[seat], before: before || "–", after };
    return { copy: { ...match, cuts: match.cuts.with(seat, after) }, sentence: fill(words.changed_cut, values) };
  },
  secret(match, words) {
    const before = match.secret.slice(-1);
    const after = before === "f" ? "0" : "f";
    const secret = match.secret.slice(0, -1) + after;
    return { copy: { ...match, secret }, sentence: fill(words.changed_secret, { before, after }) };
  },
};

/**
 * @param {string} name
 * @param {string} text
 */
function line(name, text, className = "") {
  return Object.assign(document.createElement(name), { textContent: text, className });
}

/**
 * @param {HTMLElement} box
 * @param {Match} match
 * @param {HTMLElement[]} notes
 * @param {Words} words
 */
async function show(box, match, notes, words) {
  const rows = (await Promise.all([fingerprint, sealedCuts, firstDealer, hands, checkHands].map((part) => part(match, words)))).flat();
  const good = rows.every((row) => row.good);
  const list = document.createElement("ul");
  for (const row of rows) {
    const item = line("li", row.text, row.good ? "good" : "bad");
    item.prepend(line("span", `${row.good ? words.yes : words.no} `, "unseen"));
    list.append(item);
  }
  const verdict = need(box, ".verdict");
  verdict.className = `verdict ${good ? "good" : "bad"}`;
  verdict.replaceChildren(...notes.slice(0, 1), line("p", good ? words.good : words.bad, "says"), list, ...notes.slice(1));
}

document.addEventListener("click", (event) => {
  const wish = hit(event, "[data-do]");
  const box = hit(event, "[data-check]");
  if (!wish || !box?.contains(wish)) return;
  const { check = "", words: texts = "" } = box.dataset;
  /** @type {[Match, Words]} */
  const [match, words] = [JSON.parse(check), JSON.parse(texts)];
  const action = wish.dataset.do ?? "";
  const change = TAMPERED[action];
  if (!change) return show(box, match, [], words);
  const { copy, sentence } = change(match, words);
  const why = words[`why_${action}`];
  show(box, copy, [line("p", sentence, "changed"), line("p", why, "why")], words);
});

function reveal() {
  for (const part of all(document, "[data-check] .scripted")) part.hidden = !crypto.subtle;
}

reveal();
document.body.addEventListener("htmx:afterSettle", reveal);
