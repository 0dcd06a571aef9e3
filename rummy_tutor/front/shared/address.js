// The address bar and the tab's own memory: what Back, Forward and a reload find again.
import { hashOf, historyStep, roundOf } from "./logic.js";
import { Signal } from "./signal.js";

/** @import { Host } from "./host.js" */

const UNANSWERED = "rummy-tutor-unanswered";
const SHOWN = "rummy-tutor-shown";
const TOP = "rummy-tutor-top";
const EDGES = "rummy-tutor-edges";

/** Take a value out of the tab's own memory, or put it there; a tab may have none. */
export function tabMemory(name, ...values) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name));
    if (!values.length || values[0] === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(values[0]));
    return kept;
  } catch (error) {
    if (!(error instanceof DOMException)) console.error(error); // else storage is forbidden or full
    return null;
  }
}

/** Put a text on the clipboard. */
export async function copyText(text, root) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // no permission, or a page that is not secure: the old way still works
    const area = document.createElement("textarea");
    area.value = text;
    root.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

/**
 * The address bar as the app's memory: each new state is an entry, so that Back undoes.
 * A round that is open stands after it, and changes with no entry of its own: it has its own steps back.
 */
export class AddressBar {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    this.first = true;
    this.fromAddress = false;
    this.shown = null; // what is revealed now, and of which link
    this.depth = history.state?.rtDepth || 0;
    // after a reload the later entries are still there to go forward to
    const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
    const top = tabMemory(TOP);
    this.top = visit && visit.type === "reload" && top > this.depth ? top : this.depth;
    this.mode = null; // of the entry that is shown
    this.edges = tabMemory(EDGES) || []; // depths of the entries that lead into another mode: no step of undo
    this.round = roundOf(location.hash); // what the link says of the round, kept until that has been read
    this.roundOpen = Boolean(this.round); // whether the round is what the page shows
    this.roundBrought = new Signal(); // a link has brought another round
    this.roundNamed = new Signal(); // the link names another round, or none
    host.follow(window, "popstate", () => {
      const typed = history.state === null; // a link typed or pasted over this one, and no step back
      this.depth = history.state?.rtDepth || 0;
      this.fromAddress = true;
      const round = roundOf(location.hash);
      const fresh = typed && round && round !== this.round;
      if (round) {
        this.roundOpen = true;
        if (typed || !this.round) this.round = round;
      }
      host.send({ type: "link", search: location.search, round: Boolean(round) });
      if (fresh) this.roundBrought.emit(round);
    });
    // what nobody answered is kept over a reload, with the link it belongs to
    host.follow(window, "pagehide", () => {
      tabMemory(TOP, this.top);
      tabMemory(EDGES, this.edges);
      const actions = host.unanswered();
      tabMemory(UNANSWERED, actions.length ? { search: location.search, actions } : null);
      tabMemory(SHOWN, this.shown);
    });
  }

  /** What had been revealed of this link before the page was opened anew; a link sent to somebody holds none of it. */
  recall() {
    const kept = tabMemory(SHOWN);
    return kept && kept.search === location.search ? kept.memory : null;
  }

  /** Do again what was not answered before the page was opened anew at the same link. */
  repeat() {
    const kept = tabMemory(UNANSWERED);
    if (kept?.search !== location.search) return;
    for (const action of kept.actions) this.host.send(action);
  }

  follow(link, mode) {
    const next = `${location.pathname}${link}`;
    const step = historyStep({
      current: `${location.pathname}${location.search}`,
      next,
      fromAddress: this.fromAddress,
      first: this.first,
    });
    const { first } = this;
    this.first = false;
    this.fromAddress = false;
    const crossed = this.mode !== null && mode !== this.mode;
    this.mode = mode;
    if (step === "push") {
      this.depth += 1;
      this.edges = this.edges.filter((depth) => depth < this.depth);
      if (crossed) this.edges.push(this.depth);
      this.top = this.depth;
      history.pushState({ rtDepth: this.depth }, "", next + this.hash());
    } else if (step === "replace" || first || location.hash !== this.hash()) this.rewrite(next);
  }

  rewrite(address) {
    history.replaceState({ rtDepth: this.depth }, "", address + this.hash());
  }
  hash() {
    return this.roundOpen ? hashOf(this.round) : "";
  }

  /** The round as it is now, and whether it is what the page shows; the link follows. */
  setRound({ code = this.round, open = this.roundOpen }) {
    [this.round, this.roundOpen] = [code, open];
    if (location.hash === this.hash()) return;
    this.rewrite(`${location.pathname}${location.search}`);
    this.roundNamed.emit();
  }

  canBack() {
    return this.depth > 0 && !this.edges.includes(this.depth);
  }
  canForward() {
    return this.depth < this.top && !this.edges.includes(this.depth + 1);
  }
  back() {
    if (this.canBack()) history.back();
    return this.canBack();
  }
  forward() {
    if (this.canForward()) history.forward();
    return this.canForward();
  }
}
