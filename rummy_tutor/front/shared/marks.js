// Words in the page's texts that open their entry, and the colours of its suits: both as highlights, so that what is
// drawn stays as it is.

const PROSE = "rt-word"; // the name of the highlight in the style sheet
const WAIT = 200; // ms after the last change before the texts are read again
// where a word is part of something that is pressed, or no text
const LEFT_OUT = "button, a, summary, label, select, input, textarea, svg, kbd, dialog, .rt-bar, .rt-sr, [hidden]";
const LETTER = "[\\p{L}\\p{M}\\p{N}\\u200c\\u200d]"; // of a word: also marks over and under letters, and joiners
const CODE = "[SR]\\d{1,2}"; // of a source or a ruling; a slip is the answer to a puzzle

const SUITS = { "♥": "rt-red", "♦": "rt-red" }; // the highlights that colour the suits in texts
const FOUR_SUITS = { "♥": "rt-red", "♦": "rt-blue", "♣": "rt-green" };
const UNCOLOURED = ".rt-main, .rt-card"; // where they have the colour of what stands beside them

/** @import * as page from "../page.js" */

const escapeWord = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The words of a text that have an entry: where each begins and ends, and the entry's key. */
export function findMarks(text, pattern, keys) {
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    key: keys.get(match[0].toLowerCase()) ?? match[0],
  }));
}

/**
 * Every form of the words, and the key of its entry.
 * @param {page.MarkView[]} words
 */
export function listForms(words) {
  return new Map(words.flatMap(({ key, forms }) => forms.map((form) => [form.toLowerCase(), key])));
}

/** What finds every form, whole words alone, the longest first; numbers of sources and rulings too. */
export function markPattern(keys) {
  const forms = [...keys.keys()].sort((a, b) => b.length - a.length).map(escapeWord);
  return new RegExp(`(?<!${LETTER})(?:${[...forms, CODE].join("|")})(?!${LETTER})`, "giu");
}

function sharedHighlight(name = PROSE) {
  if (!CSS.highlights.has(name)) CSS.highlights.set(name, new Highlight());
  return CSS.highlights.get(name);
}

/** A part of a text as a range. */
function rangeOf(node, start, end) {
  const range = new Range();
  range.setStart(node, start);
  range.setEnd(node, end);
  return range;
}

/** Whether letters are light, as on the felt; there suits are coloured on a dark page alone, where red is light too. */
function isLight(element) {
  const parts = getComputedStyle(element)
    .color.match(/[\d.]+/g)
    .map(Number);
  return parts[0] + parts[1] + parts[2] > 3 * 128;
}

/** The text under a point: its node and the place in it. */
function textAt(x, y) {
  const caret = document.caretPositionFromPoint?.(x, y);
  if (caret) return { node: caret.offsetNode, offset: caret.offset };
  const range = document.caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : null;
}

export class Marks {
  /** `open` is called with the key of a word and the place where it is pressed. Without highlights nothing is marked. */
  constructor(root, open) {
    this.root = root;
    this.marks = null;
    this.ranges = []; // [range, key]
    this.suits = []; // [range, the name of its highlight]
    this.texts = new Map(); // the same by text node, with the text and the pattern that they were found by
    if (!("highlights" in CSS)) return;
    this.observer = new MutationObserver(() => this.soon());
    this.observer.observe(root, { childList: true, characterData: true, subtree: true, attributeFilter: ["hidden"] });
    this.onClick = (event) => {
      const key = this.keyAt(event);
      if (!key) return;
      event.stopPropagation();
      open(key, { x: event.clientX, y: event.clientY });
    };
    root.addEventListener("click", this.onClick);
    root.addEventListener("pointermove", (event) => {
      root.classList.toggle("rt-onword", event.pointerType === "mouse" && Boolean(this.keyAt(event)));
    });
  }

  /** The forms to be marked and the keys of their entries. */
  set(marks) {
    if (!this.observer || this.marks === marks) return;
    this.marks = marks;
    this.keys = listForms(marks);
    this.pattern = markPattern(this.keys);
    this.soon();
  }

  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.read(), WAIT);
  }

  /** Give the suits in the texts their colours, four where that is wanted. */
  colour() {
    for (const [range, name] of this.suits) sharedHighlight(name).delete(range);
    const names = this.root.closest(".rt-four") ? FOUR_SUITS : SUITS;
    const isDark = isLight(this.root);
    this.suits = [];
    const walker = document.createTreeWalker(this.root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = /** @type {Text} */ (walker.currentNode);
      const signs = [...node.data.matchAll(/[♥♦♣]/g)].filter(([sign]) => sign in names);
      const { parentElement } = node;
      if (!signs.length || parentElement.closest(UNCOLOURED) || isLight(parentElement) !== isDark) continue;
      for (const { 0: sign, index } of signs) this.suits.push([rangeOf(node, index, index + 1), names[sign]]);
    }
    for (const [range, name] of this.suits) sharedHighlight(name).add(range);
  }

  /** Mark the words that stand there now; a text that is what it was keeps its marks. */
  read() {
    this.colour();
    if (!this.pattern) return;
    const highlight = sharedHighlight();
    const before = this.texts;
    this.texts = new Map();
    const walker = document.createTreeWalker(this.root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, {
      acceptNode: (/** @type {any} */ node) =>
        node.nodeType === Node.TEXT_NODE
          ? NodeFilter.FILTER_ACCEPT
          : node.matches(LEFT_OUT)
            ? NodeFilter.FILTER_REJECT
            : NodeFilter.FILTER_SKIP,
    });
    for (let node = /** @type {any} */ (walker.nextNode()); node; node = walker.nextNode()) {
      const kept = before.get(node);
      if (kept?.text === node.data && kept.pattern === this.pattern) {
        before.delete(node);
        this.texts.set(node, kept);
      } else {
        const ranges = this.mark(node);
        if (ranges.length) this.texts.set(node, { text: node.data, pattern: this.pattern, ranges });
      }
    }
    for (const { ranges } of before.values()) for (const [range] of ranges) highlight.delete(range);
    this.ranges = [...this.texts.values()].flatMap(({ ranges }) => ranges);
    for (const [range] of this.ranges) highlight.add(range);
  }

  /** The words of a text that have an entry: where each stands, and the entry's key. */
  mark(node) {
    return findMarks(node.data, this.pattern, this.keys).map(({ start, end, key }) => [rangeOf(node, start, end), key]);
  }

  /** The entries of the words that stand on the screen, each once. */
  seen() {
    return [...new Set(this.ranges.filter(([range]) => range.getClientRects().length).map(([, key]) => key))];
  }

  /** The key of the word under the pointer; none over what is pressed for something else. */
  keyAt({ target, clientX, clientY }) {
    if (!this.ranges.length || target.closest?.(LEFT_OUT)) return null;
    const at = textAt(clientX, clientY);
    if (!at) return null;
    const marked = this.ranges.find(([range]) => range.isPointInRange(at.node, at.offset));
    if (!marked) return null;
    const inside = [...marked[0].getClientRects()].some(
      (box) =>
        clientX >= box.left - 2 && clientX <= box.right + 2 && clientY >= box.top - 2 && clientY <= box.bottom + 2,
    );
    return inside ? marked[1] : null;
  }

  stop() {
    clearTimeout(this.timer);
    if (!this.observer) return;
    this.observer.disconnect();
    this.root.removeEventListener("click", this.onClick);
    for (const [range, name] of [...this.ranges.map(([range]) => [range, PROSE]), ...this.suits])
      sharedHighlight(name).delete(range);
  }
}
