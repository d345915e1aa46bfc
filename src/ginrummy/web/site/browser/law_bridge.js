// Bridge from Python to the compiled law. The argument block is copied in, the export runs, the block is copied back.
// The module is the same as for wasmtime and needs no threads.
import { lawIn } from "./law_memory.js";

/** @typedef {Uint8Array<ArrayBuffer>} Content */
/** @typedef {{ getBuffer(kind: string): { data: Content, release(): void } }} Bytes */
/** @typedef {import("./law_helpers.js").Helpers} Helpers */

/**
 * Run `work` on the bytes of a Python buffer.
 * @template T
 * @param {Bytes} passed
 * @param {(content: Content) => T} work
 */
function withBytes(passed, work) {
  const buffer = passed.getBuffer("u8");
  try {
    return work(buffer.data);
  } finally {
    buffer.release();
  }
}

/**
 * Return the module `ginrummy_law` for Python. The WebAssembly is compiled on first use.
 * @param {() => Content} read
 * @param {(module: WebAssembly.Module) => Helpers} [hire] starts workers for the module
 */
export function lawBridge(read, hire) {
  /** @type {ReturnType<typeof makeLaw> | undefined} */
  let law;
  const here = () => (law ??= makeLaw());

  function makeLaw() {
    const module = new WebAssembly.Module(read());
    return { ...lawIn(new WebAssembly.Instance(module)), helpers: hire?.(module) };
  }

  return {
    first: () => here().first,

    /** @type {(name: string, kept: Bytes) => unknown} */
    call: (name, kept) => withBytes(kept, (bytes) => here().run(name, bytes)),

    /** Number of workers that are ready. */
    helpers: () => here().helpers?.count() ?? 0,

    /**
     * Call an export in a worker. The returned function copies the result and returns whether there was one.
     * @type {(name: string, kept: Bytes) => (kept: Bytes) => boolean}
     */
    ask(name, kept) {
      const call = { name, kept: withBytes(kept, (bytes) => bytes.slice()) };
      const asked = /** @type {Helpers} */ (here().helpers).ask(call);
      return (into) =>
        withBytes(into, (bytes) => {
          if (asked.answer) bytes.set(asked.answer);
          return Boolean(asked.answer);
        });
    },
  };
}
