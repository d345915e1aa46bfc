// The key that is pressed, by what is printed on it: by its place where the layout has no Latin letters.
const SIGN = /^[A-Z0-9[\]?]$/;
const FOREIGN = /^(?!\p{Script=Latin})\p{L}$/u;
/** @type {Record<string, string>} */
const BRACKETS = { BracketLeft: "[", BracketRight: "]" };

/**
 * Return a letter as a capital, a digit, a bracket, a question mark or the name of a key; empty for any other sign.
 * The unshifted digits of a French keyboard are signs: there the place counts.
 * @param {KeyboardEvent} event
 */
export function printedKey({ key, code }) {
  if (key.length > 1) return key;
  const sign = key.toUpperCase();
  if (SIGN.test(sign)) return sign;
  const [, kind = "", place = ""] = /^(Key|Digit)(.)$/.exec(code) ?? [];
  if (kind === "Digit") return place;
  return FOREIGN.test(key) ? (BRACKETS[code] ?? place) : "";
}
