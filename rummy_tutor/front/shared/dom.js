// A very small view layer: describe a tree, then change the page until it matches.
// Text only ever becomes text nodes and attribute values, never HTML.

const SVG_NS = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "path", "rect", "circle", "g", "line", "polygon"]);
const FORBIDDEN = /^(on|srcdoc$)/i;

const SHORT = { key: "data-key", act: "data-act", focus: "data-focus" };

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

function setAttributes(node, attrs) {
  node.rtMemo = attrs.memo;
  const wanted = new Map();
  for (const [name, value] of Object.entries(attrs)) {
    if (name === "value" || name === "memo" || FORBIDDEN.test(name)) continue;
    if (value === null || value === undefined || value === false) continue;
    wanted.set(name, value === true ? "" : String(value));
  }
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
  setAttributes(node, item.attrs);
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
      setAttributes(node, item.attrs);
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

const prefersLessMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

function cardBoxes(root) {
  const boxes = new Map();
  for (const node of root.querySelectorAll("[data-card]")) boxes.set(node.dataset.card, node.getBoundingClientRect());
  return boxes;
}

/**
 * Redraw `root` as `items`. Focus stays on the same control (found again by its data-focus),
 * and cards that moved glide to their new place unless less motion is wanted.
 * `settle` is called when everything is there and nothing glides yet.
 */
export function redraw(root, items, { animate = false, settle = () => {} } = {}) {
  const active = root.contains(document.activeElement) ? document.activeElement : null;
  const focusKey = active ? active.getAttribute("data-focus") : null;
  const before = animate && !prefersLessMotion() ? cardBoxes(root) : null;
  morphChildren(root, items);
  settle();
  if (focusKey && document.activeElement !== active) {
    const again = [...root.querySelectorAll("[data-focus]")].find(
      (node) => node.getAttribute("data-focus") === focusKey,
    );
    if (again) again.focus({ preventScroll: true });
  }
  if (before) glide(root, before);
}

function glide(root, before) {
  for (const node of root.querySelectorAll("[data-card]")) {
    const old = before.get(node.dataset.card);
    if (!old) continue;
    const now = node.getBoundingClientRect();
    const [dx, dy] = [old.left - now.left, old.top - now.top];
    if (Math.abs(dx) + Math.abs(dy) < 2 || !node.animate) continue;
    node.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], {
      duration: 150,
      easing: "cubic-bezier(.2,.8,.3,1)",
    });
  }
}

const ICONS = {
  "pure-sequence": "M3 17h4v-4h4v-4h4V5h4v15H3z",
  "impure-sequence":
    "M3 20v-5h4v5zm6 0v-9h4v9zM17.5 3l1.6 3.4 3.7.5-2.7 2.6.7 3.7-3.3-1.8-3.3 1.8.7-3.7-2.7-2.6 3.7-.5zM15 20v-5h4v5z",
  set: "M4 4h7v7H4zm9 0h7v7h-7zM4 13h7v7H4zm9 0h7v7h-7z",
  tunnela: "M4 3h10v13H4zm12 3h1.500v12.500H7V17h9zm3.500 2.500H21V21H10v-1.500h9.500z",
  dublee: "M4 4h9v13H4zm11 3h5v13h-9v-2h4z",
  jokers:
    "M12 2l2.900 6.300 6.900.800-5.100 4.700 1.400 6.800L12 17.200 5.900 20.600l1.400-6.800L2.200 9.100l6.900-.800z",
  invalid:
    "M6.200 4.100L12 9.900l5.800-5.800 2.100 2.100-5.800 5.800 5.800 5.800-2.100 2.100-5.800-5.800-5.800 5.800-2.100-2.100L9.900 12 4.100 6.200z",
  loose: "M12 7a5 5 0 1 0 .01 0z",
  undo: "M9 4L3 10l6 6v-4h5a4 4 0 0 1 0 8h-3v2h3a6 6 0 0 0 0-14H9z",
  redo: "M15 4l6 6-6 6v-4h-5a4 4 0 0 0 0 8h3v2h-3a6 6 0 0 1 0-14h5z",
  group: "M3 5h5v14H3zm7 0h5v14h-5zM17 5h4v14h-4z",
  ungroup: "M3 5h4v14H3zm14 0h4v14h-4zM10 11h1.500v2H10zm3 0h1.500v2H13z",
  sort: "M4 6h12v2H4zm0 5h9v2H4zm0 5h6v2H4zM17 9h2v8h2.500L18 21l-3.500-4H17z",
  clear: "M6 6h12v12H6z",
  check: "M9.500 16.200L4.800 11.500l-2 2 6.700 6.700L21.500 8.200l-2-2z",
  eye: "M12 5C6.500 5 2.700 9.700 1.500 12c1.200 2.300 5 7 10.500 7s9.300-4.700 10.500-7C21.300 9.700 17.500 5 12 5zm0 11a4 4 0 1 1 0-8 4 4 0 0 1 0 8z",
  sun: "M12 7a5 5 0 1 0 .01 0zM11 1h2v4h-2zm0 18h2v4h-2zM1 11h4v2H1zm18 0h4v2h-4zM4.200 2.800l2.900 2.900-1.400 1.400-2.900-2.900zm14.100 14.100l2.900 2.900-1.400 1.400-2.900-2.900zM19.800 2.800l1.400 1.400-2.900 2.900-1.400-1.400zM5.700 16.900l1.400 1.400-2.900 2.900-1.400-1.400z",
  moon: "M20 15.500A9 9 0 0 1 8.500 4a8.500 8.500 0 1 0 11.500 11.500z",
  suits: "M12 3l4 5-4 5-4-5zM6 12l3.500 4.500L6 21l-3.500-4.500zm12 0l3.500 4.500L18 21l-3.500-4.500z",
  share:
    "M18 15a3 3 0 0 0-2.200 1L9 12.500v-1l6.800-3.600A3 3 0 1 0 15 6l.1.700-6.700 3.500a3 3 0 1 0 0 3.600l6.700 3.500A3 3 0 1 0 18 15z",
  teach: "M2 4h20v12h-8.500l3 5h-2.300L12 17l-2.200 4H7.500l3-5H2zm2 2v8h16V6z",
  cards: "M8 3h11v15H8zM5 6h1.500v13.500H16V21H5z",
  hands: "M2 7.500l7-2.500 4.500 12.500-7 2.500zM12 3h9v13h-4.500L13 6.500z",
  cap: "M12 4L1 9.500l11 5.500 9-4.500V17h2V9.500zM5 13.500V17c0 1.700 3.100 3 7 3s7-1.300 7-3v-3.500l-7 3.500z",
  words:
    "M1 18L5.800 5h2.400L13 18h-2.500l-1-3H4.500l-1 3zM5.200 13h3.600L7 7.500zM18 9.500a4.200 4.200 0 1 0 2.600 7.500v1H23V9.500h-2.400v1A4.200 4.200 0 0 0 18 9.500zM18.400 11.700a2.100 2.100 0 1 1-.010 0z",
  book: "M4 4h7a2 2 0 0 1 1 .300A2 2 0 0 1 13 4h7v15h-7l-1 1-1-1H4zm2 2v11h5V6zm7 0v11h5V6z",
  close:
    "M6.200 4.100L12 9.900l5.800-5.800 2.100 2.100-5.800 5.800 5.800 5.800-2.100 2.100-5.800-5.800-5.800 5.800-2.100-2.100L9.900 12 4.100 6.200z",
};

/** An icon of our own, hidden from screen readers: the word beside it says the same. */
export function icon(name) {
  return h("svg.rt-icon", { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, [
    h("path", { d: ICONS[name] || ICONS.loose }),
  ]);
}

const SUIT_PATHS = {
  S: "M12 2C9 7 3 10 3 15a4.500 4.500 0 0 0 7.600 3.200C10.400 20 9.800 21 8.500 22h7c-1.300-1-1.900-2-2.100-3.800A4.500 4.500 0 0 0 21 15c0-5-6-8-9-13z",
  H: "M12 21C6 16 2.500 12.500 2.500 8.300A5 5 0 0 1 12 6.200a5 5 0 0 1 9.500 2.100C21.500 12.500 18 16 12 21z",
  D: "M12 1.500L20 12l-8 10.500L4 12z",
  C: "M12 2a4.400 4.400 0 0 0-3.600 6.900A4.500 4.500 0 1 0 10.700 17c-.1 2.400-.8 3.800-2.200 5h7c-1.400-1.200-2.100-2.600-2.200-5a4.500 4.500 0 1 0 2.300-8.100A4.400 4.400 0 0 0 12 2z",
};

/** Hand a text to the browser as a file to keep; `type` is its media type. */
export function saveFile({ name, text }, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** A suit symbol drawn as a path, the same on every system. */
export function suitIcon(suit) {
  return h("svg.rt-suit", { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, [
    h("path", { d: SUIT_PATHS[suit] || ICONS.jokers }),
  ]);
}
