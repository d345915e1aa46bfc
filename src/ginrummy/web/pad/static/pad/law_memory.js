// Calls of the compiled law: the bytes of a call go into the memory of its module, the export runs, the bytes come back.
const PAGE = 1 << 16;
const ALIGNMENT = 16;

/**
 * Return the address of the free memory of `instance`, and a function that runs its exports.
 * @param {WebAssembly.Instance} instance
 */
export function lawIn(instance) {
  const exports = /** @type {any} */ (instance.exports);
  const first = Math.ceil(exports.__heap_base.value / ALIGNMENT) * ALIGNMENT;

  /** @param {number} size */
  function room(size) {
    const { memory } = exports;
    const missing = first + size - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    return new Uint8Array(memory.buffer, first, size);
  }

  /**
   * Call an export. `kept`, its block of arguments and its arrays, is copied to the memory and back.
   * @param {string} name
   * @param {Uint8Array<ArrayBuffer>} kept
   */
  function run(name, kept) {
    const inside = room(kept.length);
    inside.set(kept);
    const result = exports[name](first);
    kept.set(inside);
    return result;
  }

  return { first, run };
}
