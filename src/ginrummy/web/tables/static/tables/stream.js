// Hear that a table has moved. The stream says a number and nothing else; what it means, the page asks itself.
// A browser gives a stream up for good when the server answers with an error: then it is opened again.
const SOON = 1000;
const LATEST = 10_000;

/**
 * Call `moved` with every number that the stream at `address` says, as long as the page is there.
 * @param {string} address
 * @param {(number: number) => void} moved
 * @param {{ lost?: () => void, found?: () => void }} [told]
 */
export function follow(address, moved, { lost = () => {}, found = () => {} } = {}) {
  /** @type {EventSource | null} */
  let source = null;
  let pause = SOON;
  let is_left = false;

  function open() {
    if (is_left) return;
    const stream = new EventSource(address);
    source = stream;
    stream.addEventListener("open", () => {
      pause = SOON;
      found();
    });
    stream.addEventListener("message", (event) => moved(Number(event.data)));
    stream.addEventListener("error", () => {
      lost();
      if (stream.readyState !== EventSource.CLOSED) return;
      setTimeout(open, pause);
      pause = Math.min(2 * pause, LATEST);
    });
  }

  addEventListener("pagehide", () => {
    is_left = true;
    source?.close();
  });
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    is_left = false;
    open();
  });
  open();
}
