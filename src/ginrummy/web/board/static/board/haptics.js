// Vibrations of the table, brief, where it is touched by fingers.

/** Lengths of vibrations and of pauses between them, in milliseconds. */
const TICKS = { turn: [18], knock: [22, 130, 22], refused: [60] };

/**
 * Vibrate where the player wishes it. Browsers allow it after the first press only.
 * @param {keyof TICKS} kind
 */
export function tick(kind) {
  const isWished = document.documentElement.dataset.haptics !== "off";
  if (isWished && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(TICKS[kind]);
}
