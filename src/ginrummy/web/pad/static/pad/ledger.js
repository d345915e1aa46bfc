// A ledger computed by the law: each hand with its score and marks, the sums, who has won. No page in here.
import * as law from "./law.js";

/** @typedef {import("./law.js").Variant} Variant */
/** @typedef {import("./law.js").Column} Column */
/** @typedef {import("./law.js").Sheet} Sheet */
/** @typedef {import("./law.js").HandScore} HandScore */
/** @typedef {{ how: number, seat: number, own: number, other: number, spade: boolean }} Hand */
/** @typedef {{ score: HandScore, marks: (number | null)[], boxes: number, ends: boolean }} Scored */
/** @typedef {{ score?: undefined, ends?: undefined, fault: number, late: boolean }} Refused */
/** @typedef {[name: string, amounts: [number, number]]} Item */
/** @typedef {{ kind: string, number: number, items: Item[] }} Sum */

export const KINDS_WITHOUT_SEAT = [law.VOID, law.WALL_COMPARE];

/**
 * @param {Sheet} sheet
 * @param {number} column
 */
const written = (sheet, column) => (sheet.manche_ended ? sheet.last_manche : sheet.columns[column]);

/**
 * @param {Variant} row
 * @param {Column} column
 * @returns {Item[]}
 */
function items(row, column) {
  /** @type {(variant: Variant) => [number, number]} */
  const worth = (variant) => [law.settled(variant, column, 0), law.settled(variant, column, 1)];
  const total = worth(row);
  /** @type {Item[]} */
  const found = [["points", column.points]];
  for (const [name, change] of Object.entries(law.WITHOUT)) {
    const less = worth({ ...row, ...change });
    /** @type {[number, number]} */
    const amounts = [total[0] - less[0], total[1] - less[1]];
    if (amounts.some((amount) => amount !== 0)) found.push([name, amounts]);
  }
  return [...found, ["total", total]];
}

/**
 * @param {Variant} row
 * @param {Sheet} before
 * @param {Sheet} after
 * @returns {Sum[]}
 */
function closed(row, before, after) {
  if (after.manche_ended) {
    const number = after.manches_won[0] + after.manches_won[1];
    return [{ kind: "manche", number, items: [...items(row, after.last_manche), ["partie", after.partie]] }];
  }
  const numbers = [...Array(row.columns).keys()].filter(
    (number) => before.columns[number].closed_by === law.NOBODY && after.columns[number].closed_by !== law.NOBODY,
  );
  const kind = row.columns > 1 ? "column" : "game";
  return numbers.map((number) => ({ kind, number: number + 1, items: items(row, after.columns[number]) }));
}

/**
 * @param {Variant} row
 * @param {Sheet} before
 * @param {Sheet} after
 * @param {HandScore} score
 * @returns {Scored}
 */
function line(row, before, after, score) {
  const mask = law.columns_entered(row, before, score.winner);
  const marks = [...Array(row.columns).keys()].map((column) =>
    Math.floor(mask / 2 ** column) % 2 === 1 ? written(after, column).points[score.winner] : null,
  );
  return { score, marks, boxes: law.boxes_won(row, score), ends: after.manche_ended === 1 };
}

/**
 * Return the lines of `hands`, the sheet after them, and what is summed up.
 * @param {Variant} row
 * @param {Hand[]} hands
 * @param {number} dealer
 */
export function computed(row, hands, dealer) {
  let sheet = law.new_sheet();
  /** @type {(Scored | Refused)[]} */
  const lines = [];
  /** @type {Sum[]} */
  const sums = [];
  for (const { how, seat, own, other, spade } of hands) {
    const fault = law.fault(row, how, own, other);
    if (fault !== law.FINE || law.is_over(sheet)) {
      lines.push({ fault, late: fault === law.FINE });
      continue;
    }
    const score = law.score_of(row, how, seat, own, other, spade ? 0 : law.UNKNOWN);
    const after = law.after(row, sheet, score);
    lines.push(line(row, sheet, after, score));
    sums.push(...closed(row, sheet, after));
    if (dealer !== law.NOBODY) dealer = law.next_dealer(row, dealer, score.winner);
    sheet = after;
  }
  return { lines, sums, sheet, dealer, totals: law.totals(row, sheet), winner: law.match_winner(row, sheet), rubber: law.rubber(sheet) };
}

/** @type {Record<number, string>} */
const WORDS = { [law.KNOCK]: "knock", [law.GIN]: "gin", [law.BIG_GIN]: "biggin" };
const NAME = /^\p{L}[\p{L}\d]*$/u;

/**
 * Return the ledger in the words of `ginrummy score`; players by number, names where both are one word.
 * @param {{ variant: string, players: string[], dealer: number, hands: Hand[] }} ledger
 */
export function asText({ variant, players, dealer, hands }) {
  const heading = [`variant: ${variant}`];
  const [first, second] = players.map((name) => name.toLowerCase());
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
