// Hear that a table has moved. The stream says a number and nothing else; what it means, the page asks itself.
export function follow(address, moved, { lost = () => {}, found = () => {} } = {}) {
  const source = new EventSource(address);
  source.addEventListener("open", found);
  source.addEventListener("error", lost);
  source.addEventListener("message", (event) => moved(Number(event.data)));
  addEventListener("pagehide", () => source.close());
  return source;
}
