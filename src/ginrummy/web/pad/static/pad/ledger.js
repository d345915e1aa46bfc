// A ledger computed by the law: each hand with its score and marks, the sums, who has won. No page in here.
import * as law from "./law.js";

/** @typedef {import("./law.js").Variant} Variant */
/** @typedef {import("./law.js").Column} Column */
/** @typedef {import("./law.js").SheetRow} SheetRow */
/** @typedef {{ how: number, seat: number, own: number, other: number, spade: boolean }} Hand */
/** @typedef {{ score?: undefined, sheet?: undefined, boxes?: undefined, fault: number, late: boolean }} Refused */
/** @typedef {[name: string, amounts: [number, number]]} Item */
/** @typedef {{ kind: string, number: number, items: Item[] }} Sum */

export const KINDS_WITHOUT_SEAT = [law.VOID, law.WALL_COMPARE];

/** @param {boolean} spade */
const upcardOf = (spade) => (spade ? law.SPADE : law.UNKNOWN);

/**
 * Return what is wrong with a hand, `FINE` if nothing is.
 * @param {Variant} row
 * @param {Hand} hand
 */
export const faultOf = (row, { how, own, other, spade }) => law.fault(row, how, own, other, upcardOf(spade));

/**
 * Return the numbers that the words of a fault name.
 * @param {Variant} row
 * @param {number} fault
 * @param {Hand} hand
 */
export function numbersOf(row, fault, { own, other, spade }) {
  return { limit: law.limit_of(row, fault, upcardOf(spade)), deadwood: Math.max(own, other) };
}

/**
 * @param {Variant} row
 * @param {Column} column
 * @returns {Item[]}
 */
function items(row, column) {
  const [first, second] = [law.parts(row, column, 0), law.parts(row, column, 1)];
  const names = /** @type {(keyof typeof first)[]} */ (Object.keys(first));
  /** @type {Item[]} */
  const found = names.map((name) => [name, [first[name], second[name]]]);
  const counted = found.filter(([name, amounts]) => name === "points" || amounts.some(Boolean));
  return [...counted, ["total", [law.settled(row, column, 0), law.settled(row, column, 1)]]];
}

/**
 * @param {Variant} row
 * @param {SheetRow} line
 * @returns {Sum[]}
 */
function sumsOf(row, line) {
  const { manche_ended, manches_won, partie } = line.sheet;
  const closed = [...Array(row.columns).keys()].filter((number) => law.closes(line, number));
  return closed.map((number) => {
    const found = items(row, law.written(line.sheet, number));
    if (manche_ended) return { kind: "manche", number: manches_won[0] + manches_won[1], items: [...found, ["partie", partie]] };
    return { kind: row.columns > 1 ? "column" : "game", number: number + 1, items: found };
  });
}

/**
 * Return the lines of `hands`, the sheet after them, and what is summed up.
 * @param {Variant} row
 * @param {Hand[]} hands
 * @param {number} dealer
 */
export function computed(row, hands, dealer) {
  let sheet = law.new_sheet();
  /** @type {(hand: Hand) => SheetRow | Refused} */
  const enter = (hand) => {
    const { how, seat, own, other, spade } = hand;
    const fault = faultOf(row, hand);
    if (fault !== law.FINE || law.is_over(sheet)) return { fault, late: fault === law.FINE };
    const line = law.sheet_row(row, sheet, law.score_of(row, how, seat, own, other, upcardOf(spade)));
    if (dealer !== law.NOBODY) dealer = law.next_dealer(row, dealer, line.score.winner);
    sheet = line.sheet;
    return line;
  };
  const lines = hands.map(enter);
  const sums = lines.flatMap((line) => (line.score ? sumsOf(row, line) : []));
  return { lines, sums, sheet, dealer, totals: law.totals(row, sheet), winner: law.match_winner(row, sheet), rubber: law.rubber(sheet) };
}

/** @type {Record<number, string>} */
const WORDS = { [law.KNOCK]: "knock", [law.GIN]: "gin", [law.BIG_GIN]: "biggin" };
const NAME = /^\p{L}[^:(),;#]*$/u;

/**
 * Return the ledger in the words of `ginrummy score`; players by number, named where it can tell the names.
 * @param {{ variant: string, players: string[], dealer: number, hands: Hand[] }} ledger
 */
export function asText({ variant, players, dealer, hands }) {
  const heading = [`variant: ${variant}`];
  const [first, second] = players.map((name) => name.normalize("NFC").toLowerCase());
  if (first !== second && players.every((name) => NAME.test(name))) heading.push(`players: ${players.join(", ")}`);
  if (dealer !== law.NOBODY) heading.push(`dealer: ${dealer}`);
  const lines = hands.map(({ how, seat, own, other, spade }) => {
    if (how === law.VOID) return "void";
    const said = how === law.WALL_COMPARE ? ["wall", own, other] : how === law.POINTS ? [seat, own, `x${other}`]
      : how === law.KNOCK ? [seat, WORDS[how], own, other] : [seat, WORDS[how], other];
    return [...said, ...(spade ? ["♠"] : [])].join(" ");
  });
  return [...heading, ...lines, ""].join("\n");
}
