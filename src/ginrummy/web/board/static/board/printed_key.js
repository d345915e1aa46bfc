// The pressed key by its printed sign, or by its position if the layout has no Latin letters.
const SIGN = /^[A-Z0-9[\]?]$/;
const FOREIGN = /^(?!\p{Script=Latin})\p{L}$/u;
/** @type {Record<string, string>} */
const BRACKETS = { BracketLeft: "[", BracketRight: "]" };

/**
 * Return a capital letter, a digit, a bracket, a question mark or the name of a key, empty for other signs. On a French
 * keyboard the unshifted digits are signs, so the position counts.
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
