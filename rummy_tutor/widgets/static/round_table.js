// The whole round: who plays, how it ended for each, and who pays whom, payment by payment.
import { copyText, tabMemory } from "./address.js";
import { h, icon, redraw } from "./dom.js";
import { plainCard } from "./cards.js";
import { widget } from "./host.js";
import { fillTemplate } from "./logic.js";
import { drawBars, drawFlows } from "./round_chart.js";

const KEPT = "rummy-tutor-round";
const TYPING = 700; // ms after the last key until what is typed counts

export class RoundTableView {
  constructor(root, host, texts = null) {
    this.host = host;
    this.t = (key, values) => fillTemplate((texts || host.model.get("texts"))[key] ?? key, values);
    this.vm = null;
    this.lit = null; // the band pointed at
    this.waiting = new Map(); // inputs whose text is not sent yet, by the input's name
    this.entered = new Map(); // what was entered and not answered yet, by the input's name
    this.links = []; // the last links to the round, as the address bar had them
    this.stale = false; // whether the page shows what was entered, and not what came of it
    this.body = document.createElement("div");
    this.body.className = "rt-round";
    this.status = document.createElement("div");
    this.status.className = "rt-sr";
    this.status.setAttribute("role", "status");
    root.append(this.body, this.status);
    this.inPage = document.body.hasAttribute("data-voila");
    host.onAnswer = (seq) => this.forgetEntered(seq);
    this.body.addEventListener("click", (event) => this.onClick(event));
    this.body.addEventListener("change", (event) => this.onChange(event));
    this.body.addEventListener("input", (event) => this.onInput(event));
    this.body.addEventListener("pointerover", (event) => this.onPoint(event));
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
      if (!this.vm || !this.vm.in_class || event.target.closest("input, select, textarea")) return;
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

  send(what, values = {}) { this.host.send({ type: "round", do: what, ...values }); }

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
    if (bar && !before) bar.arrive();
    if (before && vm.file.n > before.file.n) this.download(vm.file);
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
    redraw(this.body, this.vm.in_class ? [this.ledger()] : [this.top(), h("div", { class: "rt-roundcols", "data-key": "cols" }, this.form(), this.ledger()), this.sitting()]);
    this.body.querySelectorAll("textarea").forEach((area) => this.fit(area));
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
    inputs.forEach((input) => this.sendField(input));
  }

  /** Note what an input holds until the answer to the message of that number has come. */
  enter(input, seq) {
    const { focus, field, at } = input.dataset;
    this.entered.set(focus, { field, at, seq, value: input.type === "checkbox" ? input.checked : input.value });
  }

  /** What was answered is shown as it came out, also where that is no news to the rest of the round. */
  forgetEntered(seq) {
    this.entered.forEach((one, name) => {
      if (one.seq > seq) return;
      this.entered.delete(name);
      this.stale = true;
    });
    queueMicrotask(() => { if (this.stale && this.vm) this.draw(); }); // a new round may come with the same message
  }

  /** What an input shows: an answer to something sent earlier must not draw over what was entered since. */
  shown(name, value) { return this.entered.has(name) ? this.entered.get(name).value : value; }

  sendField(input) {
    const { field, at } = input.dataset;
    const value = input.type === "checkbox" ? input.checked : input.value;
    if (at !== undefined) this.send("seat", { at: Number(at), [field]: value });
    else if (field === "option") this.sendOptions(input);
    else if (field === "rulebook" || field === "rate") this.send("game", { [field]: value });
    else if (field === "players") this.send("table", { players: Number(value) });
    else if (field === "turned" || field === "end") this.send("table", { [field]: value });
    if (field !== "option") this.enter(input, this.host.seq);
  }

  /** What was ticked is shown as it came out: another option may have given way, or this one been refused. */
  async sendOptions(input) {
    this.send("game", { options: this.vm.game.options.filter((one) => (one.key === input.value ? input.checked : one.on)).map((one) => one.key) });
    await this.host.answered();
    this.draw();
  }

  /** What a reload finds again: also what was entered a moment ago and never answered. */
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
    if (act === "preset" && event.target.value) this.send("preset", { key: event.target.value });
    else if (act === "load") this.load(event.target);
    else if (field) {
      this.waiting.delete(event.target.dataset.focus);
      this.sendField(event.target);
    }
  }

  onClick(event) {
    const target = event.target.closest("button[data-act]");
    if (!target || target.getAttribute("aria-disabled")) return;
    const { act, at } = target.dataset;
    this.flush();
    const { ledger } = this.vm;
    if (act === "step") this.step(1);
    else if (act === "step-back") this.step(-1);
    else if (act === "step-all") this.send("step", { shown: null });
    else if (act === "step-start") this.send("step", { shown: 0 });
    else if (act === "class") this.send("class", { on: !this.vm.in_class });
    else if (act === "force") this.send("table", { check_pack: !ledger.can_force });
    else if (act === "deal") {
      const seed = this.body.querySelector("[data-seed]").value;
      this.send("deal", seed ? { seed: Number(seed) } : {});
    } else if (act === "load-button") this.body.querySelector("input[data-act=load]").click();
    else if (act === "to_table") {
      this.send("to_table", { at: Number(at) });
      const table = this.host.root.querySelector(".rt-left");
      if (table) table.scrollIntoView({ block: "start" });
    } else if (act === "from_table") this.send("from_table", { at: Number(at) });
    else if (act === "copy-link") this.copyLink();
    else if (act === "rejoin") this.send("rejoin", { name: target.dataset.name });
    else this.send(act);
  }

  async copyLink() {
    await this.host.answered(); // what was typed a moment ago belongs to the link
    const { link } = this.vm;
    if (link) await copyText(location.href, this.body);
    this.copied = this.t(link ? "round_copied" : "round_no_link");
    this.status.textContent = this.copied;
    this.draw();
  }

  step(by) {
    const { shown, total } = this.vm.ledger;
    const next = (shown === null ? total : shown) + by;
    if (next >= 0 && next <= total) this.send("step", { shown: next });
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
  download({ name, text }) {
    const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  }

  async load(input) {
    const [file] = input.files;
    if (!file) return;
    this.send("load", { text: file.size > 4e6 ? "x".repeat(1100000) : await file.text() });
    input.value = "";
  }

  // ---- the parts -----------------------------------------------------------------------------
  button(act, label, { name = null, primary = false, off = false, at = null, title = null, key = null } = {}) {
    return h("button", { type: "button", class: `rt-button${primary ? " rt-primary" : ""}`, "data-act": act, "data-at": at, "data-focus": `${act}${at ?? ""}`, "data-key": key || act, "aria-disabled": off ? "true" : null, title }, name ? icon(name) : null, label);
  }

  top() {
    const { vm, t } = this;
    const { worked } = vm;
    return h("section", { class: "rt-panel rt-roundtop", "data-key": "top", "aria-label": t("round_worked") },
      h("div", { class: "rt-buttons" },
        h("label", { class: "rt-field rt-worked" }, h("span", {}, t("round_worked")),
          h("select", { "data-act": "preset", "data-focus": "preset", value: worked.key },
            h("option", { value: "", selected: !worked.key }, worked.key ? t("round_choose") : t("round_own")),
            worked.groups.map((group) => h("optgroup", { label: group.label }, group.rounds.map((one) => h("option", { value: one.key, selected: one.key === worked.key }, one.label)))))),
        this.button("new", t("round_new"), { name: "clear", title: t("round_new_help") }),
        this.button("deal", t("round_deal"), { name: "cards", title: t("round_deal_help") }),
        h("label", { class: "rt-seed" }, h("span", {}, t("round_deal_number")), h("input", { type: "number", min: 1, max: 999999, step: 1, placeholder: t("round_deal_any"), "data-seed": "", "data-focus": "round-seed" })),
        h("span", { class: "rt-undoing", "data-key": "undoing" },
          this.button("undo", t("round_undo"), { name: "undo", off: !vm.can_undo }),
          this.button("redo", t("round_redo"), { name: "redo", off: !vm.can_redo }))),
      vm.note ? h("p", { class: "rt-note", role: "alert", "data-key": "note" }, vm.note) : null,
      worked.story ? h("p", { class: "rt-story", "data-key": "story" }, worked.story, worked.source ? h("small", {}, ` ${worked.source}`) : null) : null);
  }

  form() {
    const { vm, t } = this;
    const { game } = vm;
    const field = (name, label, control) => h("label", { class: `rt-field rt-round-${name}`, "data-key": name }, h("span", {}, label), control);
    const select = (name, held, choices, off = false) => {
      const value = this.shown(`round-${name}`, held);
      return h("select", { "data-field": name, "data-focus": `round-${name}`, value, disabled: off }, choices.map((one) => h("option", { value: one.key, selected: one.key === value }, one.label)));
    };
    return h("section", { class: "rt-panel rt-roundform", "data-key": "form" },
      h("header", { class: "rt-panelhead" }, h("h2", {}, t("round_form")),
        this.host.history ? h("div", { class: "rt-buttons" }, this.copied ? h("span", { class: "rt-said", "data-key": "copied" }, this.copied) : null,
          this.button("copy-link", t("round_copy_link"), { name: "share", title: t("round_copy_help") })) : null),
      h("div", { class: "rt-gamefields" },
        field("rulebook", t("round_game"), select("rulebook", game.rulebook, game.rulebooks.map((one) => ({ key: one.key, label: one.name })), game.locked)),
        field("turned", t("round_turned"), h("span", { class: "rt-turned" },
          game.turned_card ? plainCard({ ...game.turned_card, key: game.turned }, " rt-tiny") : null,
          h("select", { "data-field": "turned", "data-focus": "round-turned", value: game.turned, memo: JSON.stringify([game.turned, game.turned_choices]) }, game.turned_choices.map((group) => h("optgroup", { label: group.label }, group.cards.map((card) => h("option", { value: card.value, selected: card.value === game.turned }, card.label))))))),
        field("players", t("round_players"), select("players", String(game.players), game.player_choices.map((n) => ({ key: String(n), label: String(n) })))),
        game.ends.length > 1 ? field("end", t("round_end"), select("end", game.end, game.ends)) : null,
        game.rate !== null ? field("rate", game.rate_label, h("input", { class: "rt-input", inputmode: "decimal", autocomplete: "off", size: 5, "data-field": "rate", "data-focus": "round-rate", value: this.shown("round-rate", game.rate), disabled: game.locked })) : null,
        game.options.length ? h("details", { class: "rt-roundoptions", "data-key": "options" },
          h("summary", { "data-focus": "round-options" }, t("round_options"), ": ", game.options.filter((one) => one.on).map((one) => one.label).join(", ") || t("round_no_option")),
          game.options.map((one) => h("label", { "data-key": one.key }, h("input", { type: "checkbox", value: one.key, "data-field": "option", "data-focus": `round-option-${one.key}`, checked: one.on, disabled: game.locked }), " ", one.label))) : null),
      game.locked ? h("p", { class: "rt-quiet", "data-key": "locked" }, t("round_keeps")) : null,
      game.as_table ? h("p", { "data-key": "as_table" }, h("button", { type: "button", class: "rt-linkbutton", "data-act": "as_table", "data-focus": "as_table" }, game.as_table)) : null,
      h("ol", { class: "rt-seats", "data-key": "seats" }, vm.seats.map((seat, at) => this.seat(seat, at))));
  }

  seat(seat, at) {
    const { t } = this;
    const help = `${this.host.name}-seat-${at}`;
    const field = (name, control) => h("label", { class: `rt-seatfield rt-seat-${name}`, "data-key": name }, h("span", {}, t(`seat_${name === "cards" ? seat.cards_kind : name}`)), control);
    const input = (name, label, hint, tag = "input") => field(name, h(tag, { class: "rt-input", rows: tag === "textarea" ? 1 : null, "data-field": name, "data-at": at, "data-focus": `seat-${at}-${name}`, "aria-label": label, placeholder: hint, value: this.shown(`seat-${at}-${name}`, seat[name]), spellcheck: "false", autocomplete: "off", autocapitalize: name === "name" ? "words" : "characters", "aria-invalid": seat.error_field === name ? "true" : null, "aria-describedby": seat.error || seat.missing ? help : null }));
    const select = (name, label, choices) => {
      const value = this.shown(`seat-${at}-${name}`, seat[name]);
      return field(name, h("select", { "data-field": name, "data-at": at, "data-focus": `seat-${at}-${name}`, "aria-label": label, value, "aria-invalid": seat.error_field === name ? "true" : null, "aria-describedby": seat.error_field === name ? help : null }, choices.map((one) => h("option", { value: one.key, selected: one.key === value }, one.label))));
    };
    const of = (key) => t(key, { name: seat.called });
    const words = (prefix, keys) => keys.map((key) => ({ key, label: t(`${prefix}_${key}`) }));
    const link = (act, name) => h("button", { type: "button", class: "rt-linkbutton", "data-act": act, "data-at": at, "data-focus": `${name}-${at}`, "data-key": name, "aria-label": of(`round_${name}`), title: of(`round_${name}`) }, t(`round_${name}_short`));
    const { asks } = seat;
    return h("li", { "data-key": at, class: `rt-seat${seat.error ? " rt-wrong" : seat.missing ? " rt-missing" : ""}${seat.won ? " rt-won" : ""}` },
      h("div", { class: "rt-seathead" },
        input("name", t("round_name", { n: at + 1 }), ""),
        select("ending", of("round_ending"), seat.endings),
        seat.verdict ? h("span", { class: "rt-seatverdict" }, seat.verdict) : null),
      h("div", { class: "rt-seatmore" },
        asks.cards ? h("div", { class: "rt-seathand", "data-key": "hand" },
          input("cards", of(`round_${seat.cards_kind}`), t(`${seat.cards_kind}_hint`), "textarea"),
          seat.can_open ? link("to_table", "open") : seat.can_take ? link("from_table", "take") : null) : null,
        asks.value ? input("value", of("round_value"), t("value_hint")) : null,
        asks.laid ? input("laid", of("round_laid"), t("laid_hint")) : null,
        asks.seen ? select("seen", of("round_seen"), words("seen", ["", "yes", "no"])) : null,
        asks.dublees ? select("dublees", of("round_dublees"), words("dublees", ["", "yes", "no"])) : null,
        asks.declared_on ? select("declared_on", of("round_declared_on"), words("declared", ["", "first-turn", "before-drawing"])) : null,
        asks.objective ? select("objective", of("round_objective"), [{ key: "", label: t("objective_") }, ...seat.objectives.map((way) => ({ key: way, label: t("objective_by", { way }) }))]) : null,
        asks.drew ? h("label", { class: "rt-drew" }, h("input", { type: "checkbox", "data-field": "drew", "data-at": at, "data-focus": `seat-${at}-drew`, checked: this.shown(`seat-${at}-drew`, seat.drew) }), " ", t("round_drew")) : null),
      seat.error ? h("p", { class: "rt-error", id: help, role: "alert", "data-key": "error" }, icon("invalid"), " ", seat.error) : null,
      seat.missing ? h("p", { class: "rt-quiet", id: help, "data-key": "missing" }, t("missing_here")) : null);
  }

  ledger() {
    const { vm, t } = this;
    const { ledger } = vm;
    return h("section", { class: "rt-panel rt-ledger", "data-key": "ledger", "aria-labelledby": `${this.host.name}-ledger` },
      h("header", { class: "rt-panelhead" }, h("h2", { id: `${this.host.name}-ledger` }, t("round_title"), vm.in_class && ledger.about ? h("span", { class: "rt-quiet" }, ` ${ledger.about}`) : null), h("div", { class: "rt-buttons" }, vm.in_class ? this.steps(ledger) : null,
          vm.can_class && this.inPage ? this.button("class", t(vm.in_class ? "class_off" : "class_on"), { name: "teach" }) : null)),
      vm.in_class && ledger.shown !== null ? h("p", { class: "rt-paynow", "data-key": "now" }, ledger.entries.length ? `${ledger.entries.length}. ${ledger.entries.at(-1).sentence}` : ledger.lead) : null,
      ledger.lead && !(vm.in_class && ledger.shown !== null && ledger.shown < ledger.total) ? h("p", { class: "rt-roundlead", "data-key": "lead" }, ledger.lead) : null,
      ledger.hint ? h("p", { class: ledger.tone === "bad" ? "rt-error" : "rt-hint", "data-key": "hint" }, ledger.tone === "bad" ? [icon("invalid"), " "] : null, ledger.hint) : null,
      ledger.can_force || ledger.surplus.length ? this.surplus(ledger) : null,
      h("div", { class: "rt-ledgertop", "data-key": "ledgertop" },
        ledger.rows.length ? this.table(ledger) : null,
        ledger.rows.length ? this.chart(ledger) : null),
      ledger.notes.length ? h("ul", { class: "rt-quiet", "data-key": "notes" }, ledger.notes.map((note) => h("li", {}, note))) : null,
      ledger.total ? this.entries(ledger) : null,
      ledger.slips.length && ledger.shown === null ? h("dl", { class: "rt-slips", "data-key": "slips" }, ledger.slips.map((slip) => [h("dt", {}, slip.title), h("dd", {}, slip.text)])) : null);
  }

  surplus(ledger) {
    const { t } = this;
    const button = this.button("force", t(ledger.can_force ? "settle_anyway" : "check_again"));
    if (!ledger.surplus.length) return h("div", { class: "rt-surplus", "data-key": "force" }, button);
    return h("details", { class: "rt-surplus", "data-key": "surplus" },
      h("summary", { "data-focus": "surplus" }, ledger.surplus_note),
      h("ul", {}, ledger.surplus.map((line) => h("li", {}, line))), button);
  }

  table(ledger) {
    const { t } = this;
    const tone = { good: "rt-plus", bad: "rt-minus", wrong: "rt-slip" };
    return h("div", { class: "rt-scroll rt-ledgerscroll", "data-key": "table", tabindex: "0", role: "region", "aria-label": t("round_title") },
      h("table", { class: "rt-nets" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("head_player")), ledger.columns.map((one) => h("th", { scope: "col", class: `rt-num rt-col-${one.key}`, "data-key": one.key }, one.label)))),
        h("tbody", {}, ledger.rows.map((row, at) => h("tr", { "data-key": at, class: row.won ? "rt-won" : "" },
          h("th", { scope: "row" }, h("span", { class: "rt-who" }, row.name, row.won ? h("span", { class: "rt-crown" }, icon("check")) : null), h("small", {}, row.ending)),
          row.cells.map((cell) => h("td", { class: `rt-num rt-col-${cell.key} ${tone[cell.tone] || ""}`, "data-key": cell.key }, row.missing && cell.key !== "page" ? [cell.text, " …"] : cell.text))))),
        ledger.sums.length ? h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, t("head_sum")), ledger.sums.map((sum, at) => h("td", { class: `rt-num rt-col-${ledger.columns[at].key}`, "data-key": ledger.columns[at].key }, sum)))) : null),
      ledger.proof ? h("p", { class: "rt-proof", "data-tone": ledger.proof_tone, "data-key": "proof" }, ledger.proof_tone === "good" ? [icon("check"), " "] : null, ledger.proof) : null);
  }

  chart(ledger) {
    const { t } = this;
    const names = ledger.rows.map((row) => row.name);
    const bars = ledger.bars.length > 0;
    return h("figure", { class: "rt-chart", "data-key": "chart" },
      h("h3", {}, bars ? ledger.bars_title : t("chart_title")),
      bars ? drawBars(ledger.bars) : ledger.flows.length ? drawFlows(ledger.flows, names, this.lit, t) : h("p", { class: "rt-quiet" }, t("chart_none")),
      bars ? null : h("figcaption", { class: "rt-quiet" }, this.lit !== null && ledger.flows[this.lit] ? `${ledger.flows[this.lit].label}.` : t("chart_help")));
  }

  entries(ledger) {
    const { t } = this;
    const stepping = ledger.shown !== null;
    const inClass = this.vm.in_class;
    const count = stepping ? t("entries_shown", { n: ledger.entries.length, m: ledger.total }) : ledger.total === 1 ? t("entries_one") : t("entries_all", { n: ledger.total });
    return h("div", { class: "rt-payments", "data-key": "payments" },
      h("div", { class: "rt-panelhead" }, h("h3", {}, t("entries_title"), " ", h("span", { class: "rt-quiet" }, count)),
        inClass ? null : h("div", { class: "rt-buttons" }, this.steps(ledger))),
      h("ol", { class: "rt-entries" }, ledger.entries.map((entry) =>
        h("li", { class: "rt-entry", "data-key": entry.n, "data-sort": entry.sort, "data-payer": entry.payer, "data-payee": entry.payee, "data-latest": entry.latest && stepping ? "true" : null },
          h("span", { class: "rt-amount" }, entry.amount), h("span", { class: "rt-sentence" }, entry.sentence, " ",
            entry.marks.map((mark) => h("abbr", { class: "rt-ruling", title: mark.text }, mark.code)), entry.source ? h("span", { class: "rt-quiet" }, `[${entry.source}]`) : null)))));
  }

  /** The buttons that show one payment after the other. */
  steps(ledger) {
    const { t } = this;
    if (!ledger.total) return null;
    if (ledger.shown === null) return this.button("step-start", t("step_start"), { name: "eye" });
    return [
      h("button", { type: "button", class: "rt-button rt-primary", "data-act": "step", "data-focus": "step", "data-key": "step", "aria-disabled": ledger.shown >= ledger.total ? "true" : null }, icon("eye"), t("step_next"), h("kbd", {}, "N")),
      this.button("step-back", t("step_back"), { off: ledger.shown === 0 }),
      this.button("step-all", t("step_all"))];
  }

  sitting() {
    const { vm, t } = this;
    const { sitting } = vm;
    return h("section", { class: "rt-panel rt-sitting", "data-key": "sitting", "aria-labelledby": `${this.host.name}-sitting` },
      h("header", { class: "rt-panelhead" }, h("h2", { id: `${this.host.name}-sitting` }, sitting.title),
        h("div", { class: "rt-buttons" },
          this.button("next", t("sitting_next"), { primary: true, name: "check", off: !sitting.can_next }),
          sitting.share ? this.button("share", sitting.share) : null,
          sitting.back ? this.button("back", sitting.back) : null,
          sitting.played ? this.button("end_sitting", t("sitting_new")) : null,
          this.button("save", t("sitting_save"), { off: !sitting.can_save }),
          this.button("load-button", t("sitting_load"), { title: t("sitting_load_help") }),
          h("input", { type: "file", accept: ".json,application/json", class: "rt-sr", tabindex: "-1", "aria-label": t("sitting_load"), "data-act": "load", "data-key": "file" }))),
      vm.said.text ? h("p", { class: vm.said.tone === "bad" ? "rt-error" : "rt-said", role: "status", "data-key": "said" }, vm.said.text) : null,
      sitting.problem ? h("p", { class: "rt-error", "data-key": "problem" }, icon("invalid"), " ", sitting.problem) : null,
      sitting.over ? h("p", { class: "rt-roundlead", "data-key": "over" }, sitting.over) : null,
      sitting.note ? h("p", { class: "rt-quiet", "data-key": "note" }, sitting.note) : null,
      sitting.beside.length ? h("ul", { class: "rt-quiet", "data-key": "beside" }, sitting.beside.map((line) => h("li", {}, line))) : null,
      sitting.rows.length ? h("div", { class: "rt-scroll", "data-key": "totals", tabindex: "0", role: "region", "aria-label": sitting.title }, h("table", { class: "rt-nets rt-totals" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("head_player")), h("th", { scope: "col", class: "rt-num" }, t("sitting_total")), sitting.money ? h("th", { scope: "col", class: "rt-num", "data-key": "money" }, t("sitting_money")) : null, sitting.rounds.map((label, at) => h("th", { scope: "col", class: "rt-num", "data-key": `round-${at}` }, label)))),
        h("tbody", {}, sitting.rows.map((row) => h("tr", { "data-key": row.name, class: row.out ? "rt-gone" : row.place === 1 ? "rt-won" : "" },
          h("th", { scope: "row" }, h("span", { class: "rt-who" }, `${row.place}. ${row.name}`), row.note ? h("small", {}, row.note) : null,
            row.rejoin ? h("button", { type: "button", class: "rt-linkbutton", "data-act": "rejoin", "data-name": row.name, "data-focus": `rejoin-${row.name}`, "data-key": "rejoin" }, row.rejoin) : null),
          h("td", { class: "rt-num rt-col-net" }, row.total), sitting.money ? h("td", { class: "rt-num", "data-key": "money" }, row.money) : null,
          row.running.map((figure, at) => h("td", { class: "rt-num", "data-key": `round-${at}` }, figure))))))) : null);
  }
}

export default Object.assign(widget({ ledger: RoundTableView }), { View: RoundTableView });
