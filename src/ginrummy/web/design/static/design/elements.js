// Typed access to elements by selectors. The default type is HTMLElement.

/**
 * Return the first match under `root`, null if there is none of that type.
 * @template {Element} [E=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => E} [kind]
 * @returns {E | null}
 */
export function find(root, selector, kind) {
  const found = root.querySelector(selector);
  return found instanceof (kind ?? HTMLElement) ? /** @type {E} */ (found) : null;
}

/**
 * Return the first match under `root`. Throw if there is none.
 * @template {Element} [E=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => E} [kind]
 * @returns {E}
 */
export function need(root, selector, kind) {
  const found = find(root, selector, kind);
  if (!found) throw new TypeError(`there is no ${selector}`);
  return found;
}

/**
 * Return all matches under `root`.
 * @template {Element} [E=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => E} [kind]
 * @returns {E[]}
 */
export function all(root, selector, kind) {
  const found = [...root.querySelectorAll(selector)].filter((one) => one instanceof (kind ?? HTMLElement));
  return /** @type {E[]} */ (found);
}

/**
 * Return the closest match of an event's target, null if there is none of that type.
 * @template {Element} [E=HTMLElement]
 * @param {Event} event
 * @param {string} selector
 * @param {new () => E} [kind]
 * @returns {E | null}
 */
export function hit(event, selector, kind) {
  const found = event.target instanceof Element ? event.target.closest(selector) : null;
  return found instanceof (kind ?? HTMLElement) ? /** @type {E} */ (found) : null;
}
