// A very small view layer: describe a tree, then change the page until it matches.
// Text only ever becomes text nodes and attribute values, never HTML.

import { ICONS, SUIT_PATHS } from "./icons.js";
import { glideCards, markPlaces } from "./motion.js";

const SVG_NS = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "path", "rect", "circle", "g", "line", "polygon", "text"]);
const FORBIDDEN = /^(on|srcdoc$)/i;

const SHORT = { key: "data-key", act: "data-act", focus: "data-focus" };

const page = { marksEnglish: false }; // whether English text is told apart: by its script, in a language of another

/** Have English text marked as such from now on, if a language, by its own name, has another script. */
export function tellEnglishFrom(ownName) {
  page.marksEnglish = !/\p{Script=Latin}/u.test(ownName);
}

/** Whether what an element says itself is English on a page in another script: a name, or what is not translated. */
export function isEnglish(children) {
  const text = children.filter((child) => typeof child === "string").join(" ");
  return /\p{Script=Latin}{3}/u.test(text) && !/(?!\p{Script=Latin})\p{L}/u.test(text);
}

const isAttributes = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !("tag" in value);

/**
 * Describe an element, as in `h("p.rt-note", { key: "size" }, "Fourteen cards")`; the attributes may be left out.
 * `key` finds it again in the next drawing, `act` is what a click on it means, `focus` finds the focus again.
 * A button submits nothing unless its `type` says so. Falsy children are left out, arrays are flattened.
 */
export function h(selector, ...rest) {
  const given = isAttributes(rest[0]) ? rest.shift() : {};
  const [tag, ...classes] = selector.split(".");
  const attrs = tag === "button" ? { type: "button" } : {};
  for (const [name, value] of Object.entries(given)) attrs[SHORT[name] ?? name] = value;
  attrs.class = [...classes, given.class].filter(Boolean).join(" ") || null;
  return { tag, attrs, children: present(rest) };
}

const present = (items) =>
  items.flat(Infinity).filter((item) => item !== null && item !== undefined && item !== false && item !== "");

function setAttributes(node, { attrs, children }) {
  node.rtMemo = attrs.memo;
  const wanted = new Map();
  for (const [name, value] of Object.entries(attrs)) {
    if (name === "value" || name === "memo" || FORBIDDEN.test(name)) continue;
    if (value === null || value === undefined || value === false) continue;
    wanted.set(name, value === true ? "" : String(value));
  }
  if (page.marksEnglish && isEnglish(children)) wanted.set("lang", "en");
  // by names alone: asked for an attribute itself, a browser makes an object of it and keeps that with the node
  for (const name of node.getAttributeNames()) {
    // what a drag or the user has put on the node is not ours to remove; a value that is wanted is set below
    if (!wanted.has(name) && name !== "open" && !(name === "value" && "value" in attrs)) node.removeAttribute(name);
  }
  for (const [name, value] of wanted) if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  if ("value" in attrs && node.value !== String(attrs.value) && node.ownerDocument.activeElement !== node)
    node.value = attrs.value;
  if ("checked" in node) node.checked = Boolean(attrs.checked);
  if (node.tagName === "OPTION") node.selected = Boolean(attrs.selected);
}

function createNode(item) {
  if (typeof item !== "object") return document.createTextNode(String(item));
  const node = SVG_TAGS.has(item.tag) ? document.createElementNS(SVG_NS, item.tag) : document.createElement(item.tag);
  setAttributes(node, item);
  morphChildren(node, item.children);
  if ("value" in item.attrs) node.value = item.attrs.value;
  return node;
}

const keyOf = (node) => (node.nodeType === 1 ? node.getAttribute("data-key") : null);

const itemKey = (item) =>
  typeof item === "object" && item.attrs["data-key"] !== undefined ? String(item.attrs["data-key"]) : null;

function fits(node, item) {
  if (typeof item !== "object") return node.nodeType === 3;
  return node.nodeType === 1 && node.tagName.toLowerCase() === item.tag && keyOf(node) === itemKey(item);
}

/** Change the children of `parent` until they match `items`, reusing nodes by key and place. */
export function morphChildren(parent, items) {
  const keyed = new Map();
  for (const child of parent.childNodes) if (keyOf(child) !== null) keyed.set(keyOf(child), child);
  let cursor = parent.firstChild;
  const wanted = present(items);
  const keys = new Set(wanted.map(itemKey));
  for (const item of wanted) {
    const key = itemKey(item);
    // what is not wanted goes first: a node that is moved in front of it would lose the press that is on it
    while (cursor && keyOf(cursor) !== null && !keys.has(keyOf(cursor))) {
      const gone = cursor;
      cursor = cursor.nextSibling;
      gone.remove();
    }
    let node = null;
    if (cursor && fits(cursor, item)) node = cursor;
    else if (key !== null && keyed.has(key) && fits(keyed.get(key), item)) node = keyed.get(key);
    if (!node) {
      node = createNode(item);
      parent.insertBefore(node, cursor);
      continue;
    }
    if (node !== cursor) parent.insertBefore(node, cursor);
    else cursor = cursor.nextSibling;
    if (typeof item !== "object") {
      if (node.data !== String(item)) node.data = String(item);
    } else {
      // a part that says it is what it was before is left alone
      const same = item.attrs.memo !== undefined && node.rtMemo === item.attrs.memo;
      setAttributes(node, item);
      if (!same) morphChildren(node, item.children);
      if (node.tagName === "SELECT" && "value" in item.attrs) node.value = item.attrs.value;
    }
  }
  while (cursor) {
    const next = cursor.nextSibling;
    cursor.remove();
    cursor = next;
  }
}

/**
 * Redraw `root` as `items`. Focus stays on the same control (found again by its data-focus),
 * and cards that moved glide to their new place unless less motion is wanted.
 * `settle` is called when everything is there and nothing glides yet; a card that was nowhere comes from `origin`.
 */
export function redraw(root, items, { animate = false, origin = null, settle = () => {} } = {}) {
  const active = root.contains(document.activeElement) ? document.activeElement : null;
  const focusKey = active ? active.getAttribute("data-focus") : null;
  const before = animate ? markPlaces(root) : null;
  const from = origin?.getBoundingClientRect() ?? null;
  morphChildren(root, items);
  settle();
  // a node without a key may have become another control, which must not get a second press of the same key
  if (focusKey && (document.activeElement !== active || active.getAttribute("data-focus") !== focusKey)) {
    const again = [...root.querySelectorAll("[data-focus]")].find(
      (node) => node.getAttribute("data-focus") === focusKey,
    );
    if (again) again.focus({ preventScroll: true });
  }
  glideCards(root, before, from);
}

/** A new element at the end of another. */
export function addNode(parent, item) {
  const node = createNode(item);
  parent.append(node);
  return node;
}

/** Where it is said aloud what has changed. */
export const addStatus = (parent) => addNode(parent, h("div.rt-sr", { role: "status" }));

/** An icon of our own, hidden from screen readers: the word beside it says the same. */
export function icon(name) {
  return h("svg.rt-icon", { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, [
    h("path", { d: ICONS[name] || ICONS.loose }),
  ]);
}

/** A suit symbol drawn as a path, the same on every system. */
export function suitIcon(suit) {
  return h("svg.rt-suit", { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, [
    h("path", { d: SUIT_PATHS[suit] || ICONS.jokers }),
  ]);
}
