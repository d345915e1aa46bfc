// Clocks on the page. The server's time counts. Between two updates this script only counts down.
import { all } from "../design/elements.js";

const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;
const LOW = 30 * SECOND;

/** @param {number} number */
const pair = (number) => String(number).padStart(2, "0");

/** @param {number} left */
function clockText(left) {
  const seconds = Math.ceil(left / SECOND);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return hours ? `${hours}:${pair(minutes % 60)}:${pair(seconds % 60)}` : `${minutes}:${pair(seconds % 60)}`;
}

/**
 * Count down all clocks under `root`. Call `out` once for each clock that reaches zero. The server then decides the
 * result.
 * @param {HTMLElement} root
 * @param {() => void} out
 */
export function count(root, out) {
  const since = performance.now();
  const clocks = all(root, "[data-left]").map((face) => ({ face, isReported: false }));
  function tick() {
    if (!root.isConnected) return clearInterval(beat);
    for (const clock of clocks) {
      const { left, free, runs } = clock.face.dataset;
      const used = runs === "1" ? Math.max(0, performance.now() - since - Number(free)) : 0;
      const rest = Math.max(0, Number(left) - used);
      if (rest < DAY) clock.face.textContent = clockText(rest);
      clock.face.parentElement?.classList.toggle("low", runs === "1" && rest < LOW);
      if (rest === 0 && runs === "1" && !clock.isReported) {
        clock.isReported = true;
        setTimeout(out, SECOND);
      }
    }
  }
  const beat = setInterval(tick, SECOND / 4);
  tick();
}
