// Law for the score pad: WebAssembly module, presets and constants. The page has the module's address.
import { need } from "../design/elements.js";
import { lawIn } from "./law_memory.js";

/** @typedef {Record<string, number>} Variant */
/** @typedef {{ how: number, seat: number, own: number, other: number, upcard: number }} Entry */
/** @typedef {Record<string, number>} Row */
/**
 * @typedef {object} Page
 * @property {string} address of the module
 * @property {string} name of the export
 * @property {Record<"NOBODY" | "UNKNOWN" | "KNOCK" | "GIN" | "BIG_GIN" | "VOID" | "WALL_COMPARE" | "POINTS" | "SPADE" | "FINE" | "BLANK", number>} numbers
 * @property {Record<string, { row: Variant }>} presets
 * @property {Record<"variant" | "entry" | "line" | "end", string[]>} fields of the rows
 * @property {number} columns of a score sheet
 * @property {[string, Variant][]} without changes that remove a part of the totals
 */

/** @type {Page} */
const page = JSON.parse(need(document, "#pad").dataset.law ?? "");
export const { NOBODY, UNKNOWN, KNOCK, GIN, BIG_GIN, VOID, WALL_COMPARE, POINTS, SPADE, FINE, BLANK } = page.numbers;
export const PRESETS = page.presets;
export const PARTS = ["points", ...page.without.map(([name]) => name), "total"];

const SEATS = 2;
const WIDTH = BigInt64Array.BYTES_PER_ELEMENT;
const { first, run } = lawIn((await WebAssembly.instantiateStreaming(fetch(page.address))).instance);

/** @param {number} count */
const zeros = (count) => Array.from({ length: count }, () => 0);

/** Array argument of a call, passed as an address with the dimensions that follow it. */
class Block {
  /**
   * @param {number[]} numbers
   * @param {number[]} lengths
   */
  constructor(numbers, ...lengths) {
    this.numbers = numbers;
    this.lengths = lengths;
  }
}

/**
 * Call the export with numbers and blocks. Return the contents of the blocks after the call.
 * @param {(number | Block)[]} parts
 */
function call(...parts) {
  const blocks = parts.filter((part) => part instanceof Block);
  let place = parts.length + blocks.flatMap(({ lengths }) => lengths).length;
  const slots = parts.flatMap((part) => {
    if (!(part instanceof Block)) return [part];
    const address = first + WIDTH * place;
    place += part.numbers.length;
    return [address, ...part.lengths];
  });
  const kept = BigInt64Array.from([slots, ...blocks.map(({ numbers }) => numbers)].flat(), BigInt);
  run(page.name, new Uint8Array(kept.buffer));
  const after = [...kept.subarray(slots.length)].map(Number);
  return blocks.map(({ numbers: { length } }) => after.splice(0, length));
}

/**
 * Return `values` in groups of `width`.
 * @template T
 * @param {T[]} values
 * @param {number} width
 */
const split = (values, width) => Array.from({ length: values.length / width }, (_, place) => values.slice(place * width, (place + 1) * width));

/** @type {(fields: string[], numbers: number[]) => Row} */
const rowOf = (fields, numbers) => Object.fromEntries(fields.map((field, place) => [field, numbers[place]]));

/**
 * Return the line of each entry, for each column the pairs of `PARTS`, and the end of the sheet.
 * @param {Variant} row
 * @param {Entry[]} entries
 * @param {number} dealer
 */
export function enter(row, entries, dealer) {
  const { columns, fields: { variant, entry, line, end } } = page;
  const variants = [row, ...page.without.map(([, change]) => ({ ...row, ...change }))];
  const count = entries.length;
  const [, , lines, sums, ends] = call(
    new Block(variants.flatMap((one) => variant.map((field) => one[field])), variants.length),
    dealer,
    new Block(entries.flatMap((one) => entry.map((field) => /** @type {Row} */ (one)[field])), count),
    new Block(zeros(count * line.length), count),
    new Block(zeros(count * columns * PARTS.length * SEATS), count * columns, PARTS.length, SEATS),
    new Block(zeros(end.length)),
  );
  const pairs = /** @type {[number, number][]} */ (split(sums, SEATS));
  return {
    lines: split(lines, line.length).map((numbers) => rowOf(line, numbers)),
    sums: split(split(pairs, PARTS.length), columns),
    end: rowOf(end, ends),
  };
}
