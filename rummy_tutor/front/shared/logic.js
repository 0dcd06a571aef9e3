// Pure helpers of the front end: no DOM, no rules of the game.
// Everything here is plain data in, plain data out, so that `node --test` can hold it.

/**
 * Which form of a word goes with a number, counted from 0 in the order of the catalogues. The form for one may say "one"
 * in words: zero takes that of two where a language has it with one.
 */
export function pluralForm(lang, n) {
  const rules = new Intl.PluralRules(lang === "qps" ? "en" : lang);
  const counted = n === 0 && rules.select(0) === rules.select(1) ? 2 : n;
  /** @type {Intl.LDMLPluralRule[]} */
  const forms = ["zero", "one", "two", "few", "many", "other"];
  return forms.filter((form) => rules.resolvedOptions().pluralCategories.includes(form)).indexOf(rules.select(counted));
}

/** A whole number as a language writes it: from five digits on in groups where it counts by lakhs, as in 1,00,000. */
export function writeNumber(value, lang) {
  const isGrouped = /^(hi|kn|ne|ta|te)$/.test(lang) && Math.abs(value) >= 10_000;
  return isGrouped ? new Intl.NumberFormat("en-IN").format(value) : String(value);
}

/**
 * Replace `{name}` in a template by values, and `{name:card|cards}` by the word that goes with the number; an unknown
 * name stays as it is. Of a value no other form is known here: `{name:obl}` is the plain one.
 */
export function fillTemplate(template, values = {}, lang = "en") {
  return String(template).replace(/\{(\w+)(?::([^{}]*))?\}/g, (whole, name, form) => {
    if (!Object.hasOwn(values, name)) return whole;
    const value = values[name];
    if (!form?.includes("|")) return Number.isInteger(value) ? writeNumber(value, lang) : String(value);
    const words = form.split("|");
    return words[Math.min(pluralForm(lang, value), words.length - 1)];
  });
}

/** The first of the languages wanted, such as "hi-IN", that is offered, by its code there; null if none is. */
export function pickLanguage(wanted, offered) {
  for (const tag of wanted) {
    const fitting = [tag, tag.split("-")[0]].find((code) => offered.includes(code));
    if (fitting) return fitting;
  }
  return null;
}

/** A name of `most` characters at most; where it has more, those in the middle are left out. */
export function cutMiddle(name, most) {
  if (name.length <= most) return name;
  const half = (most - 1) / 2;
  return `${name.slice(0, Math.ceil(half)).trimEnd()}…${name.slice(-Math.floor(half)).trimStart()}`;
}

/** The selection after a click: toggled, or a range with shift from the anchor. */
export function nextSelection(selected, order, id, { shift = false, anchor = null } = {}) {
  const chosen = new Set(selected);
  const from = order.indexOf(anchor);
  const to = order.indexOf(id);
  if (shift && from >= 0 && to >= 0) {
    for (const card of order.slice(Math.min(from, to), Math.max(from, to) + 1)) chosen.add(card);
  } else if (chosen.has(id)) {
    chosen.delete(id);
  } else {
    chosen.add(id);
  }
  return order.filter((card) => chosen.has(card));
}

/** Keep what is still on the table, in table order. */
export function keepKnown(selected, order) {
  const chosen = new Set(selected);
  return order.filter((card) => chosen.has(card));
}

/**
 * The card an arrow key leads to.
 * `boxes`: [{id, x, y}] centres in reading order. Left and right follow the reading order,
 * up and down take the nearest card of the next row.
 */
export function arrowTarget(boxes, current, key) {
  const at = boxes.findIndex((box) => box.id === current);
  if (at < 0) return boxes.length ? boxes[0].id : null;
  if (key === "Home") return boxes[0].id;
  if (key === "End") return boxes[boxes.length - 1].id;
  if (key === "ArrowRight") return boxes[Math.min(at + 1, boxes.length - 1)].id;
  if (key === "ArrowLeft") return boxes[Math.max(at - 1, 0)].id;
  const here = boxes[at];
  const sign = key === "ArrowDown" ? 1 : -1;
  const beyond = boxes.filter((box) => (box.y - here.y) * sign > 8);
  if (!beyond.length) return current;
  const cost = (box) => Math.abs(box.y - here.y) * 2 + Math.abs(box.x - here.x);
  return beyond.reduce((best, box) => (cost(box) < cost(best) ? box : best)).id;
}

/**
 * What a key means on the table: a command name, or null.
 * Keys with Ctrl, Alt or Meta belong to the browser, except Ctrl/Cmd+Z and Ctrl/Cmd+Y.
 */
export function keyCommand({ key, ctrlKey = false, metaKey = false, altKey = false, shiftKey = false }) {
  const lower = key.length === 1 ? key.toLowerCase() : key;
  if (altKey) return null;
  if (ctrlKey || metaKey) {
    if (lower === "z") return shiftKey ? "redo" : "undo";
    return lower === "y" ? "redo" : null;
  }
  if (["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].includes(key)) return "move-focus";
  if (/^[1-9]$/.test(key)) return "into-group";
  const commands = {
    Enter: "select",
    " ": "select",
    Escape: "clear",
    g: "group",
    u: "ungroup",
    a: "ungroup-all",
    z: "undo",
    y: "redo",
    s: "sort",
    n: "next-step",
  };
  return Object.hasOwn(commands, lower) ? commands[lower] : null;
}

/** The tab an arrow key, Home or End leads to, round and round; null for any other key. */
export function nextTab(names, open, key) {
  const at = names.indexOf(open);
  if (key === "Home") return names[0];
  if (key === "End") return names[names.length - 1];
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  return step === undefined ? null : names[(at + step + names.length) % names.length];
}

/** Whether a pointer has moved far enough to be a drag and not a click. */
export function isDrag(start, now, threshold = 7) {
  return Math.hypot(now.x - start.x, now.y - start.y) > threshold;
}

/**
 * How the address bar follows a new state: "none", "replace" or "push".
 * The first state and one that came from the address bar itself never add an entry.
 */
export function historyStep({ current, next, fromAddress, first }) {
  if (current === next) return "none";
  const [before, after] = [current, next].map(withoutView);
  return fromAddress || first || [after, withoutPuzzle(after)].includes(before) ? "replace" : "push";
}

// entering the classroom is no move: Back and Undo must not lead out of it; nor is the next task of a lesson
const withoutView = (address) => address.replace(/&view=class$/, "").replace(/&task=[^&]*/, "");
// the puzzle that the screen of puzzles opens with is named once it lies there
const withoutPuzzle = (address) => address.replace(/&puzzle=[^&]*/, "");

const ROUND = "#round=";

/** What the end of an address says of a round, nothing if it speaks of none. */
export function roundOf(hash) {
  return hash.startsWith(ROUND) ? hash.slice(ROUND.length) : "";
}

/** The mode that an address opens, of those that there are. */
export function modeOf({ search, hash }, modes) {
  const named = new URLSearchParams(search).get("mode");
  if (modes.includes(named)) return named;
  return roundOf(hash) ? "round" : "analyse";
}

/** What an address says of the game alone: its rulebook, with its options, and what it holds if it is one's own. */
export function gameOf(search) {
  const fields = new URLSearchParams(search);
  const named = ["rules", "options", "own"].filter((name) => fields.has(name)).map((name) => [name, fields.get(name)]);
  return new URLSearchParams(named).toString();
}

/** The rules of one's own that a link holds: empty if they are too long for it, null if there are none. */
export function ownRules(link) {
  return /[?&]own=([^&#]*)/.exec(link)?.[1] ?? null;
}

/** The end of an address that says this of a round. */
export function hashOf(round) {
  return round ? `${ROUND}${round}` : "";
}

/**
 * What a finger that moves on a card means: "wait", "drag" or "scroll".
 * Sideways drags at once; up and down scrolls the page, unless the card was held for a moment first.
 */
export function touchMeaning(start, now, held) {
  if (held) return "drag";
  if (!isDrag(start, now)) return "wait";
  return Math.abs(now.x - start.x) > Math.abs(now.y - start.y) ? "drag" : "scroll";
}

// actions that mean the same whenever they are sent; the others are about what is on the screen
const REPEATABLE = new Set([
  "move",
  "ungroup",
  "set",
  "text",
  "preset",
  "add",
  "remove",
  "take",
  "deal",
  "deal_extra",
  "tricky",
  "seen",
  "forget_seen",
  "open_card",
]);

/**
 * Unanswered actions as they would be sent to a page newly opened from the link.
 * `places`: identity of a card on this table -> its identity on a table opened from the link.
 */
export function repeatable(actions, places) {
  return actions
    .filter((action) => REPEATABLE.has(action.type))
    .map((action) => (action.cards ? { ...action, cards: action.cards.map((id) => places[id]) } : action));
}

/** The cards of a hand's text, however they are grouped and ordered. */
export function cardsOf(text) {
  return text
    .split(/[\s,|]+/)
    .filter(Boolean)
    .sort()
    .join(" ");
}

/** Share of a bar for a figure between two bounds, 0 to 1. */
export function barShare(value, lowest, highest) {
  if (value === null || value === undefined || highest <= lowest) return 0;
  return Math.max(0, Math.min(1, (value - lowest) / (highest - lowest)));
}

/** Rows sorted by a column, by none as they are; rows without a figure come last, ties keep their order. */
export function sortRows(rows, column, descending = false) {
  if (!column) return rows;
  const value = (row) => (row[column] === undefined ? null : row[column]);
  const compare = (a, b) => {
    const [x, y] = [value(a.row), value(b.row)];
    if (x === null || y === null) return Number(x === null) - Number(y === null) || a.at - b.at;
    const order = typeof x === "string" ? x.localeCompare(y) : x - y;
    return (descending ? -order : order) || a.at - b.at;
  };
  return rows
    .map((row, at) => ({ row, at }))
    .sort(compare)
    .map((entry) => entry.row);
}

export const LOST = ["gone", "ended", "unreachable", "elsewhere"]; // what a page is told from which no answer comes

/**
 * What the page should say about its connection.
 * `pending`: ms since the oldest unanswered action (null: none); `kernel`: "alive", one of `LOST`, or null.
 */
export function connectionState({ pending, kernel }) {
  if (LOST.includes(kernel)) return kernel;
  if (pending === null) return "idle";
  if (pending > 20000 && kernel === null) return "silent";
  return pending > 350 ? "working" : "idle";
}
