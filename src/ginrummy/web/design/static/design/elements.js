// Elements of a page by their selectors, each of the kind that is asked for: any HTML element where none is said.

/**
 * Return the first element under `root`, null where there is none of that kind.
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
 * Return the first element under `root`; throws where a page lacks what its script needs.
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
 * Return all elements under `root`.
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
 * Return what an event hit or lies in, null where that is nothing of the kind.
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
