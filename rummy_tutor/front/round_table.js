// The whole round: who plays, how it ended for each, and who pays whom, payment by payment.

import { roundForm } from "./round_form.js";
import { roundLedger } from "./round_ledger.js";
import { roundSitting } from "./round_sitting.js";
import { copyText, tabMemory } from "./shared/address.js";
import { addNode, addStatus, h, redraw } from "./shared/dom.js";
import { giveFile } from "./shared/files.js";
import { registerPanel } from "./shared/panel.js";

const KEPT = "rummy-tutor-round";
const OTHER_ROUNDS = new Set(["preset", "new", "deal", "next", "back", "end_sitting", "load"]);
const TYPING = 700; // ms after the last key until what is typed counts

/** @import * as page from "./page.js" */
/** @import { Host } from "./shared/host.js" */

export class RoundTableView {
  /** @type {page.RoundView} */
  vm;

  /**
   * @param {HTMLElement} root
   * @param {Host} host
   */
  constructor(root, host) {
    this.host = host;
    this.t = host.t;
    this.lit = null; // the band pointed at
    this.folds = new Set(); // the parts that are open where they are folded
    this.seat = null; // the player whose fields were opened, by their place; -1 for none
    this.waiting = new Map(); // inputs whose text is not sent yet, by the input's name
    this.entered = new Map(); // what was entered and not answered yet, by the input's name
    this.links = []; // the last links to the round, as the address bar had them
    this.stale = false; // whether the page shows what was entered, and not what came of it
    this.body = addNode(root, h("div.rt-round"));
    this.status = addStatus(root);
    this.inPage = document.body.hasAttribute("data-voila");
    host.answeredTo.add((seq) => this.forgetEntered(seq));
    this.body.addEventListener("click", (event) => this.onClick(event));
    this.body.addEventListener("change", (event) => this.onChange(event));
    this.body.addEventListener("input", (event) => this.onInput(event));
    this.body.addEventListener("pointerover", (event) => this.onPoint(event));
    for (const kind of ["focusin", "change"])
      this.body.addEventListener(kind, (event) => {
        // whoever is open while they are entered stays so, also when they need nothing any more
        const { field, at } = event.target.dataset;
        if (field && at && event.target.closest("[data-open=true]")) this.seat = Number(at);
      });
    this.body.addEventListener("pointerleave", () => this.light(null));
    this.body.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && event.target.dataset.field) {
        if (event.target.tagName === "TEXTAREA") event.preventDefault();
        this.flush();
      }
      // beside the table N belongs to the answer; in here it belongs to the payments
      if (!event.target.closest("input, select, textarea") && this.onKey(event)) {
        event.preventDefault();
        event.stopPropagation();
      }
    });
    this.onClassKey = (event) => {
      if (!this.vm?.in_class || event.target.closest("input, select, textarea")) return;
      if (this.onKey(event)) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    if (this.inPage) {
      document.addEventListener("keydown", this.onClassKey, true);
      window.addEventListener("pagehide", () => {
        this.flush();
        if (this.vm) tabMemory(KEPT, this.withTyped(this.vm.memory));
      });
    }
  }

  /** @param {page.Asked<"round">} asked */
  send(asked) {
    if (OTHER_ROUNDS.has(asked.do)) this.seat = null;
    this.host.send(/** @type {page.Action} */ ({ type: "round", ...asked }));
  }

  /** @param {page.RoundView} vm */
  update(vm) {
    const before = this.vm;
    this.vm = vm;
    this.lit = null;
    this.copied = "";
    const { history: bar } = this.host;
    if (bar) bar.setRound({ code: vm.link });
    if (vm.link && vm.link !== this.links.at(-1)) this.links = [...this.links.slice(-4), vm.link];
    this.host.root.classList.toggle("rt-class-round", vm.in_class);
    this.draw();
    if (this.inPage) tabMemory(KEPT, this.withTyped(vm.memory)); // also for a tab that ends without a farewell
    if (before && vm.file && vm.file.n !== before.file?.n) giveFile(vm.file);
    if (!before) return;
    if (vm.in_class && !before.in_class && this.inPage) window.scrollTo({ top: 0 });
    const { ledger } = vm;
    if (ledger.shown !== null && ledger.shown > (before.ledger.shown ?? Infinity) && ledger.entries.length) {
      this.status.textContent = ledger.entries.at(-1).sentence;
      if (!vm.in_class) this.bringLatest();
    } else if (ledger.hint !== before.ledger.hint || ledger.lead !== before.ledger.lead) {
      this.status.textContent = ledger.hint || ledger.lead;
    }
  }

  draw() {
    this.stale = false;
    redraw(
      this.body,
      this.vm.in_class
        ? [roundLedger(this)]
        : [
            this.vm.note ? h("p.rt-note.rt-roundnote", { role: "alert", key: "note" }, this.vm.note) : null,
            h("div.rt-roundcols", { key: "cols" }, roundLedger(this), roundForm(this), roundSitting(this)),
          ],
    );
    for (const area of this.body.querySelectorAll("textarea")) this.fit(area);
  }

  /** A long hand takes as many lines as it needs. */
  fit(area) {
    area.style.height = "auto";
    area.style.height = `${area.scrollHeight + 2}px`;
  }

  bringLatest() {
    const latest = this.body.querySelector(".rt-entry[data-latest]");
    if (latest) latest.scrollIntoView({ block: "nearest" });
  }

  // ---- what is typed -------------------------------------------------------------------------
  onInput(event) {
    const { field } = event.target.dataset;
    if (!field || field === "option" || event.target.tagName === "SELECT") return;
    this.waiting.set(event.target.dataset.focus, event.target);
    this.enter(event.target, Infinity);
    if (event.target.tagName === "TEXTAREA") this.fit(event.target);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), TYPING);
  }

  flush() {
    clearTimeout(this.timer);
    const inputs = [...this.waiting.values()];
    this.waiting.clear();
    for (const input of inputs) this.sendField(input);
  }

  /** Note what an input holds until the answer to the message of that number has come. */
  enter(input, seq) {
    const { focus, field, at } = input.dataset;
    this.entered.set(focus, { field, at, seq, value: input.type === "checkbox" ? input.checked : input.value });
  }

  /**
   * What was answered is shown as it came out, also where that is no news to the rest of the round.
   * @param {number} seq
   */
  forgetEntered(seq) {
    this.entered.forEach((sent, name) => {
      if (sent.seq > seq) return;
      this.entered.delete(name);
      this.stale = true;
    });
    queueMicrotask(() => {
      if (this.stale && this.vm) this.draw();
    }); // a new round may come with the same message
  }

  /** What an input shows: an answer to something sent earlier must not draw over what was entered since. */
  shown(name, value) {
    return this.entered.has(name) ? this.entered.get(name).value : value;
  }

  sendField(input) {
    const { field, at } = input.dataset;
    const value = input.type === "checkbox" ? input.checked : input.value;
    /** @type {page.PlaceValues} */
    const place = { at: Number(at) };
    if (at !== undefined) this.send({ do: "seat", ...place, [field]: value });
    else if (field === "option") this.sendOptions(input);
    else if (field === "rulebook") this.send({ do: "game", rulebook: value });
    else if (field === "rate") this.send({ do: "game", rate: value });
    else if (field === "players") this.send({ do: "table", players: Number(value) });
    else if (field === "turned") this.send({ do: "table", turned: value });
    else if (field === "end") this.send({ do: "table", end: value });
    if (field !== "option") this.enter(input, this.host.seq);
  }

  /** What was ticked is shown as it came out: another option may have given way, or this one been refused. */
  async sendOptions(input) {
    this.send({
      do: "game",
      options: this.vm.game.options
        .filter((option) => (option.key === input.value ? input.checked : option.on))
        .map((option) => option.key),
    });
    await this.host.answered();
    this.draw();
  }

  /**
   * What a reload finds again: also what was entered a moment ago and never answered.
   * @param {page.RoundMemoryView} memory
   */
  withTyped(memory) {
    const kept = { ...structuredClone(memory), links: this.links };
    for (const { field, at, value } of this.entered.values()) {
      if (field === "rate") kept.form.rate = value;
      else if (at !== undefined && kept.form.seats[at]) kept.form.seats[at][field] = value;
    }
    return kept;
  }

  onChange(event) {
    const { field, act } = event.target.dataset;
    if (act === "preset" && event.target.value) this.choose(event.target);
    else if (act === "load") this.load(event.target);
    else if (field) {
      this.waiting.delete(event.target.dataset.focus);
      this.sendField(event.target);
    }
  }

  /** Show a worked round; the list of them folds away, as it is long. */
  choose(list) {
    this.send({ do: "preset", key: list.value });
    const fold = list.closest("details");
    fold.querySelector("summary").focus();
    fold.open = false;
  }

  onClick(event) {
    const target = event.target.closest("button[data-act]");
    if (!target || target.getAttribute("aria-disabled")) return;
    const { act, at } = target.dataset;
    this.flush();
    const { ledger } = this.vm;
    if (act === "step") this.step(1);
    else if (act === "step-back") this.step(-1);
    else if (act === "step-all") this.send({ do: "step", shown: null });
    else if (act === "step-start") this.send({ do: "step", shown: 0 });
    else if (act === "class") this.send({ do: "class", on: !this.vm.in_class });
    else if (act === "force") this.send({ do: "table", check_pack: !ledger.can_force });
    else if (act === "deal") {
      const seed = this.body.querySelector("[data-seed]").value;
      this.send(seed ? { do: "deal", seed: Number(seed) } : { do: "deal" });
    } else if (act === "load-button") this.body.querySelector("input[data-act=load]").click();
    else if (act === "to_table") this.send({ do: "to_table", at: Number(at) });
    else if (act === "from_table") this.send({ do: "from_table", at: Number(at) });
    else if (act === "copy-link") this.copyLink();
    else if (act === "fold") this.fold(target.dataset.fold);
    else if (act === "seat-open") this.openSeat(target.getAttribute("aria-expanded") === "true" ? -1 : Number(at));
    else if (act === "seat-next") this.openSeat(Number(at));
    else if (act === "winner") this.send({ do: "winner", at: Number(at) });
    else if (act === "rejoin") this.send({ do: "rejoin", name: target.dataset.name });
    else this.send({ do: act });
  }

  fold(key) {
    if (!this.folds.delete(key)) this.folds.add(key);
    this.draw();
  }

  /** Show the fields of one player, and put the others' away. */
  openSeat(at) {
    this.seat = at;
    this.draw();
    if (at >= 0) this.body.querySelector(`[data-focus=row-${at}]`).focus();
  }

  async copyLink() {
    await this.host.answered(); // what was typed a moment ago belongs to the link
    const { link } = this.vm;
    if (link) await copyText(location.href, this.body);
    this.copied = link ? "round_copied" : "round_no_link";
    this.status.textContent = this.copied;
    this.draw();
  }

  step(by) {
    const { shown, total } = this.vm.ledger;
    const next = (shown === null ? total : shown) + by;
    if (next >= 0 && next <= total) this.send({ do: "step", shown: next });
  }

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.vm || this.vm.ledger.shown === null) return false;
    const by = { n: 1, N: 1, PageDown: this.vm.in_class ? 1 : 0, PageUp: this.vm.in_class ? -1 : 0 }[event.key];
    if (!by) return false;
    this.step(by);
    return true;
  }

  onPoint(event) {
    const band = event.target.closest("[data-flow]");
    const entry = event.target.closest("[data-payer]");
    if (band) this.light(Number(band.dataset.flow));
    else if (entry) {
      const ends = [Number(entry.dataset.payer), Number(entry.dataset.payee)].sort();
      const at = this.vm.ledger.flows.findIndex((flow) => String([flow.payer, flow.payee].sort()) === String(ends));
      this.light(at < 0 ? null : at);
    } else this.light(null);
  }

  light(at) {
    if (at === this.lit || !this.vm) return;
    this.lit = at;
    this.draw();
  }

  // ---- files ---------------------------------------------------------------------------------
  async load(input) {
    const [file] = input.files;
    if (!file) return;
    this.send({ do: "load", text: file.size > 4e6 ? "x".repeat(1100000) : await file.text() });
    input.value = "";
  }
}

export default registerPanel("round_table", RoundTableView);
