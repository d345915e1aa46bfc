// Calls of the compiled law. The argument block is copied into the module's memory, the export runs, the block is
// copied back.
const PAGE = 1 << 16;
const ALIGNMENT = 16;

/**
 * Return the address of free memory in `instance`, and a function that calls its exports.
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
   * Call an export. `kept`, its block of arguments and arrays, is copied to the memory and back.
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
