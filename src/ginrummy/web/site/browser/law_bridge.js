// The compiled law for the interpreter beside it: the bytes of a call go in, the module runs, the bytes come back.
// It is the same file that runs outside browsers by wasmtime; it asks for neither SIMD nor threads.
const PAGE = 1 << 16;
const ALIGNMENT = 16;
const WIDTH = 8;

/** @typedef {{ getBuffer(kind: string): { data: Uint8Array<ArrayBuffer>, release(): void } }} Bytes */

/** Reads a value of a call, by what it is to the module: a whole number of 64 bits, a broken one, or one of 32 bits. */
const READ = {
  /** @type {(view: DataView, place: number) => bigint} */
  q: (view, place) => view.getBigInt64(place, true),
  /** @type {(view: DataView, place: number) => number} */
  d: (view, place) => view.getFloat64(place, true),
  /** @type {(view: DataView, place: number) => number} */
  i: (view, place) => Number(view.getBigInt64(place, true)),
};

/**
 * Return what Python imports as `ginrummy_law`; the module is made ready when it is first asked for.
 * @param {() => Uint8Array<ArrayBuffer>} read
 */
export function lawBridge(read) {
  /** @type {any} */
  let made;
  const exports = () => (made ??= new WebAssembly.Instance(new WebAssembly.Module(read())).exports);
  const first = () => Math.ceil(exports().__heap_base.value / ALIGNMENT) * ALIGNMENT;

  /** @param {number} size */
  function room(size) {
    const { memory } = exports();
    const missing = first() + size - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    return new Uint8Array(memory.buffer, first(), size);
  }

  /**
   * Call an export; `kinds` has a letter for each of `values`, and `kept` is copied to the room and back.
   * @param {string} name
   * @param {string} kinds
   * @param {Bytes} values
   * @param {Bytes} kept
   */
  function call(name, kinds, values, kept) {
    const given = values.getBuffer("u8");
    const bytes = kept.getBuffer("u8");
    try {
      const inside = room(bytes.data.length);
      inside.set(bytes.data);
      const view = new DataView(given.data.buffer, given.data.byteOffset, given.data.length);
      const read = [...kinds].map((kind, place) => READ[/** @type {keyof typeof READ} */ (kind)](view, place * WIDTH));
      const result = exports()[name](...read);
      bytes.data.set(inside);
      return result;
    } finally {
      given.release();
      bytes.release();
    }
  }

  return { first, call };
}
