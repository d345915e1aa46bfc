// History of a value with undo and redo. Python has the same in `ginrummy.text.ledger.ledger_text`.

/**
 * @template T
 * @typedef {{ now: T, past: T[], future: T[] }} EditHistory
 */

/**
 * Return the history after an edit. An edit without a change is ignored.
 * @template T
 * @param {EditHistory<T>} history
 * @param {T} value
 * @returns {EditHistory<T>}
 */
export function applyEdit(history, value) {
  const { now, past } = history;
  return JSON.stringify(value) === JSON.stringify(now) ? history : { now: value, past: [...past, now], future: [] };
}

/**
 * Return the history after undo. `past` must not be empty.
 * @template T
 * @param {EditHistory<T>} history
 * @returns {EditHistory<T>}
 */
export function undoEdit({ now, past, future }) {
  return { now: past[past.length - 1], past: past.slice(0, -1), future: [now, ...future] };
}

/**
 * Return the history after redo. `future` must not be empty.
 * @template T
 * @param {EditHistory<T>} history
 * @returns {EditHistory<T>}
 */
export function redoEdit({ now, past, future }) {
  return { now: future[0], past: [...past, now], future: future.slice(1) };
}
