// The bar of choices, what has to be said, the link to share, and the classroom's next step.
import { h, icon, redraw } from "./dom.js";
import { copyText } from "./address.js";
import { plainCard } from "./cards.js";

const QR_MOST = 1500; // characters of a link; a code of more cannot be read off a wall
const LOCAL = ["localhost", "127.0.0.1", "[::1]"]; // addresses that no other device can open

export class ShellView {
  constructor(bar, notes, codePlace, app) {
    this.codePlace = codePlace;
    this.app = app;
    this.host = app.host;
    this.bar = bar;
    this.notes = notes;
    this.vm = null;
    this.share = null;
    bar.addEventListener("click", (event) => this.onClick(event));
    bar.addEventListener("change", (event) => this.onChange(event));
    notes.addEventListener("click", (event) => this.onClick(event));
  }

  update(vm) {
    const moved = this.vm && this.vm.classroom !== vm.classroom;
    this.vm = vm;
    if (this.app.address && !this.app.booting) {
      this.app.address.follow(vm.link);
      this.app.address.shown = { search: vm.link, memory: vm.memory };
    }
    this.askQr();
    this.app.root.classList.toggle("rt-classroom", vm.classroom);
    this.draw();
    if (moved) this.host.onLayout();
  }

  draw() {
    redraw(this.bar, this.content());
    redraw(this.notes, this.noteContent());
    redraw(this.codePlace, [this.vm.classroom && !this.share ? this.qr() : null]);
  }

  onChange(event) {
    const { field, option } = event.target.dataset;
    if (field === "players") this.host.send({ type: "set", players: Number(event.target.value) });
    else if (field) this.host.send({ type: "set", [field]: event.target.value });
    else if (option) {
      const options = this.vm.options.filter((one) => (one.key === option ? event.target.checked : one.on)).map((one) => one.key);
      this.host.send({ type: "set", options });
      this.host.answered().then(() => this.draw()); // one may have given way to another, or been refused
    }
  }

  onClick(event) {
    const target = event.target.closest("[data-act]");
    if (!target) return;
    const { act } = target.dataset;
    if (act === "theme") this.app.setTheme(this.app.dark() ? "light" : "dark");
    else if (act === "suits") this.app.setSuits(!this.app.settings.four);
    else if (act === "classroom") this.host.send({ type: "classroom", on: !this.vm.classroom });
    else if (act === "next-step") this.host.send({ type: "next_step" });
    else if (act === "dismiss") this.host.send({ type: "dismiss" });
    else if (act === "share") this.toggleShare();
    else if (act === "copy-link") this.host.answered().then(() => this.copy(this.address(), "copied_link"));
    else if (act === "copy-text") this.copy(this.vm.text, "copied_text");
    else if (act === "show-editor") this.app.jump("editor");
    else if (act === "show-rulebook") this.app.jump("rulebook");
  }

  address() { return this.app.address ? `${location.origin}${location.pathname}${this.vm.link}${this.app.address.hash()}` : this.vm.link; }

  toggleShare() {
    this.share = this.share ? null : { said: "" };
    this.askQr();
    this.draw();
  }

  /** The link to be drawn as a code, nothing where none is to be seen or it is too long for one. */
  qrAddress() {
    const wanted = this.app.address && (this.share || this.vm.classroom) ? this.address() : "";
    return wanted.length <= QR_MOST ? wanted : "";
  }

  /** Have the code of the present link drawn. */
  askQr() {
    const wanted = this.qrAddress();
    if (this.vm.qr.url === this.qrAsked) this.qrAsked = null;
    if (!wanted || wanted === this.vm.qr.url || wanted === this.qrAsked) return;
    this.qrAsked = wanted;
    this.host.send({ type: "qr", url: wanted });
  }

  /** The round in the link has changed, and nothing else. */
  followRound() {
    if (!this.vm || !(this.share || this.vm.classroom)) return;
    this.askQr();
    this.draw();
  }

  async copy(text, said) {
    await copyText(text, this.bar);
    if (!this.share) this.share = {};
    this.share.said = this.host.t(said);
    this.draw();
  }

  content() {
    const { vm } = this;
    const t = this.host.t;
    const app = this.app;
    const tool = (act, name, label, pressed) => h("button", { type: "button", class: "rt-barbutton", "data-act": act, "data-focus": `bar-${act}`, "aria-pressed": pressed === undefined ? null : pressed ? "true" : "false", title: label }, icon(name), h("span", { class: "rt-barword" }, label));
    const field = (name, label, control) => h("label", { class: `rt-field rt-field-${name}`, "data-key": name }, h("span", {}, label), control);
    return [
      h("h1", { class: "rt-brand", "data-key": "brand" }, h("span", { class: "rt-brandmark", "aria-hidden": "true" }, icon("jokers")), h("span", {}, t("title"))),
      h("div", { class: "rt-fields", "data-key": "fields" },
        field("rulebook", t("rulebook"), h("select", { "data-field": "rulebook", "data-focus": "rulebook", value: vm.rulebook }, vm.rulebooks.map((book) => h("option", { value: book.key, selected: book.key === vm.rulebook }, book.name)))),
        h("button", { type: "button", class: "rt-barbutton", "data-act": "show-rulebook", "data-key": "rules", "data-focus": "bar-rules", title: t("read_rules") }, icon("book"), h("span", { class: "rt-barword" }, t("rules_word"))),
        field("turned", t("turned"), h("span", { class: "rt-turned" },
          vm.turned_card ? plainCard({ ...vm.turned_card, key: vm.turned }, " rt-tiny") : h("span", { class: "rt-cardback rt-tiny", "aria-hidden": "true" }),
          h("select", { "data-field": "turned", "data-focus": "turned", value: vm.turned, memo: JSON.stringify([vm.turned, vm.turned_choices]) }, vm.turned_choices.map((group) => h("optgroup", { label: group.label }, group.cards.map((card) => h("option", { value: card.value, selected: card.value === vm.turned }, card.label))))))),
        field("players", t("players"), h("select", { "data-field": "players", "data-focus": "players", value: vm.players }, vm.player_choices.map((n) => h("option", { value: n, selected: n === vm.players }, n)))),
        vm.options.length ? h("details", { class: "rt-options", "data-key": "options" },
          h("summary", { "data-focus": "options" }, t("options"), vm.options.some((one) => one.on) ? ` (${vm.options.filter((one) => one.on).length})` : ""),
          h("div", { class: "rt-optionlist" }, vm.options.map((one) => h("label", { "data-key": one.key }, h("input", { type: "checkbox", "data-option": one.key, "data-focus": `opt-${one.key}`, checked: one.on }), " ", one.label)))) : null),
      h("div", { class: "rt-bartools", "data-key": "tools" },
        tool("show-editor", "cards", t("new_hand")),
        tool("share", "share", t("share"), Boolean(this.share)),
        tool("classroom", "teach", t("classroom"), vm.classroom),
        tool("suits", "suits", t("four_colours"), Boolean(app.settings.four)),
        tool("theme", app.dark() ? "sun" : "moon", app.dark() ? t("light") : t("dark"))),
      this.share ? this.sharePanel() : null,
    ];
  }

  sharePanel() {
    const { vm } = this;
    const t = this.host.t;
    return h("div", { class: "rt-share", "data-key": "share", role: "group", "aria-label": t("share") },
      h("div", { class: "rt-buttons" },
        this.app.address ? h("button", { type: "button", class: "rt-button", "data-act": "copy-link", "data-focus": "copy-link" }, t("copy_link")) : null,
        h("button", { type: "button", class: "rt-button", "data-act": "copy-text", "data-focus": "copy-text" }, t("copy_text")),
        h("span", { class: "rt-said", role: "status" }, this.share.said || ""),
        h("output", { class: "rt-sharetext" }, vm.text)),
      this.qr());
  }

  qr() {
    const { rows, url } = this.vm.qr;
    if (this.app.address && this.share && !this.qrAddress()) return h("p", { class: "rt-quiet", "data-key": "qr" }, this.host.t("qr_long"));
    if (!rows.length || url !== this.qrAddress()) return null;
    const size = rows.length + 4;
    const path = rows.flatMap((row, y) => [...row].map((bit, x) => (bit === "1" ? `M${x + 2} ${y + 2}h1v1h-1z` : ""))).join("");
    return h("figure", { class: "rt-qr", "data-key": "qr" },
      h("svg", { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": this.host.t("qr_label"), "shape-rendering": "crispEdges" }, h("rect", { width: size, height: size, fill: "#fff" }), h("path", { d: path, fill: "#111" })),
      h("figcaption", {}, this.host.t(LOCAL.includes(location.hostname) ? "qr_local" : "qr_caption")));
  }

  noteContent() {
    const { vm } = this;
    const t = this.host.t;
    return [
      vm.classroom ? h("div", { class: "rt-teachbar", "data-key": "teach" },
        h("button", { type: "button", class: "rt-button rt-primary", "data-act": "next-step", "data-focus": "next-step", "aria-disabled": vm.next_step ? null : "true" }, icon("eye"), vm.next_step || t("all_shown"), h("kbd", {}, "N")),
        h("button", { type: "button", class: "rt-button", "data-act": "classroom", "data-focus": "leave-class" }, t("leave_classroom"))) : null,
      vm.notes.length ? h("div", { class: "rt-note", "data-key": "notes" },
        h("ul", {}, vm.notes.map((note) => h("li", {}, note))),
        h("button", { type: "button", class: "rt-button rt-ghost", "data-act": "dismiss", "data-focus": "dismiss" }, t("dismiss"))) : null,
    ];
  }
}
