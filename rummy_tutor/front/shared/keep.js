// What a browser keeps over visits. Each tab writes only what was changed in it: what other tabs of the browser have
// kept meanwhile stays, and may be taken up.

export const DAMAGED = "damaged"; // what is kept and is no JSON: said so, and left as it is

/** What is kept under a name; null if nothing is, or storage is forbidden. */
export function readKept(name) {
  let text = null;
  try {
    text = localStorage.getItem(name);
    return text === null ? null : JSON.parse(text);
  } catch {
    return text === null ? null : DAMAGED; // forbidden storage is as none; damage is told by whoever reads it
  }
}

/** Keep a value under a name; null keeps nothing there. Where storage is forbidden, it lasts as long as the page. */
export function writeKept(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch (error) {
    if (!(error instanceof DOMException)) console.error(error); // else storage is forbidden or full, as said above
  }
}

export const KEPT_RULES = "rummy-tutor-rules"; // what the browser keeps of rules of one's own

/**
 * Keep the rulebooks of this page, beside those that other pages of this browser have kept meanwhile; without a draft
 * the one that is kept stays.
 * @param {{ books: any[], forgotten?: string[], draft?: any }} memory
 */
export function writeRules({ books, forgotten = [], draft }) {
  const known = new Set([...books.map((book) => book.key), ...forgotten]);
  const before = readKept(KEPT_RULES);
  if (before !== null && !Array.isArray(before?.books)) return; // it cannot be read, and is left as it is
  const others = (before?.books ?? []).filter((book) => !known.has(book?.key));
  const kept = { books: [...others, ...books], draft: draft === undefined ? (before?.draft ?? null) : draft };
  writeKept(KEPT_RULES, kept.books.length || kept.draft ? kept : null);
}

export const isPlain = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether two plain JSON values are the same, in whatever order their names stand. */
function isSame(value, other) {
  if (!(value && other) || typeof value !== "object" || typeof other !== "object") return value === other;
  const names = Object.keys(value);
  return names.length === Object.keys(other).length && names.every((name) => isSame(value[name], other[name]));
}

/**
 * What two tabs made of the same plain JSON value. What only one of them changed is as that one has it. Lists hold what
 * either has added, without what either has taken out.
 * @param {unknown} before what this tab had when it last wrote.
 * @param {any} mine what it has now.
 * @param {any} theirs what is kept now.
 * @param {number} depth how many levels of names are merged one by one; what lies deeper is one value.
 * @param {(mine: any, theirs: any) => unknown} both what such a value is where both have changed it.
 */
export function mergeKept(before, mine, theirs, depth, both = (mine) => mine) {
  if (isSame(theirs, before)) return mine;
  if (isSame(mine, before)) return theirs;
  if (mine === undefined || theirs === undefined) return mine ?? theirs; // taken out by one, changed by the other
  if (Array.isArray(mine) && Array.isArray(theirs)) {
    const has = (list, entry) => Array.isArray(list) && list.some((other) => isSame(entry, other));
    const left = mine.filter((entry) => has(theirs, entry) || !has(before, entry));
    return [...left, ...theirs.filter((entry) => !has(mine, entry) && !has(before, entry))];
  }
  if (!depth || !isPlain(mine) || !isPlain(theirs)) return both(mine, theirs);
  const merged = {};
  for (const name of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const value = mergeKept(isPlain(before) ? before[name] : undefined, mine[name], theirs[name], depth - 1, both);
    if (value !== undefined) merged[name] = value;
  }
  return merged;
}

/** What this tab keeps under a name. */
export class Keeper {
  /** `depth` and `both` are those of `mergeKept`. */
  constructor(name, depth, both) {
    this.name = name;
    this.depth = depth;
    this.both = both;
    this.last = undefined; // what the tab had when it last wrote
    this.take = (_merged) => {};
  }

  read() {
    return readKept(this.name);
  }

  /** Call `take` with what is kept, whenever other tabs have made it something else than this tab had. */
  follow(take) {
    this.take = take;
    addEventListener("storage", ({ key }) => {
      const theirs = this.read();
      const mine = (key ?? this.name) === this.name && theirs !== DAMAGED;
      if (mine && this.last !== undefined && !isSame(theirs, this.last)) take(theirs);
    });
  }

  /** Keep what the tab has now, if that has changed, beside what other tabs have changed. */
  write(mine) {
    if (isSame(mine, this.last)) return;
    const theirs = this.read();
    const merged = mergeKept(this.last, mine, isPlain(theirs) ? theirs : undefined, this.depth, this.both);
    if (!isSame(merged, theirs)) writeKept(this.name, merged);
    this.last = mine;
    if (!isSame(merged, mine)) this.take(merged);
  }

  /** Keep nothing any more, whichever tab it came from. */
  clear() {
    writeKept(this.name, null);
    this.last = undefined;
  }
}
