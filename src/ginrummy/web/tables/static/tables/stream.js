// Hear that a table has moved. The stream says a number and nothing else; what it means, the page asks itself.
// A browser gives a stream up for good when the server answers with an error: then it is opened again.
const SOON = 1000;
const LATEST = 10_000;

export function follow(address, moved, { lost = () => {}, found = () => {} } = {}) {
  let source = null;
  let pause = SOON;
  let is_left = false;

  function open() {
    if (is_left) return;
    source = new EventSource(address);
    source.addEventListener("open", () => {
      pause = SOON;
      found();
    });
    source.addEventListener("message", (event) => moved(Number(event.data)));
    source.addEventListener("error", () => {
      lost();
      if (source.readyState !== EventSource.CLOSED) return;
      setTimeout(open, pause);
      pause = Math.min(2 * pause, LATEST);
    });
  }

  addEventListener("pagehide", () => {
    is_left = true;
    source.close();
  });
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    is_left = false;
    open();
  });
  open();
}
