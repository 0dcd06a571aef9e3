// What now? How far, what to throw or what helps, one way there: step by step, and only when asked.

import { citedList, kindBadge, plainCard, sourcesFold } from "./shared/cards.js";
import { actionButton, named, nextOrder, packCell, packFace, sortHeading, stepPips } from "./shared/controls.js";
import { addNode, addStatus, h, icon, redraw } from "./shared/dom.js";
import { sortRows } from "./shared/logic.js";
import { registerPanel } from "./shared/panel.js";

/** @import * as page from "./page.js" */
/** @import { Host } from "./shared/host.js" */

const BEST = 5; // of all discards, shown until every one is asked for

/** @type {(vm: page.WhatNowView) => string} */
const discardsOf = (vm) =>
  vm?.discards
    ? vm.discards.rows
        .map((row) => row.key)
        .sort()
        .join(" ")
    : "";

export class WhatNowView {
  /** @type {page.WhatNowView} */
  vm;

  /**
   * @param {HTMLElement} root
   * @param {Host} host
   */
  constructor(root, host) {
    this.host = host;
    this.order = { column: null, descending: false };
    this.chosen = null; // the discard that has been pressed, "" for none; until then the one recommended
    this.rows = ""; // the discards last shown
    this.every = false; // whether all of them are, not only the first
    this.body = addNode(root, h("section.rt-panel.rt-now"));
    this.status = addStatus(root);
    this.also = { now_working: (working) => this.drawWorking(working) }; // a trait of its own
    this.body.addEventListener("click", (event) => this.onClick(event));
  }

  /** @param {page.WhatNowView} vm */
  update(vm) {
    const before = this.vm;
    this.vm = vm;
    const rows = discardsOf(vm); // none while they are worked out again, as after a card was marked
    if (!vm.level || (rows && rows !== this.rows)) this.chosen = null; // nothing is told any more, or of another hand
    this.rows = rows || this.rows;
    this.draw();
    if (!before) return;
    const spoken = this.spoken(vm);
    if (spoken !== this.spoken(before)) this.status.textContent = spoken;
  }

  /**
   * What a screen reader is told: the answers, but not how far the work has come.
   * @param {page.WhatNowView} vm
   */
  spoken(vm) {
    return [vm.figure, ...vm.lines, vm.failed, vm.chance, vm.told[0]?.text, vm.open.verdict].filter(Boolean).join(" ");
  }

  draw() {
    redraw(this.body, this.content());
  }

  onClick(event) {
    const target = event.target.closest("[data-act]");
    if (!target || target.getAttribute("aria-disabled") === "true") return;
    const { act, level, mark: card, column, open } = target.dataset;
    if (act === "what-now") this.host.send({ type: "what_now", level: Number(level) });
    else if (act === "open") this.host.send({ type: "open_card", card: open === this.vm.open.value ? "" : open });
    else if (act === "see") this.host.send({ type: "seen", card, add: true });
    else if (act === "unsee") this.host.send({ type: "seen", card, add: false });
    else if (act === "forget") this.host.send({ type: "forget_seen" });
    else if (act === "row") {
      this.chosen = this.chosen === card ? "" : card;
      this.draw();
    } else if (act === "every") {
      this.every = !this.every;
      this.draw();
    } else if (act === "sort-column") {
      this.order = nextOrder(this.order, column);
      this.draw();
    }
  }

  /**
   * How far the work has come, without drawing anything else.
   * @param {page.WorkingView} working
   */
  drawWorking(working) {
    const place = this.body.querySelector(".rt-nowwork");
    if (!place) return;
    Object.assign(place.firstChild, { max: working.total, value: working.done, ariaLabel: working.text });
    place.lastChild.textContent = working.text;
  }

  content() {
    const { vm } = this;
    const t = this.host.t;
    const working = this.host.model.get("now_working");
    const button = (level, label, more) =>
      actionButton("what-now", label, { "data-level": level, key: `level-${level}`, focus: `now-${level}`, ...more });
    const next = { key: "next", focus: "now-next", name: "eye" };
    return [
      h("header.rt-row.rt-panelhead", { key: "head" }, [
        h("h2", t("now_title")),
        stepPips(vm.level, vm.steps, t("step_of", { n: vm.level, m: vm.steps })),
      ]),
      vm.level === 0 ? h("p.rt-quiet", { key: "hidden" }, t("now_hidden")) : null,
      vm.lines.length ? this.far(vm) : null,
      vm.failed ? h("p.rt-error", { key: "failed" }, vm.failed, " ", button(vm.level, t("now_again"))) : null,
      vm.told.length ? h("p.rt-nowverdict", { key: "throw" }, vm.told[0].text) : null,
      vm.discards ? this.throws(vm.discards) : null,
      vm.told.length > 1
        ? h("ul.rt-stack.rt-close.rt-lesser.rt-nowtold.rt-quiet", { key: "told" }, [
            vm.told.slice(1).map((line) => h("li", line.text)),
          ])
        : null,
      sourcesFold(vm.told, t),
      vm.chance ? h("p", { key: "chance" }, vm.chance) : null,
      vm.outs.map((part) => this.outsOf(part)),
      vm.working && "total" in working ? this.progress(working) : null,
      vm.way ? this.way(vm.way) : null,
      h("div.rt-buttons", { key: "buttons" }, [
        vm.next ? button(vm.level + 1, vm.next, next) : null,
        vm.can_show_all ? button(vm.steps, t("show_all")) : null,
        vm.level > 0 ? button(0, t("hide_again")) : null,
      ]),
      this.openCard(vm.open),
      vm.seen.note ? h("p.rt-error", { role: "status", key: "surplus" }, icon("invalid"), " ", vm.seen.note) : null,
      this.seen(vm.seen),
    ];
  }

  /**
   * How far from declaring: the figure large, what it means beside it.
   * @param {page.WhatNowView} vm
   */
  far(vm) {
    return h("p.rt-row.rt-nowfar", { key: "far" }, [
      vm.figure ? h("b", vm.figure) : null,
      h("span", vm.lines[0]),
      vm.lines.slice(1).map((line) => h("span.rt-quiet", line)),
    ]);
  }

  /** @param {page.WorkingView} working */
  progress(working) {
    return h("div.rt-nowwork", { key: "working" }, [
      h("progress", { max: working.total, value: working.done, "aria-label": working.text }),
      h("span.rt-quiet", working.text),
    ]);
  }

  /**
   * A list of cards that help under its title, open or to be opened.
   * @param {page.OutsView} part
   */
  outsOf(part) {
    const key = `outs-${part.key}`;
    if (part.open) return h("div", { key }, h("h3", part.title), this.outs(part.cards));
    const title = h("summary", { focus: key }, part.title);
    return h("details.rt-why", { key }, title, this.outs(part.cards));
  }

  /**
   * Cards that help, each with the copies left and the chance.
   * @param {page.OutView[]} cards
   */
  outs(cards) {
    return h("ul.rt-outs.rt-small", [
      cards.map((out) =>
        h("li", { key: out.card.key, "data-out": out.card.key, title: out.label }, [
          h("span.rt-sr", out.label),
          h("span", { "aria-hidden": "true" }, [
            plainCard(out.card),
            h("b.rt-copies", out.copies),
            out.chance ? h("small", out.chance) : null,
          ]),
        ]),
      ),
    ]);
  }

  /** The discard whose draws are shown: the one recommended unless another has been pressed. */
  shownThrow() {
    return this.chosen ?? this.vm.discards.rows[0]?.key;
  }

  /** @param {page.DiscardsView} discards */
  throws(discards) {
    const t = this.host.t;
    const rows = sortRows(discards.rows, this.order.column, this.order.descending);
    /** @type {(column: keyof page.DiscardView, label: string, more?: object) => object} */
    const heading = (column, label, more) =>
      sortHeading(this.order, column, label, { focus: `now-sort-${column}`, ...more });
    const chosen = discards.rows.find((row) => row.key === this.shownThrow());
    return h("div.rt-throws", { key: "throws" }, [
      h("table.rt-nine", [
        h("caption.rt-sr", t("now_throws_caption")),
        h("thead", [
          h("tr", [
            heading("name", t("col_card"), { number: false }),
            heading("far_value", t("col_far")),
            heading("outs_value", t("col_outs")),
            heading("points_value", discards.points),
          ]),
        ]),
        h("tbody", [rows.slice(0, this.every ? rows.length : BEST).map((row) => this.discardRow(row))]),
      ]),
      h("button.rt-fold", { act: "every", focus: "every", "aria-expanded": String(this.every) }, t("now_throws")),
      this.chosen ? null : h("p.rt-quiet", { key: "press" }, t("now_press")),
      chosen
        ? h("div.rt-then", { key: "then" }, [
            h("p", chosen.then),
            chosen.draws.length ? this.outs(this.faces(chosen.draws)) : null,
          ])
        : null,
    ]);
  }

  /**
   * One discard: its card, how far it leaves the hand, what then helps, what the hand costs.
   * @param {page.DiscardView} row
   */
  discardRow(row) {
    const equal = this.host.t("now_equal");
    const open = row.key === this.chosen;
    const card = { act: "row", "data-mark": row.key, focus: `throw-${row.key}`, "aria-pressed": String(open) };
    return h("tr", { key: row.key, "data-throw": row.key, class: open && "rt-current" }, [
      h("th", { scope: "row" }, [
        h("button.rt-holder.rt-throw.rt-tiny", { ...card, "aria-label": row.name }, plainCard(row.card)),
        row.equal && !this.order.column ? h("small.rt-equal", "= ", equal) : null,
      ]),
      h("td.rt-num", row.far),
      h("td.rt-num", row.outs),
      h("td.rt-num", row.points),
    ]);
  }

  /**
   * What a discard then waits for: cards by name, copies and chance.
   * @param {page.DiscardView["draws"]} draws
   * @returns {page.OutView[]}
   */
  faces(draws) {
    const t = this.host.t;
    return draws.map(([text, copies, chance]) => {
      const face = this.face(text);
      const label = t("now_out", { card: face.name, copies, chance });
      return { card: { ...face, stands: null, key: text }, copies: `×${copies}`, chance, label };
    });
  }

  /** @param {page.WayView} way */
  way(way) {
    return h("div.rt-stack.rt-near.rt-answer", { key: "way" }, [
      h("h3", way.title),
      h("ul.rt-minitrays.rt-small", [
        way.groups.map((group) =>
          h("li.rt-stack.rt-close.rt-minitray", { "data-tone": group.tone }, [
            h("div.rt-minihead", kindBadge(group)),
            h("div.rt-cards", [group.cards.map((card) => plainCard(card, card.moved ? " rt-moved" : ""))]),
          ]),
        ),
      ]),
      citedList("ul.rt-stack.rt-close.rt-lesser.rt-nowtold", way.told, this.host.t),
    ]);
  }

  /**
   * Whether to take the open card, and the pack to pick it from.
   * @param {page.OpenCardView} open
   */
  openCard(open) {
    const t = this.host.t;
    const pick = (value) => ({
      act: "open",
      "data-open": value,
      focus: `open-${value}`,
      "aria-pressed": String(value === open.value),
    });
    const face = this.face(open.value);
    return h("div.rt-row.rt-nowopen", { key: "open" }, [
      h("details.rt-why", { key: "pick" }, [
        h("summary", { focus: "now-open" }, `${t("now_open")}: `, face ? face.name : t("now_no_open")),
        h("div.rt-palettegrid", { role: "group", "aria-label": t("now_open"), memo: JSON.stringify(open) }, [
          open.choices.map((choice) =>
            h("span.rt-palettecell", { key: choice.value }, [
              h(
                "button.rt-palettecard",
                {
                  "data-suit": this.face(choice.value).suit || "J",
                  ...named(choice.label),
                  ...pick(choice.value),
                },
                packFace(this.face(choice.value)),
              ),
            ]),
          ),
        ]),
        open.value ? h("button.rt-button", { ...pick(""), key: "none" }, t("now_no_open")) : null,
      ]),
      face && (open.verdict || open.hint) ? plainCard({ ...face, stands: null, key: open.value }, " rt-small") : null,
      open.hint ? h("span.rt-quiet", open.hint) : null,
      open.verdict ? h("p.rt-nowverdict", { "data-tone": open.tone }, open.verdict) : null,
      open.why.length ? citedList("ul.rt-stack.rt-close.rt-lesser.rt-nowtold", open.why, t) : null,
    ]);
  }

  /** A card of the pack by its text, as it is drawn. */
  face(text) {
    return this.vm.seen.cards.find((card) => card.text === text);
  }

  /** @param {page.SeenView} seen */
  seen(seen) {
    const t = this.host.t;
    return h("details.rt-why.rt-seen", { key: "seen" }, [
      h("summary", { focus: "now-seen" }, seen.title),
      h("p.rt-quiet", t("now_seen_help")),
      h("div.rt-palettegrid", { role: "group", "aria-label": seen.title, memo: JSON.stringify(seen.cards) }, [
        seen.cards.map((card) => {
          const act = (name) => ({ act: name, "data-mark": card.text, focus: `${name}-${card.text}` });
          return packCell(card, {
            pick: { ...act("see"), "aria-disabled": card.left <= 0 && "true" },
            taken: card.seen,
            undo: { ...act("unsee"), ...named(card.undo) },
          });
        }),
      ]),
      seen.count ? actionButton("forget", t("now_forget"), { class: "rt-ghost", name: "clear" }) : null,
    ]);
  }
}

export default registerPanel("what_now", WhatNowView);
