// Recomputes a deal from its secret and cuts, as docs/deals.md describes.
/** @param {string} text */
const bytes = (text) => new TextEncoder().encode(text);
/** @param {ArrayBuffer} buffer */
const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} secret */
export const commitment = async (secret) => hex(await crypto.subtle.digest("SHA-256", bytes(secret)));

/**
 * @param {string} secret
 * @param {string[]} cuts
 * @param {string} purpose
 * @returns {AsyncGenerator<number, never>}
 */
async function* words(secret, cuts, purpose) {
  const key = await crypto.subtle.importKey("raw", bytes(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const lines = ["ginrummy deal v1", purpose, ...cuts.map((cut) => `${bytes(cut).length}:${cut}`)];
  for (let block = 0; ; block++) {
    const signed = await crypto.subtle.sign("HMAC", key, bytes([...lines, block].join("\n")));
    for (let place = 0; place < 32; place += 4) yield new DataView(signed).getUint32(place);
  }
}

/**
 * @param {AsyncGenerator<number, never>} source
 * @param {number} bound
 */
async function below(source, bound) {
  const limit = 2 ** 32 - (2 ** 32 % bound);
  for (;;) {
    const word = (await source.next()).value;
    if (word < limit) return word % bound;
  }
}

/**
 * @param {string} secret
 * @param {string[]} cuts
 * @param {number} number
 * @param {number} packs
 */
export async function deck(secret, cuts, number, packs) {
  const size = 52 * packs;
  const source = words(secret, cuts, `deck ${number} ${size}`);
  const cards = Array.from({ length: size }, (_, card) => card);
  for (let last = size - 1; last > 0; last--) {
    const chosen = await below(source, last + 1);
    [cards[last], cards[chosen]] = [cards[chosen], cards[last]];
  }
  return cards;
}

/**
 * @param {string} secret
 * @param {string[]} cuts
 */
export async function cut(secret, cuts) {
  const source = words(secret, cuts, "cut");
  const pairs = [];
  for (;;) {
    const first = await below(source, 52);
    const other = await below(source, 51);
    const second = other + (other >= first ? 1 : 0);
    pairs.push([first, second]);
    if (first % 13 !== second % 13) return pairs;
  }
}

/**
 * @param {string} secret
 * @param {string[]} cuts
 */
export const lot = (secret, cuts) => below(words(secret, cuts, "lot"), 2);
