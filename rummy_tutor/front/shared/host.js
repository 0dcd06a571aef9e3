// Between a widget's model and its views: sends actions, hands view models to the views,
// notices when nobody answers, and says so.

import { h, morphChildren, tellEnglishFrom } from "./dom.js";
import { loadFonts, loadStyledFaces } from "./fonts.js";
import { connectionState, fillTemplate, LOST, repeatable } from "./logic.js";
import { Lifetime, Signal } from "./signal.js";

/** @import * as page from "../page.js" */

const inVoila = () => document.body.hasAttribute("data-voila");

function kernelAddress() {
  const config = document.getElementById("jupyter-config-data");
  if (!config) return null;
  try {
    const { baseUrl, kernelId } = JSON.parse(config.textContent);
    return kernelId ? `${baseUrl}api/kernels/${kernelId}` : null;
  } catch (error) {
    console.error(error);
    return null;
  }
}

/** A page or a widget: what it sends, and what its parts tell each other. */
export class Host extends Lifetime {
  /**
   * @param {page.Model} model
   * @param {HTMLElement} root
   */
  constructor(model, root) {
    super();
    this.model = model;
    this.root = root;
    this.seq = 0;
    this.sent = new Map(); // seq -> time of sending and what was sent
    this.kernel = null; // what the server says of the kernel: alive, gone, unreachable; null if not asked
    this.born = performance.now();
    this.history = null; // set by the app where it owns the address bar
    this.laidOut = new Signal(); // what stands above the tables has changed: they have another place
    this.handLaid = new Signal(); // another hand has been laid out, and is to be seen
    this.packOpened = new Signal(); // cards are added, and are to be seen
    this.answeredTo = new Signal(); // what was sent up to a number has been answered
    this.selected = new Signal(); // other cards of a table have been selected
    this.pointed = new Signal(); // something on the page speaks of cards, given by their ids; none ends it
    this.wordsAsked = new Signal(); // answered with the entries of the words that stand on the screen
    this.dayAsked = new Signal(); // the puzzle of the day is to be shown
    this.changeAsked = new Signal(); // the rules of a game, given by its key, are to be changed
    this.ruleAsked = new Signal(); // one of the rules is to be shown among all of the game
    this.t = (key, values) => {
      const texts = model.get("texts");
      return fillTemplate(texts[key] ?? key, values, texts.lang);
    };
    // a second view of the same model must not reuse the numbers of the first
    this.name = Math.random().toString(36).slice(2, 8);
    this.banner = document.createElement("div");
    this.banner.className = "rt-banner";
    this.banner.setAttribute("role", "alert");
    root.append(this.banner);
    const texts = () => {
      const { lang, title, own_language: ownName } = model.get("texts");
      root.lang = lang;
      tellEnglishFrom(ownName);
      const page = document.documentElement;
      if (document.body.hasAttribute("data-voila") && page.lang !== lang) {
        page.lang = lang;
        document.title = title;
      }
      this.drawBanner();
    };
    this.follow(model, "change:reply", () => this.replied());
    this.follow(model, "change:problem", () => this.drawBanner());
    this.follow(model, "change:texts", async () => {
      texts();
      if (document.body.dataset.fonts !== "styled") return;
      await loadStyledFaces(this);
      this.laidOut.emit();
    });
    // a host with a connection of its own says itself how that is
    this.follow(model, "change:connection", () => {
      this.kernel = model.get("connection");
      this.watch();
    });
    const timer = setInterval(() => this.watch(), 250);
    this.over.add(() => clearInterval(timer));
    const visible = () => {
      if (!document.hidden) this.checkKernel();
    };
    this.follow(document, "visibilitychange", visible);
    this.follow(window, "online", visible);
    this.follow(window, "offline", visible);
    texts();
    this.fonts = loadFonts(this);
  }

  /**
   * Send an action; every one is answered with its number, also when it failed.
   * @param {page.Action} action
   */
  send(action) {
    this.seq += 1;
    this.sent.set(this.seq, { at: performance.now(), action });
    try {
      this.model.send({ ...action, seq: this.seq, view: this.name });
    } catch (error) {
      console.error(error);
      this.kernel = "gone";
    }
    this.watch();
  }

  replied() {
    const reply = this.model.get("reply");
    if (reply.view !== this.name) return;
    for (const seq of [...this.sent.keys()]) if (seq <= reply.seq) this.sent.delete(seq);
    this.kernel = null;
    this.answeredTo.emit(reply.seq);
    this.watch();
  }

  /** Wait until everything sent has been answered, but not for ever, nor for what is known to be gone. */
  async answered(limit = 20000) {
    const end = performance.now() + limit;
    while (this.sent.size && !LOST.includes(this.kernel) && performance.now() < end)
      await new Promise((done) => {
        setTimeout(done, 20);
      });
  }

  /** What was asked for and never answered, for a page that goes on from the same link. */
  unanswered() {
    const table = /** @type {Partial<page.CardTableView>} */ (this.model.get("table") || {});
    const cards = [...(table.trays || []).flatMap((tray) => tray.cards), ...(table.loose ? table.loose.cards : [])];
    const places = Object.fromEntries(cards.map((card) => [card.id, card.place]));
    return repeatable(
      [...this.sent.values()].map((message) => message.action),
      places,
    );
  }

  undo(can) {
    if (!this.history?.back() && can) this.send({ type: "undo" });
  }
  redo(can) {
    if (!this.history?.forward() && can) this.send({ type: "redo" });
  }
  canUndo(can) {
    return can || Boolean(this.history?.canBack());
  }
  canRedo(can) {
    return can || Boolean(this.history?.canForward());
  }

  watch() {
    const oldest = this.sent.size
      ? performance.now() - Math.min(...[...this.sent.values()].map((message) => message.at))
      : null;
    // ask about an answer that is late, and now and then without cause; a hidden page asks nothing
    const pause = oldest !== null && oldest > 2000 ? 1500 : 20000;
    if (!document.hidden && performance.now() - (this.checked || this.born) > pause) this.checkKernel();
    const state = connectionState({ pending: oldest, kernel: this.kernel });
    if (state !== this.state) {
      this.state = state;
      this.root.classList.toggle("rt-working", state === "working");
      this.drawBanner();
    } else if (this.kernel === "unreachable" && performance.now() - (this.checked || 0) > 2000) this.checkKernel();
  }

  /** Ask the server, where there is one of ours, whether this page's kernel still lives. */
  async checkKernel() {
    const address = inVoila() ? kernelAddress() : null;
    if (!address || this.checking || LOST.includes(this.model.get("connection"))) return;
    this.checking = true;
    const limit = new AbortController();
    const timeout = setTimeout(() => limit.abort(), 4000);
    try {
      const answer = await fetch(address, { cache: "no-store", signal: limit.signal });
      const before = this.kernel;
      if (answer.status === 404) this.kernel = "gone";
      else if (answer.ok) {
        const { execution_state: doing } = await answer.json();
        this.kernel = doing === "dead" ? "gone" : "alive";
        // after a lost connection, ask for an answer again so that nothing stays unanswered
        if (before === "unreachable" && this.kernel === "alive") this.send({ type: "ping" });
      }
    } catch {
      this.kernel = "unreachable"; // no network, or no answer in time: the banner says so
    } finally {
      clearTimeout(timeout);
      this.checked = performance.now();
      this.checking = false;
    }
    this.watch();
  }

  drawBanner() {
    const problem = /** @type {page.SaidView} */ (this.model.get("problem")); // or empty
    const { state } = this;
    const texts = {
      gone: "kernel_gone",
      ended: "kernel_ended",
      unreachable: "server_unreachable",
      silent: "kernel_silent",
      elsewhere: "in_other_tab",
    };
    const lost = texts[state];
    const back = state === "elsewhere" ? "use_this_tab" : "reload_here";
    const items = [];
    if (lost) {
      items.push(
        h("div.rt-message", { "data-tone": "bad", key: "lost" }, [
          h("p", this.t(lost), this.history && this.unanswered().length ? ` ${this.t("redone")}` : ""),
          state === "unreachable" || state === "ended" ? null : h("button.rt-button", { act: "reload" }, this.t(back)),
        ]),
      );
    } else if (problem?.text) {
      items.push(
        h("div.rt-message", { "data-tone": problem.tone, key: "problem" }, [
          h("p", problem.text),
          h("button.rt-button.rt-ghost", { act: "dismiss", "aria-label": this.t("dismiss") }, this.t("dismiss")),
        ]),
      );
    }
    morphChildren(this.banner, items);
    this.banner.onclick = (event) => {
      const act = event.target.closest("[data-act]");
      if (!act) return;
      if (act.dataset.act === "reload") location.reload();
      else this.send({ type: "dismiss" });
    };
  }
}

/** Whether a key pressed in an element is meant for what is typed there, and never for the cards of a table. */
export const isTypedIn = (node) =>
  Boolean(node.closest?.("input, textarea, select, [contenteditable], [data-typed-in]"));

/**
 * The host of a panel's own table: moves go to the panel by `send`, and steps back are the table's own.
 * @param {Host} host
 * @param {(action: page.Action) => void} send
 */
export function tableHost(host, send) {
  return Object.assign(Object.create(host), {
    send,
    undo: (can) => can && send({ type: "undo" }),
    redo: (can) => can && send({ type: "redo" }),
    canUndo: Boolean,
    canRedo: Boolean,
    handLaid: new Signal(),
    packOpened: new Signal(),
    pointed: new Signal(),
    selected: new Signal(),
  });
}

/** Follow JupyterLab's theme where the page has one; the app has its own switch. */
export function followTheme(host) {
  const { root } = host;
  const light = document.body.dataset.jpThemeLight;
  if (inVoila() || light === undefined) return;
  const apply = () => {
    root.dataset.theme = document.body.dataset.jpThemeLight === "false" ? "dark" : "light";
  };
  const observer = new MutationObserver(apply);
  observer.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  host.over.add(() => observer.disconnect());
  apply();
}

/** Connect views to the view models of the same names, and to those in `also`. */
export function connect(host, views) {
  const { model } = host;
  const listen = (name, draw) => {
    const show = () => {
      const vm = model.get(name);
      if (vm && Object.keys(vm).length) draw(vm);
    };
    host.follow(model, `change:${name}`, show);
    return show;
  };
  for (const [key, view] of Object.entries(views)) {
    for (const [name, draw] of Object.entries(view.also)) listen(name, draw);
    const show = listen(key, (vm) => view.update(vm));
    // in another language everything is drawn anew, also what is the same but for the browser's own texts
    host.follow(model, "change:texts", show);
    show();
  }
}

/** Keys pressed inside a widget go to its views and never to the notebook around it. */
export function listenToKeys(root, views) {
  root.setAttribute("data-lm-suppress-shortcuts", "true");
  root.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (isTypedIn(event.target)) return;
    for (const view of Object.values(views)) {
      if (view.onKey?.(event)) {
        event.preventDefault();
        return;
      }
    }
  });
}
