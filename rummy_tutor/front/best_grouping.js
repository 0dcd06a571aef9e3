// The best regrouping, revealed step by step and never before it is asked for.

import { citedList, plainCard, plainTray } from "./shared/cards.js";
import { actionButton, stepPips } from "./shared/controls.js";
import { addNode, addStatus, h, icon, redraw } from "./shared/dom.js";
import { registerPanel } from "./shared/panel.js";

/** @import * as page from "./page.js" */
/** @import { Host } from "./shared/host.js" */

export class BestGroupingView {
  /** @type {page.BestView} */
  vm;

  /**
   * @param {HTMLElement} root
   * @param {Host} host
   */
  constructor(root, host) {
    this.host = host;
    this.height = 0; // of the tallest answer seen, so that the buttons below stay where they are
    this.body = addNode(root, h("section.rt-panel.rt-best"));
    this.status = addStatus(root);
    this.body.addEventListener("click", (event) => {
      const target = event.target.closest("[data-act]");
      if (!target) return;
      const { act, level } = target.dataset;
      host.send(act === "reveal" ? { type: act, level: Number(level) } : { type: act });
    });

    // a group of the answer, pointed at, shows on the table where its cards lie now
    const point = (event) => {
      const group = event.target.closest("[data-ids]");
      host.pointed.emit(group ? group.dataset.ids.split(" ").map(Number) : []);
    };
    this.body.addEventListener("pointerover", point);
    this.body.addEventListener("pointerleave", () => host.pointed.emit([]));
  }

  /** @param {page.BestView} vm */
  update(vm) {
    const before = this.vm;
    this.vm = vm;
    if (!vm.another) this.height = 0;
    redraw(this.body, this.content());
    if (vm.another) this.height = Math.max(this.height, this.body.querySelector(".rt-minitrays").offsetHeight);
    if (!before) return;
    const answer = [...vm.moves.map((card) => card.name), ...vm.groups.map((group) => group.label)].join(" ");
    if (vm.level > before.level) this.status.textContent = [...vm.lines.slice(before.level ? -1 : 0), answer].join(" ");
    // another answer: which one it is, and what stands in it
    else if (vm.level === before.level && vm.unique !== before.unique && vm.another)
      this.status.textContent = `${vm.unique} ${answer}`;
  }

  onKey(event) {
    if (event.key.toLowerCase() !== "n" || event.ctrlKey || event.metaKey || event.altKey || !this.vm || !this.vm.next)
      return false;
    this.host.send({ type: "reveal", level: this.vm.level + 1 });
    return true;
  }

  content() {
    const { vm } = this;
    const t = this.host.t;
    const button = (act, level, label, more = {}) =>
      actionButton(act, label, { "data-level": level, focus: `best-${more.primary ? "next" : act}`, ...more });
    const buttons = h("div.rt-buttons", { key: "buttons" }, [
      vm.next ? button("reveal", vm.level + 1, vm.next, { key: "next", primary: true }) : null,
      vm.can_take ? button("take", 0, t("take_this"), { primary: true, name: "check" }) : null,
      vm.can_show_all ? button("reveal", 4, t("show_all"), { class: "rt-text" }) : null,
      vm.level > 0 ? button("keep", 0, vm.can_take ? t("keep_mine") : t("hide_again"), { class: "rt-text" }) : null,
      stepPips(vm.level, vm.steps, t("step_of", { n: vm.level, m: vm.steps })),
    ]);
    return [
      h("h2.rt-sr", t("best_title")), // the button says it
      vm.next ? buttons : null, // above what each step adds, so that the next one is asked for at the same place
      vm.lines.length
        ? h("ol.rt-stack.rt-close.rt-steps", { key: "lines" }, [vm.lines.map((line) => h("li", line))])
        : null,
      vm.moves.length ? h("div.rt-cards.rt-small", { key: "moves" }, [vm.moves.map((card) => plainCard(card))]) : null,
      vm.groups.length || vm.loose.length ? this.answer() : null,
      vm.next ? null : buttons,
    ];
  }

  /** The groups of the answer, the cards that lie in none, how many answers there are, and why. */
  answer() {
    const { vm } = this;
    const t = this.host.t;
    const another = vm.another ? actionButton("another", vm.another, { "data-level": 0, focus: "best-another" }) : null;
    return h("div.rt-stack.rt-near.rt-answer", { key: "answer" }, [
      h("ul.rt-minitrays.rt-small", { style: this.height ? `min-height:${this.height}px` : null }, [
        vm.groups.map(plainTray),
        vm.loose.length ? this.alone(vm.loose, t("loose"), "loose") : null,
        vm.discard ? this.alone([vm.discard], t("discard"), null) : null,
      ]),
      vm.unique || vm.another
        ? h("div.rt-buttons.rt-others", { key: "others" }, another, vm.unique ? h("p.rt-quiet", vm.unique) : null)
        : null,
      vm.reasons.length ? h("details.rt-why", h("summary", t("why_best")), citedList("ol", vm.reasons, t)) : null,
    ]);
  }

  /**
   * Cards of the answer that lie in no group.
   * @param {page.SingleView[]} cards
   * @param {string} word
   * @param {string | null} name
   */
  alone(cards, word, name) {
    return h(
      "li.rt-stack.rt-close.rt-minitray",
      { "data-tone": "loose", "data-ids": cards.flatMap((card) => card.ids).join(" ") || null },
      [
        h("div.rt-minihead", h("span.rt-badge", { "data-tone": "loose" }, name ? icon(name) : null, h("span", word))),
        h("div.rt-cards", [cards.map((card) => plainCard(card, card.moved ? " rt-moved" : ""))]),
      ],
    );
  }
}

export default registerPanel("best_grouping", BestGroupingView);
