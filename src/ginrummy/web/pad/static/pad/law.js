// The law for the pad: its WebAssembly, the presets and named numbers. The page says where the module is.
import { need } from "../design/elements.js";

/** @typedef {Record<string, number>} Variant */
/** @typedef {{ how: number, seat: number, own: number, other: number, upcard: number }} Entry */
/** @typedef {Record<string, number>} Row */
/**
 * @typedef {object} Page
 * @property {string} address of the module
 * @property {string} name of the export
 * @property {Record<"NOBODY" | "UNKNOWN" | "KNOCK" | "GIN" | "BIG_GIN" | "VOID" | "WALL_COMPARE" | "POINTS" | "SPADE" | "FINE" | "BLANK", number>} numbers
 * @property {Record<string, { titles: Record<string, string>, row: Variant }>} presets
 * @property {Record<"variant" | "entry" | "line" | "end", string[]>} fields of the rows
 * @property {[string, Variant][]} without what a variant changes to lose a part of its totals
 */

/** @type {Page} */
const page = JSON.parse(need(document, "#pad").dataset.law ?? "");
export const { NOBODY, UNKNOWN, KNOCK, GIN, BIG_GIN, VOID, WALL_COMPARE, POINTS, SPADE, FINE, BLANK } = page.numbers;
export const PRESETS = page.presets;
export const PARTS = ["points", ...page.without.map(([name]) => name), "total"];

const COLUMNS = 3;
const SEATS = 2;
const WIDTH = 8;
const UNIT = 1 << 16;
const module = await WebAssembly.instantiateStreaming(fetch(page.address));
const exports = /** @type {any} */ (module.instance.exports);
const first = Math.ceil(exports.__heap_base.value / WIDTH) * WIDTH;

/** @param {number} count */
const zeros = (count) => Array.from({ length: count }, () => 0);

/**
 * Return the numbers of `blocks` after a call with their addresses.
 * @param {number[][]} blocks
 * @param {(addresses: number[]) => void} call
 */
function called(blocks, call) {
  let size = first;
  const addresses = blocks.map((block) => (size += WIDTH * block.length) - WIDTH * block.length);
  const missing = size - exports.memory.buffer.byteLength;
  if (missing > 0) exports.memory.grow(Math.ceil(missing / UNIT));
  const numbers = new BigInt64Array(exports.memory.buffer);
  blocks.forEach((block, place) => numbers.set(block.map(BigInt), addresses[place] / WIDTH));
  call(addresses);
  const after = new BigInt64Array(exports.memory.buffer);
  return blocks.map((block, place) => [...after.subarray(addresses[place] / WIDTH, addresses[place] / WIDTH + block.length)].map(Number));
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
 * Return the line of each entry, for each of its columns the pairs of `PARTS`, and the end of the sheet.
 * @param {Variant} row
 * @param {Entry[]} entries
 * @param {number} dealer
 */
export function enter(row, entries, dealer) {
  const { variant, entry, line, end } = page.fields;
  const variants = [row, ...page.without.map(([, change]) => ({ ...row, ...change }))];
  const count = entries.length;
  const blocks = [
    variants.flatMap((one) => variant.map((field) => one[field])),
    entries.flatMap((one) => entry.map((field) => /** @type {Row} */ (one)[field])),
    zeros(count * line.length),
    zeros(count * COLUMNS * PARTS.length * SEATS),
    zeros(end.length),
  ];
  const [, , lines, sums, ends] = called(blocks, ([variantsAt, entriesAt, linesAt, sumsAt, endAt]) =>
    exports[page.name](
      variantsAt, variants.length, BigInt(dealer), entriesAt, count, linesAt, count, sumsAt, count * COLUMNS, PARTS.length, SEATS, endAt,
    ));
  const pairs = /** @type {[number, number][]} */ (split(sums, SEATS));
  return {
    lines: split(lines, line.length).map((numbers) => rowOf(line, numbers)),
    sums: split(split(pairs, PARTS.length), COLUMNS),
    end: rowOf(end, ends),
  };
}
