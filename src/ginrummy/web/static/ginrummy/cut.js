// The cut is drawn in the browser, so that the server has no hand in it; whoever likes types another one.
for (const field of document.querySelectorAll("[data-cut]")) {
  const [number] = crypto.getRandomValues(new Uint32Array(1));
  field.value = String(number % 100_000_000).padStart(8, "0");
}
