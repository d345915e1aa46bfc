// Seal of a cut (docs/deals.md). It is sent before the opponent cuts, the nonce and the cut afterwards.
const NONCE_BYTES = 16;

/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export const newNonce = () => hex(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));

/**
 * @param {string} cut
 * @param {string} nonce
 */
export async function seal(cut, nonce) {
  const sealed = new TextEncoder().encode(`ginrummy cut v1\n${nonce}\n${cut}`);
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", sealed)));
}
