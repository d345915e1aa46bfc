// Worker that calls the compiled law on another core. It keeps no state between calls. If it fails, the caller does the
// work.
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
