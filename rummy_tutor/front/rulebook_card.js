// One rulebook as a page to read, and what sets it apart from another.
import { cited } from "./shared/cards.js";
import { actionButton } from "./shared/controls.js";
import { addNode, h, redraw } from "./shared/dom.js";
import { registerPanel } from "./shared/panel.js";

/** @import * as page from "./page.js" */
/** @import { Host } from "./shared/host.js" */

export class RulebookCardView {
  /** @type {page.RulebookView} */
  vm;

  /**
   * @param {HTMLElement} root
   * @param {Host} host
   */
  constructor(root, host) {
    this.host = host;
    this.body = addNode(root, h("section.rt-panel.rt-rulebook"));
    this.body.addEventListener("click", (event) => {
      if (event.target.closest("[data-act]")?.dataset.act === "change") this.host.changeAsked.emit(this.vm.key);
    });
    this.body.addEventListener("change", (event) => {
      if (event.target.dataset.other !== undefined) this.host.send({ type: "other_rulebook", key: event.target.value });
    });
  }

  /** @param {page.RulebookView} vm */
  update(vm) {
    this.vm = vm;
    redraw(this.body, this.content());
  }

  content() {
    const { vm } = this;
    const t = this.host.t;
    return [
      h("header.rt-row.rt-panelhead", [
        h("h2", vm.title),
        this.host.changeAsked.heard ? actionButton("change", t("change_rules")) : null,
      ]),
      vm.source ? h("p.rt-quiet", { key: "source" }, vm.source) : null,
      h("div.rt-sections", { key: "rules" }, [
        vm.sections.map((section) =>
          h("section", { key: section.title }, [
            h("h3", section.title),
            h("dl.rt-stack.rt-near", [
              section.items.map((item) =>
                h("div", { "data-term": item.term, tabindex: "-1" }, [h("dt", item.term), h("dd", cited(item))]),
              ),
            ]),
          ]),
        ),
      ]),
      h("details.rt-why", { key: "rulings" }, [
        h("summary", { focus: "rulings" }, t("rulings_title")),
        h("dl.rt-grid.rt-lesser.rt-rulings", [
          vm.rulings.map((ruling) => h("div.rt-line.rt-near", h("dt", ruling.code), h("dd", ruling.text))),
        ]),
      ]),
      h("details.rt-why.rt-differences", { key: "differences" }, [
        h("summary", { focus: "differences" }, t("differs_title")),
        h("div.rt-stack.rt-near.rt-differbody", [
          h("select", { "data-other": "", focus: "other", "aria-label": t("differs_choose"), value: vm.other }, [
            vm.others.map((other) => h("option", { value: other.key, selected: other.key === vm.other }, other.name)),
          ]),
          vm.differences.length
            ? h("table.rt-lesser.rt-differ", [
                h("thead", [
                  h("tr", [
                    h("th", { scope: "col" }, t("col_rule")),
                    h("th", { scope: "col" }, vm.title),
                    h("th", { scope: "col" }, vm.other_title),
                  ]),
                ]),
                h("tbody", [
                  vm.differences.map((line) =>
                    h("tr", h("th", { scope: "row" }, line.term), h("td", line.mine), h("td", line.theirs)),
                  ),
                ]),
              ])
            : h("p.rt-quiet", t("no_difference")),
        ]),
      ]),
    ];
  }
}

export default registerPanel("rulebook_card", RulebookCardView);
