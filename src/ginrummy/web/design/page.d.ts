// What the scripts find in a page beside what every browser has: htmx, its events, and one event of the table's own.
interface HtmxDetail {
  target: HTMLElement;
  xhr: XMLHttpRequest;
  requestConfig: { verb: string; path: string; elt: HTMLElement };
  successful: boolean;
  shouldSwap: boolean;
}

interface HTMLElementEventMap {
  "htmx:configRequest": CustomEvent<{ path: string; parameters: Record<string, string> }>;
  "htmx:afterRequest": CustomEvent<HtmxDetail>;
  "htmx:afterSettle": CustomEvent<HtmxDetail>;
  "htmx:beforeRequest": CustomEvent<HtmxDetail>;
  "htmx:beforeOnLoad": CustomEvent<{ xhr: XMLHttpRequest }>;
  "htmx:beforeSwap": CustomEvent<HtmxDetail>;
  "htmx:sendError": CustomEvent<HtmxDetail>;
  "htmx:timeout": CustomEvent<HtmxDetail>;
}

interface DocumentEventMap {
  /** A card was let go where that is a move, at the place where it was then. */
  throw: CustomEvent<{ card: HTMLElement; from: DOMRect; isClosing: boolean }>;
}

/** What lays an answer out by a way of its own: the elements that have come, or that it is another way. */
interface HtmxExtension {
  handleSwap(style: string, target: HTMLElement, fragment: DocumentFragment, settling: { elts: Element[] }): Element[] | false;
}

declare const htmx: {
  trigger(element: Element, event: string): void;
  process(element: Element): void;
  defineExtension(name: string, extension: HtmxExtension): void;
};
