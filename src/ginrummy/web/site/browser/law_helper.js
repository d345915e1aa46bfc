// A helper of the worker that runs Python: calls the compiled law for it, on a core of its own, and keeps nothing between
// two calls. Where it fails, whoever asked does the work.
import { lawIn } from "./law_memory.js";

/** @type {ReturnType<typeof lawIn>} */
let law;

globalThis.addEventListener("message", ({ data }) => {
  if (data.module) {
    law = lawIn(new WebAssembly.Instance(data.module));
    globalThis.postMessage({ ready: true });
  } else {
    const { id, name, kept } = data;
    law.run(name, kept);
    globalThis.postMessage({ id, kept }, { transfer: [kept.buffer] });
  }
});
