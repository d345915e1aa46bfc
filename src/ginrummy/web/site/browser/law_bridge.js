// The compiled law for the interpreter next to it: the bytes of a call go in, the module runs, the bytes come back.
// It is the same file that runs outside browsers by wasmtime; it needs no threads.
import { lawIn } from "./law_memory.js";

/** @typedef {Uint8Array<ArrayBuffer>} Content */
/** @typedef {{ getBuffer(kind: string): { data: Content, release(): void } }} Bytes */
/** @typedef {import("./law_helpers.js").Helpers} Helpers */

/**
 * Return the result of `work` for the bytes that Python passes.
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
 * Return what Python imports as `ginrummy_law`; the module is made ready when it is first asked for.
 * @param {() => Content} read
 * @param {(module: WebAssembly.Module) => Helpers} [hire] helpers for it, where there are to be any
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

    /** How many helpers can be asked by now. */
    helpers: () => here().helpers?.count() ?? 0,

    /**
     * Let a helper call an export, as `call` does. The function returned copies its answer, and returns whether one came.
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
