// What the page's code takes for granted of a browser: events come from elements, and what a selector finds is what the
// code expects there. The types that are checked are those of view models and actions.

/* biome-ignore-all lint/suspicious/noExplicitAny: see above */

interface EventTarget {
  closest(selector: string): any;
  select(): void;
  tagName: string;
}

interface ParentNode {
  querySelector(selector: string): any;
  querySelectorAll(selector: string): NodeListOf<any>;
}

interface Element {
  readonly dataset: DOMStringMap;
  focus(options?: FocusOptions): void;
}

// which the builder of the site writes before the service worker
declare const FILES: string[];
declare const CHOSEN: string[];
declare const PAGE: string;
