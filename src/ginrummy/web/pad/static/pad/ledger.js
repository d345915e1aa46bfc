// A ledger computed by the law: each hand with its score and marks, the sums, who has won. No page in here.
import * as law from "./law.js";

export const KINDS_WITHOUT_SEAT = [law.VOID, law.WALL_COMPARE];

function items(row, column) {
  const [first, second] = [0, 1].map((seat) => law.parts(row, column, seat));
  const found = Object.keys(first).map((name) => [name, [first[name], second[name]]]);
  const total = [0, 1].map((seat) => law.settled(row, column, seat));
  return [...found.filter(([name, amounts]) => name === "points" || amounts.some(Boolean)), ["total", total]];
}

function sumsOf(row, line) {
  const { manche_ended, manches_won, partie } = line.sheet;
  const closed = [...Array(row.columns).keys()].filter((number) => law.closes(line, number));
  return closed.map((number) => {
    const found = items(row, law.written(line.sheet, number));
    if (manche_ended) return { kind: "manche", number: manches_won[0] + manches_won[1], items: [...found, ["partie", partie]] };
    return { kind: row.columns > 1 ? "column" : "game", number: number + 1, items: found };
  });
}

// Returns the lines of `hands` (how, seat, own, other, spade), the sheet after them, and what is summed up.
export function computed(row, hands, dealer) {
  let sheet = law.new_sheet();
  const lines = hands.map(({ how, seat, own, other, spade }) => {
    const fault = law.fault(row, how, own, other);
    if (fault !== law.FINE || law.is_over(sheet)) return { fault, late: fault === law.FINE };
    const line = law.sheet_row(row, sheet, law.score_of(row, how, seat, own, other, spade ? 0 : law.UNKNOWN));
    if (dealer !== law.NOBODY) dealer = law.next_dealer(row, dealer, line.score.winner);
    sheet = line.sheet;
    return line;
  });
  const sums = lines.filter((line) => line.score).flatMap((line) => sumsOf(row, line));
  return { lines, sums, sheet, dealer, totals: law.totals(row, sheet), winner: law.match_winner(row, sheet), rubber: law.rubber(sheet) };
}

const WORDS = { [law.KNOCK]: "knock", [law.GIN]: "gin", [law.BIG_GIN]: "biggin" };
const NAME = /^\p{L}[\p{L}\d]*$/u;

// Returns the ledger in the words of `ginrummy score`; players by number, names where both are one word.
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
