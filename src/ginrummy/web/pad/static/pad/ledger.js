// Score sheet computed by the law: score and marks of each hand, totals, winner. It does not touch the DOM.
import * as law from "./law.js";

/** @typedef {import("./law.js").Variant} Variant */
/** @typedef {{ how: number, seat: number, own: number, other: number, spade: boolean }} Hand */
/** @typedef {{ fault: number, limit: number, late: boolean, score?: undefined }} Refused */
/** @typedef {{ kind: number, winner: number, points: number, extra_coups: number }} Score */
/** @typedef {{ score: Score, boxes: number, marks: number[], endsManche: boolean }} Line */
/** @typedef {[name: string, amounts: [number, number]]} Item */
/** @typedef {{ kind: string, number: number, items: Item[] }} Sum */

export const KINDS_WITHOUT_SEAT = [law.VOID, law.WALL_COMPARE];

/** @type {(hand: Hand) => import("./law.js").Entry} */
const entryOf = ({ spade, ...hand }) => ({ ...hand, upcard: spade ? law.SPADE : law.UNKNOWN });

/** @type {(row: Variant, hand: Hand) => import("./law.js").Row} */
const alone = (row, hand) => law.enter(row, [entryOf(hand)], law.NOBODY).lines[0];

/** @type {(row: Variant, hand: Hand) => Refused | null} why the law refuses a hand, null if it does not */
export const refusalOf = (row, hand) => {
  const { fault, limit } = alone(row, hand);
  return fault === law.FINE ? null : { fault, limit, late: false };
};

/** @type {(row: Variant, hand: Hand) => number} how a hand without a fault ends */
export const kindOf = (row, hand) => alone(row, hand).kind;

/**
 * @param {import("./law.js").Row} line
 * @returns {Line | Refused}
 */
function lineOf({ fault, limit, is_late, kind, winner, points, extra_coups, boxes, manche_ended, ...rest }) {
  if (fault !== law.FINE || is_late) return { fault, limit, late: fault === law.FINE };
  const marks = [0, 1, 2, 3, 4, 5].map((place) => rest[`mark${place}`]);
  return { score: { kind, winner, points, extra_coups }, boxes, marks, endsManche: manche_ended !== 0 };
}

/**
 * @param {[number, number][]} pairs
 * @returns {Item[]}
 */
const items = (pairs) =>
  law.PARTS.map((name, place) => /** @type {Item} */ ([name, pairs[place]]))
    .filter(([name, amounts]) => name === "points" || name === "total" || amounts.some(Boolean));

/**
 * Return the lines of `hands`, the sheet after them, and the totals.
 * @param {Variant} row
 * @param {Hand[]} hands
 * @param {number} first seat of the first dealer
 */
export function computeSheet(row, hands, first) {
  const { lines, sums, end } = law.enter(row, hands.map(entryOf), first);
  /** @type {(line: import("./law.js").Row, pairs: [number, number][][]) => Sum[]} */
  const sumsOf = ({ closed, manche_ended, manches, partie0, partie1 }, pairs) =>
    pairs.flatMap((column, number) => {
      if (((closed >> number) & 1) === 0) return [];
      if (manche_ended) return [{ kind: "manche", number: manches, items: [...items(column), /** @type {Item} */ (["partie", [partie0, partie1]])] }];
      return [{ kind: row.columns > 1 ? "column" : "game", number: number + 1, items: items(column) }];
    });
  return {
    lines: lines.map(lineOf),
    sums: lines.flatMap((line, place) => sumsOf(line, sums[place])),
    totals: [end.total0, end.total1],
    isOver: end.is_over !== 0,
    hasManches: end.has_manches !== 0,
    dealer: end.dealer,
    winner: end.winner,
    rubber: end.rubber,
  };
}

/** @type {Record<number, string>} */
const WORDS = { [law.KNOCK]: "knock", [law.GIN]: "gin", [law.BIG_GIN]: "biggin" };
const NAME = /^\p{L}[^:(),;#]*$/u;

/**
 * Return the ledger in the format of `ginrummy score`. It uses the names of the players if the format can hold them,
 * otherwise numbers.
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
