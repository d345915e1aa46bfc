// The compiled law for the interpreter beside it: the bytes of a call go in, the module runs, the bytes come back.
// It is the same file that runs outside browsers by wasmtime; it asks for neither SIMD nor threads.
const PAGE = 1 << 16;
const ALIGNMENT = 16;
const WIDTH = 8;

/** @typedef {Uint8Array<ArrayBuffer>} Content */
/** @typedef {{ getBuffer(kind: string): { data: Content, release(): void } }} Bytes */
/** @typedef {import("./law_helpers.js").Helpers} Helpers */

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
 * Return `module` in a memory of its own: where what is free of that begins, and what runs its exports.
 * @param {WebAssembly.Module} module
 */
export function lawIn(module) {
  const exports = /** @type {any} */ (new WebAssembly.Instance(module).exports);
  const first = Math.ceil(exports.__heap_base.value / ALIGNMENT) * ALIGNMENT;

  /** @param {number} size */
  function room(size) {
    const { memory } = exports;
    const missing = first + size - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    return new Uint8Array(memory.buffer, first, size);
  }

  /**
   * Call an export; `kinds` has a letter for each of `values`, and `kept` is copied to the room and back.
   * @param {string} name
   * @param {string} kinds
   * @param {Content} values
   * @param {Content} kept
   */
  function run(name, kinds, values, kept) {
    const inside = room(kept.length);
    inside.set(kept);
    const view = new DataView(values.buffer, values.byteOffset, values.length);
    const read = [...kinds].map((kind, place) => READ[/** @type {keyof typeof READ} */ (kind)](view, place * WIDTH));
    const result = exports[name](...read);
    kept.set(inside);
    return result;
  }

  return { first, run };
}

/**
 * Return what `work` makes of the bytes that Python hands over.
 * @template T
 * @param {Bytes[]} handed
 * @param {(...contents: Content[]) => T} work
 */
function withBytes(handed, work) {
  const buffers = handed.map((each) => each.getBuffer("u8"));
  try {
    return work(...buffers.map(({ data }) => data));
  } finally {
    for (const buffer of buffers) buffer.release();
  }
}

/**
 * Return what Python imports as `ginrummy_law`; the module is made ready when it is first asked for.
 * @param {() => Content} read
 * @param {(module: WebAssembly.Module) => Helpers} [hire] helpers for it, where there are to be any
 */
export function lawBridge(read, hire) {
  /** @type {ReturnType<typeof made> | undefined} */
  let law;
  const here = () => (law ??= made());

  function made() {
    const module = new WebAssembly.Module(read());
    return { ...lawIn(module), helpers: hire?.(module) };
  }

  return {
    first: () => here().first,

    /** @type {(name: string, kinds: string, values: Bytes, kept: Bytes) => unknown} */
    call: (name, kinds, values, kept) => withBytes([values, kept], (given, bytes) => here().run(name, kinds, given, bytes)),

    /** How many helpers can be asked by now. */
    helpers: () => here().helpers?.count() ?? 0,

    /**
     * Let a helper call an export, as `call` does; what is returned takes its answer, and says whether there is one.
     * @type {(name: string, kinds: string, values: Bytes, kept: Bytes) => (kept: Bytes) => boolean}
     */
    ask(name, kinds, values, kept) {
      const told = withBytes([values, kept], (given, bytes) => ({ name, kinds, values: given.slice(), kept: bytes.slice() }));
      const asked = /** @type {Helpers} */ (here().helpers).ask(told);
      return (into) =>
        withBytes([into], (bytes) => {
          if (asked.answer) bytes.set(asked.answer);
          return Boolean(asked.answer);
        });
    },
  };
}
