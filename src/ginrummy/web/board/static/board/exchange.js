// A board that has come takes the place of the one that lies there, whole and at once: `hx-swap="board"`. By itself htmx would
// tell of every element that goes, twice, and dress the new board in the classes of the old one first.
htmx.defineExtension("board", {
  handleSwap(style, target, fragment, settling) {
    if (style !== "board") return false;
    const come = [...fragment.children];
    target.replaceWith(fragment);
    settling.elts = come;
    return come;
  },
});
