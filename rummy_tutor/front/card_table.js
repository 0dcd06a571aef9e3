// The hand on the table: trays of cards, selected, dragged and moved by mouse, touch and keys.

import { kindBadge, liveCard, sourcesFold } from "./shared/cards.js";
import { addNode, addStatus, h, icon, redraw } from "./shared/dom.js";
import { Dragging } from "./shared/dragging.js";
import { CLASS_WIDTH, SHARES } from "./shared/fans.js";
import { arrowTarget, keepKnown, keyCommand, nextSelection } from "./shared/logic.js";
import { dealCards, rollFigure, snapGroup } from "./shared/motion.js";
import { registerPanel } from "./shared/panel.js";
import { playSound } from "./shared/sound.js";
import { drawFaults, drawKeys, drawWords } from "./shared/table_helps.js";

// the widths in px that cards are tried at on a page of its own, widest first: on a window of its least width in px;
// those of `still` come first where cards are only looked at, if no row breaks for them
const WIDTHS = [
  {
    from: 1600,
    page: [180, 160, 144, 130, 118, 106, 96, 84, 72, 62, 52, 46],
    study: [144, 130, 118, 104, 92, 84, 72, 62, 52, 46],
    lesson: [136, 120, 104, 88, 76, 66, 58, 52],
    still: [168, 144, 124],
  },
  {
    from: 641,
    page: [104, 96, 88, 80, 72, 66, 60, 52, 46],
    study: [104, 96, 88, 80, 70, 64, 58, 52, 46],
    lesson: [76, 66, 58, 52, 46],
    still: [148, 130, 112, 98, 86],
  },
];
const STILL_NARROW = [104, 92, 84, 76, 68, 60, 54, 48]; // those of a lesson in a narrow window, of cards only looked at
const NARROW = [64, 60, 56, 52, 48]; // those of a puzzle in a narrow window, where as many as four stand beside each other
const SMALL = [42, 38]; // and those for a felt that would still end below the window
const READABLE = 60; // px of a card in a window that has no room for the whole hand
const FEW = ".rt-learntable[data-still=true]:not([data-about=hand])"; // a lesson that shows groups and no whole hand
const MANY = 16; // cards from which on a hand is drawn smaller
const MELDED = ["pure", "meld", "pair"]; // the tones of groups that are melds
const FOOT_GROWS = 60; // px that a hint takes at the foot of a task, and a verdict more than the buttons
const VERDICT_GROWS = 7.5; // times the size of letters: what most verdicts take more, also of a wrong answer
const VERDICT_NARROW = 120; // px that they take more in a narrow window, where the answers fold together
const TRAY_SIDES = 26; // px beside the cards of a group, or of loose ones, which have most
const GAPPED = 1.02; // times its width that a card takes with the gap behind it
const GROUP_FEET = 50; // px of two rows of groups, beside their cards
const FOLDED = 28; // px of the row of folded explanations below the felt

/** @import * as page from "./page.js" */
/** @import { Host } from "./shared/host.js" */

/** px that the tabs of a narrow page cover below a place. */
const readFoot = (place) => Number.parseFloat(getComputedStyle(place).scrollMarginBottom);

export class CardTableView {
  /** @type {page.CardTableView} */
  vm;

  /**
   * @param {HTMLElement} root
   * @param {Host} host
   */
  constructor(root, host) {
    this.host = host;
    this.selected = [];
    this.anchor = null;
    this.focused = null;
    this.reached = false; // whether the user has been at a card yet
    this.fit = { width: null, tight: false }; // how wide cards are drawn, null for the style's own width; how close
    this.fitted = null; // the drawing that this was found out for
    this.ownPage = document.body.hasAttribute("data-voila");
    const refit = () => {
      this.fitted = null;
      if (this.vm) this.fitWindow();
    };
    host.laidOut.add(refit);
    host.handLaid.add(() => this.showTable());
    host.packOpened.add(() => this.showLoose());
    if (this.ownPage) host.follow(window, "resize", refit);
    this.body = addNode(root, h("div.rt-stack.rt-table"));
    // on a page with answers beside the table, what the hand costs and why stands above them
    this.head = root.closest(".rt-spread")?.querySelector(".rt-headplace");
    this.status = addStatus(root);
    for (const place of [this.body, this.head]) place?.addEventListener("click", (event) => this.onClick(event));
    this.makeDragging();
    this.body.addEventListener("focusin", (event) => {
      const card = event.target.closest("[data-card]");
      if (card) [this.focused, this.reached] = [Number(card.dataset.card), true];
    });
    host.pointed.add((ids) => {
      for (const node of this.body.querySelectorAll("[data-card]"))
        node.classList.toggle("rt-lit", ids.includes(Number(node.dataset.card)));
    });
  }

  /** A card takes with it all that are selected beside it. */
  makeDragging() {
    return new Dragging(this.body, {
      pick: (event) => {
        const node = event.target.closest("[data-card]");
        return node && Number(node.dataset.card);
      },
      nodes: (id) => this.taken(id).map((card) => this.body.querySelector(`[data-card="${card}"]`)),
      target: (element) => element.closest("[data-tray]"),
      drop: (id, { dataset: { tray } }) => this.move(this.taken(id), /^\d+$/.test(tray) ? Number(tray) : tray),
      cancel: () => this.draw(),
    });
  }

  taken(id) {
    return this.selected.includes(id) ? [...this.selected] : [id];
  }

  /** @param {page.CardTableView} vm */
  update(vm) {
    const first = !this.vm;
    const before = this.vm;
    const grown = !first && vm.count > before.count;
    this.vm = vm;
    this.selected = keepKnown(this.selected, this.order());
    if (!this.order().includes(this.focused)) this.focused = this.order()[0] ?? null;
    this.draw(!first);
    if (!first) {
      this.snapMelds(before);
      this.rollCost(before.headline);
    }
    if (grown) this.showLoose();
    if (!first && vm.announce && this.status.textContent !== vm.announce) this.status.textContent = vm.announce;
  }

  /** The groups that have just become melds snap together; where cards only moved, they are heard. */
  snapMelds(/** @type {page.CardTableView} */ before) {
    if (before.count !== this.vm.count) return; // another hand
    const nameOf = (/** @type {page.TrayView} */ tray) => tray.cards.map((card) => card.id).join();
    const listMelds = (/** @type {page.CardTableView} */ vm) => vm.trays.filter((tray) => MELDED.includes(tray.tone));
    const known = listMelds(before).map(nameOf);
    const made = listMelds(this.vm).filter((tray) => !known.includes(nameOf(tray)));
    for (const tray of made) snapGroup(this.body.querySelector(`[data-tray="${tray.index}"]`));
    if (!made.length) playSound("lay");
  }

  /** What the hand costs now takes the place of what it did, where both are shown. */
  rollCost(/** @type {page.HeadlineView | null} */ before) {
    const now = this.vm.headline;
    if (before && now && before.figure !== now.figure)
      rollFigure((this.head ?? this.body).querySelector(".rt-figure"), Number(now.figure) > Number(before.figure));
  }

  order() {
    return [...this.vm.trays.flatMap((tray) => tray.cards), ...this.vm.loose.cards].map((card) => card.id);
  }

  // ---- drawing -------------------------------------------------------------------------------
  draw(animate = false) {
    if (this.head) redraw(this.head, this.about());
    redraw(this.body, this.content(), { animate, settle: () => this.fitWindow() });
  }

  /** Fit the window; what has no room beside the groups is drawn folded below. */
  fitWindow() {
    const before = Boolean(this.fit.terse);
    this.findFit();
    if (Boolean(this.fit.terse) === before) return;
    if (this.head) redraw(this.head, this.about());
    redraw(this.body, this.content());
  }

  /** On a page of its own the cards are as wide as the window leaves room for: the table ends above its edge. */
  findFit() {
    const felt = this.body.querySelector(".rt-felt");
    if (!felt || !this.ownPage || this.fitted === this.vm) return undefined;
    const isMoved = this.fitted?.count === this.vm.count && this.fitted.trays.length <= this.vm.trays.length;
    this.fitted = this.vm;
    // cards keep their size while they are moved, until a group is taken apart; in a task what is said of each is folded
    // rather
    const folded = felt.closest(".rt-tasktable") ? [{ ...this.fit, tight: true, terse: true }] : [];
    for (const way of isMoved ? [this.fit, ...folded] : []) {
      this.fit = way;
      this.applyFit(felt);
      if (this.lowest(felt, way) <= window.innerHeight) return undefined;
    }
    if (felt.closest(".rt-tasktable[data-answered=true]") && this.fit.width) {
      this.applyFit(felt); // cards keep their size, but where a class would not see all of them
      if (!felt.closest(".rt-classroom") || this.lowest(felt, this.fit) <= window.innerHeight) return undefined;
    }
    const study = felt.closest(".rt-tasktable") ? "study" : "page";
    const place = felt.closest(".rt-classroom") ? "lesson" : study;
    const sizes = WIDTHS.find(({ from }) => window.innerWidth >= from);
    const widths = sizes?.[place] ?? [];
    const small = [widths.at(-1), ...SMALL];
    const side = (wide) => wide.flatMap((width) => [false, true].map((tight) => ({ width, tight })));
    const fans = widths.includes(CLASS_WIDTH)
      ? [false, true].flatMap((terse) =>
          SHARES.map((fan) => ({ width: CLASS_WIDTH, tight: true, alone: true, fan, terse })),
        )
      : [];
    const narrow = this.isToBeLaid(felt) ? NARROW.slice(-1) : NARROW; // which has room for two groups beside each other
    const phone = sizes ? [] : felt.closest(".rt-puzzletable") ? narrow : this.listNarrow(felt);
    const ways = [
      ...side(phone),
      ...this.widen(felt, sizes, widths),
      ...side(widths.filter((width) => width >= CLASS_WIDTH)),
      ...fans,
      ...side(widths.filter((width) => width < CLASS_WIDTH)),
      ...widths.filter((width) => width >= READABLE).map((width) => ({ width, tight: true, terse: true })),
      ...(widths.length ? small.map((width) => ({ width, tight: true, alone: true })) : []),
      ...(widths.length ? small.map((width) => ({ width, tight: true, terse: true })) : []),
      ...(widths.length ? small.map((width) => ({ width, tight: true, terse: true, alone: true })) : []),
    ];
    // a phone has no room beside the groups of a large hand for why each is no meld
    const terse = !sizes && (this.vm.count > MANY || phone === narrow);
    const plain = { width: null, tight: false, terse };
    this.fit = plain;
    for (const way of ways) {
      this.fit = way;
      this.applyFit(felt);
      if (this.lowest(felt, way) <= window.innerHeight && this.hasSpare(felt, sizes)) return undefined;
    }
    // where nothing is low enough the page is scrolled: the cards of a small hand can still be read
    if (!sizes) this.fit = plain;
    else if (this.vm.count <= MANY) {
      const isInSight = (width) => {
        this.fit = { width, tight: true };
        this.applyFit(felt);
        return felt.getBoundingClientRect().bottom <= window.innerHeight;
      };
      if (!widths.some((width) => width > READABLE && isInSight(width))) this.fit = { width: READABLE, tight: true };
    }
    return this.applyFit(felt);
  }

  /** The widths of a lesson's few cards in a narrow window, at which no group breaks into rows. */
  listNarrow(felt) {
    if (!felt.closest(FEW)) return [];
    const most = Math.max(...[...this.vm.trays, this.vm.loose].map((group) => group.cards.length));
    return STILL_NARROW.filter((width) => width * GAPPED * most + TRAY_SIDES <= felt.clientWidth);
  }

  /** Whether all cards of a task lie loose and are to be laid in groups. */
  isToBeLaid(felt) {
    const task = felt.closest(".rt-learntable[data-still=false], .rt-puzzletable[data-goal=group]");
    return task !== null && !this.vm.trays.length;
  }

  /**
   * Whether the foot of a task may grow by a hint or a verdict and cover nothing; where few cards are asked about, by
   * most verdicts on a wrong answer. In a puzzle the groups still to be laid have room besides, so that no card gets
   * smaller.
   */
  hasSpare(felt, sizes) {
    const foot = felt.closest(".rt-taskside")?.querySelector(".rt-taskfoot:has(.rt-dock)");
    const isFew = felt.closest(FEW) !== null;
    if (!foot || !(sizes || isFew) || felt.closest("[data-about=step], .rt-classroom")) return true;
    const letters = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const grows = isFew ? (sizes ? VERDICT_GROWS * letters : VERDICT_NARROW) : FOOT_GROWS;
    const groups = this.isToBeLaid(felt) ? 1.4 * this.fit.width + GROUP_FEET : 0;
    const answers = foot.parentElement.querySelector(".rt-taskanswers:not(:empty)");
    const { bottom } = (answers ?? felt).getBoundingClientRect();
    const tools = answers ? 0 : this.body.querySelector(".rt-actions").offsetHeight;
    return foot.getBoundingClientRect().top - bottom - tools >= Math.max(grows, groups);
  }

  /** Where what has to be in sight ends: the tabs below the place that the felt fills, else what is folded. */
  lowest(felt, way) {
    const task = felt.closest(".rt-taskside"); // which is as high as the window while all of it has room
    const isBeside = task && getComputedStyle(task).display === "grid"; // what is asked takes no height of the cards
    const lesson = isBeside ? felt.closest(".rt-tasktable") : task;
    if (lesson) return lesson.getBoundingClientRect().bottom + window.scrollY + readFoot(lesson) - 1;
    const place = this.head && felt.closest(".rt-left");
    if (place) {
      const top = Math.floor(place.getBoundingClientRect().top + window.scrollY); // the height has no fractions either
      return top + place.scrollHeight + readFoot(place);
    }
    const helps = this.body.querySelector(".rt-helps");
    const { bottom } = felt.getBoundingClientRect();
    const end = way.alone || !helps.checkVisibility() ? bottom : helps.getBoundingClientRect().top + FOLDED;
    return end + window.scrollY;
  }

  /** The widths beyond the usual ones that cards which stay where they lie may have without another row. */
  widen(felt, sizes, widths) {
    if (!sizes || !felt.closest(".rt-tasktable[data-still=true]")) return [];
    const rows = (width) => {
      this.fit = { width, tight: false };
      this.applyFit(felt);
      const tops = [...felt.querySelectorAll("[data-card]")].map((card) => card.getBoundingClientRect().top);
      return tops.sort((a, b) => a - b).filter((top, at) => !at || top - tops[at - 1] > width / 2).length;
    };
    const usual = rows(widths[0]);
    return sizes.still
      .filter((width) => width > widths[0] && rows(width) === usual)
      .map((width) => ({ width, tight: false }));
  }

  applyFit(felt) {
    felt.classList.toggle("rt-tight", this.fit.tight);
    felt.classList.toggle("rt-terse", Boolean(this.fit.terse));
    felt.classList.toggle("rt-fanned", Boolean(this.fit.fan));
    felt.style.cssText = this.feltStyle();
  }

  /** How wide the cards are, and how much of one is seen that lies under another. */
  feltStyle() {
    const { width, fan } = this.fit;
    return [width ? `--rt-cw: ${width}px` : "", fan ? `--rt-step: ${fan}` : ""].filter(Boolean).join("; ");
  }

  /** Bring the table into view and the focus to its first card. */
  showTable() {
    const { top } = this.body.getBoundingClientRect();
    if (top < 0 || top > window.innerHeight / 2) this.body.scrollIntoView({ block: "start" });
    this.body.querySelector("[data-card][tabindex='0']")?.focus({ preventScroll: true });
    const pack = document.querySelector(".rt-drawers")?.getBoundingClientRect();
    if (pack) dealCards([...this.body.querySelectorAll("[data-card]")], pack);
  }

  /** Where the pack covers the lower part of the page, bring the loose cards into view above it. */
  showLoose() {
    if (this.ownPage && window.innerWidth < 1000)
      this.body.querySelector(".rt-loose").scrollIntoView({ block: "nearest" });
  }

  content() {
    const { vm } = this;
    const t = this.host.t;
    return [
      h("h2.rt-sr", { key: "title" }, t("table_title")),
      this.head ? null : this.headline(vm.headline),
      h("div.rt-row.rt-actions", { key: "actions" }, this.caption(vm.caption), this.toolbar()),
      h(
        "div",
        {
          class: this.feltClass(vm),
          "data-count": vm.count,
          style: this.feltStyle() || null,
          key: "felt",
        },
        [h("div.rt-trays", [vm.trays.map((tray) => this.tray(tray)), this.newTray()]), this.looseTray(vm.loose)],
      ),
      vm.size_note ? h("p.rt-note", { key: "size" }, vm.size_note) : null,
      vm.pack_note ? h("p.rt-note", { key: "pack" }, vm.pack_note) : null,
      this.head ? null : this.helps(),
    ];
  }

  /** What stands above the answers: what the hand costs, and folded below it why, the words and the keys. */
  about() {
    return [this.headline(this.vm.headline), this.helps()];
  }

  helps() {
    const { vm } = this;
    const t = this.host.t;
    return h("div.rt-row.rt-lesser.rt-helps", { key: "helps" }, [
      vm.reasons.length
        ? h("details.rt-why", { key: "why" }, [
            h("summary", { focus: "why" }, t("why_cost")),
            h("ol", [vm.reasons.map((line) => h("li", line.text))]),
            sourcesFold([...vm.reasons, ...vm.trays.flatMap((tray) => tray.reasons)], t),
          ])
        : null,
      this.fit.terse ? drawFaults(vm.trays, t) : null,
      drawWords(t),
      drawKeys(t),
    ]);
  }

  /**
   * The felt has smaller cards for a large hand, less space where the window is low, and a rim once it declares.
   * @param {page.CardTableView} vm
   */
  feltClass(vm) {
    const declares = vm.headline?.tone === "good";
    const { tight, terse, fan } = this.fit;
    const kinds = {
      "rt-many": vm.count > MANY,
      "rt-tight": tight,
      "rt-terse": terse,
      "rt-fanned": fan,
      "rt-declares": declares,
    };
    return ["rt-felt", ...Object.keys(kinds).filter((kind) => kinds[kind])].join(" ");
  }

  /**
   * The line over the table: what the last move changed, or what this hand is about.
   * @param {page.CaptionView} caption
   */
  caption(caption) {
    const name = { good: "check", bad: "invalid", plain: "loose", story: "book" }[caption.tone];
    const long = caption.text.length > 80 && "true"; // a row of its own, not a narrow column beside the buttons
    const attrs = { "data-tone": caption.tone, "data-long": long || null, title: caption.source || null };
    return h("p.rt-caption", { key: "caption", ...attrs }, [icon(name), h("span", caption.text)]);
  }

  /** @param {page.HeadlineView | null} head */
  headline(head) {
    if (!head)
      return h("div.rt-row.rt-headline.rt-veiled", { key: "head" }, h("p.rt-lead", this.host.t("classroom_hidden")));
    return h("div.rt-row.rt-headline", { key: "head", "data-tone": head.tone }, [
      h("p.rt-cost", [
        head.tone === "good" ? [icon("check"), " "] : null,
        h("span.rt-lead", head.lead),
        " ",
        h("strong.rt-figure", head.figure),
        " ",
        h("span", head.unit),
      ]),
      h("p.rt-lesser.rt-tier", head.sentence),
      head.ways_out.length
        ? h("div.rt-buttons", { key: "ways" }, [
            head.ways_out.map((way, at) =>
              h(
                "button",
                { class: `rt-button${at ? "" : " rt-primary"}`, act: way.act, key: way.act, focus: `way-${way.act}` },
                [way.label],
              ),
            ),
          ])
        : null,
    ]);
  }

  toolbar() {
    const { vm, host } = this;
    const count = this.selected.length;
    const button = (act, name, label, key, off) =>
      h(
        "button",
        {
          class: `rt-tool${act === "group" && !off ? " rt-primary" : ""}`,
          act,
          key: act,
          focus: `tool-${act}`,
          "aria-disabled": off ? "true" : null,
          "aria-keyshortcuts": key,
          "aria-label": label, // where there is no room for the word
          title: `${label} (${key})`,
        },
        [
          icon(name),
          h(`span.rt-${act === "clear" ? "sr" : "toolword"}`, label),
          h("kbd", { "aria-hidden": "true" }, key),
        ],
      );
    return h("div.rt-row.rt-toolbar", { role: "toolbar", "aria-label": host.t("toolbar"), key: "tools" }, [
      button("group", "group", count > 1 ? host.t("group_n", { n: count }) : host.t("group"), "G", count < 2),
      button("ungroup", "ungroup", host.t("ungroup"), "U", count === 0 && !(this.reached && this.focusedTray())),
      button("undo", "undo", host.t("undo"), "Z", !host.canUndo(vm.can_undo)),
      button("redo", "redo", host.t("redo"), "Y", !host.canRedo(vm.can_redo)),
      button("sort", "sort", vm.sort === "suit" ? host.t("sort_rank") : host.t("sort_suit"), "S", false),
      button("clear", "close", host.t("clear_selection"), "Esc", count === 0),
    ]);
  }

  /** @param {page.TrayView} tray */
  tray(tray) {
    const t = this.host.t;
    const joins = this.selected.some((id) => !tray.cards.some((card) => card.id === id)); // not all lie here already
    return h(
      "section.rt-well.rt-tray",
      {
        class: joins && "rt-taking",
        "data-tone": tray.tone,
        "data-kind": tray.icon,
        key: `tray-${tray.key}`,
        "data-tray": tray.index,
        style: `--n:${tray.cards.length}`,
        role: "group",
        "aria-label": tray.label,
      },
      [
        h("header.rt-row.rt-trayhead", [
          h("span.rt-number", { "aria-hidden": "true" }, tray.number),
          tray.word ? kindBadge(tray) : null,
          h(
            "button.rt-add.rt-ghost",
            {
              act: "ungroup-tray",
              "data-tray-index": tray.index,
              focus: `un-${tray.index}`,
              "aria-label": t("ungroup_tray", { n: tray.index + 1 }),
              title: t("ungroup_tray", { n: tray.index + 1 }),
            },
            [icon("ungroup")],
          ),
        ]),
        h("div.rt-cards", [tray.cards.map((card) => this.card(card))]),
        tray.cost ? h("p.rt-traycost", { "data-tone": tray.cost_tone }, tray.cost) : null,
        tray.reasons.length
          ? h("ul.rt-stack.rt-close.rt-reasons", [tray.reasons.map((line) => h("li", line.text))])
          : null,
        joins ? this.putHere("into", `into-${tray.index}`, { "data-tray-index": tray.index }) : null,
      ],
    );
  }

  /** The button of a tray that takes the selected cards, at its foot and wherever else it is pressed beside a card. */
  putHere(act, key, more = {}) {
    const count = this.selected.length;
    const label = this.host.t(act === "into" ? "add_here" : "add_loose", { n: count });
    const sign = { "data-tone": "sun", "aria-hidden": "true", key: "sign" };
    return [
      h("button.rt-put", { act, key: "put", focus: key, ...more, "aria-label": label, title: label }),
      h("span.rt-badge.rt-putsign", sign, this.host.t("add_short", { n: count })),
    ];
  }

  newTray() {
    const t = this.host.t;
    const count = this.selected.length;
    return h("div.rt-well.rt-newtray", { class: count > 1 && "rt-taking", key: "new", "data-tray": "new" }, [
      h("button.rt-quiet.rt-newbutton", { act: "group", focus: "new", "aria-disabled": count > 1 ? null : "true" }, [
        count > 1
          ? t("new_group_n", { n: count })
          : count === 1
            ? t("new_group_more")
            : this.vm.trays.length
              ? t("new_group_hint")
              : t("first_group_hint"),
      ]),
    ]);
  }

  /** @param {page.LooseView} loose */
  looseTray(loose) {
    const t = this.host.t;
    const attrs = { key: "loose", "data-tray": "loose", role: "group", "aria-label": loose.label };
    const joins = this.selected.some((id) => !loose.cards.some((card) => card.id === id));
    return h("section.rt-well.rt-loose", { class: joins && "rt-taking", ...attrs }, [
      h("header.rt-row.rt-trayhead", [
        h("span.rt-line.rt-close.rt-loosetitle", icon("loose"), t("loose")),
        loose.cost ? h("span.rt-traycost", { "data-tone": loose.cost_tone }, loose.cost) : null,
        loose.note ? h("span.rt-quiet.rt-discardnote", loose.note) : null,
        loose.has_wilds || loose.wilds_last
          ? h(
              "button.rt-add.rt-wildslast",
              { act: "sort_wilds", focus: "sort_wilds", "aria-pressed": String(loose.wilds_last) },
              t("wilds_last"),
            )
          : null,
      ]),
      h("div.rt-cards", [
        loose.cards.length ? loose.cards.map((card) => this.card(card)) : h("p.rt-quiet.rt-empty", t("no_loose")),
      ]),
      this.vm.trays.length
        ? h(
            "button.rt-add.rt-ungroupall",
            {
              act: "ungroup-all",
              key: "all",
              focus: "ungroup-all",
              "aria-keyshortcuts": "A",
              title: `${t("ungroup_all")} (A)`,
            },
            t("ungroup_all"),
          )
        : null,
      joins ? this.putHere("ungroup", "into-loose") : null,
    ]);
  }

  /** @param {page.TableCardView} card */
  card(card) {
    return liveCard(card, { selected: this.selected.includes(card.id), focusable: card.id === this.focused });
  }

  // ---- selecting -----------------------------------------------------------------------------
  select(ids, anchor) {
    this.selected = keepKnown(ids, this.order());
    this.anchor = anchor;
    this.draw();
    this.host.selected.emit();
    if (ids.length) this.status.textContent = this.host.t("selected_n", { n: ids.length });
  }

  onClick(event) {
    const target = event.target.closest("[data-act]") ?? event.target.closest("[data-tray]")?.querySelector(".rt-put");
    if (!target) return;
    if (target.getAttribute("aria-disabled") === "true") return;
    const act = target.dataset.act;
    if (act === "card") {
      const id = Number(target.dataset.card);
      this.focused = id;
      this.select(nextSelection(this.selected, this.order(), id, { shift: event.shiftKey, anchor: this.anchor }), id);
    } else if (act === "into") this.move(this.selected, Number(target.dataset.trayIndex));
    else if (act === "drop_jokers" || act === "sort_wilds") this.host.send({ type: act });
    else if (act === "ungroup-tray")
      this.host.send({ type: "ungroup", cards: this.trayCards(Number(target.dataset.trayIndex)) });
    else this.command(act);
  }

  trayCards(index) {
    const tray = this.vm.trays[index];
    return tray ? tray.cards.map((card) => card.id) : [];
  }

  focusedTray() {
    return this.vm.trays.find((tray) => tray.cards.some((card) => card.id === this.focused)) || null;
  }

  move(cards, to) {
    if (!cards.length) return;
    this.selected = [];
    this.host.send({ type: "move", cards, to });
    this.draw();
  }

  /** Do what a button or key stands for; returns whether it was ours. */
  command(name, event = null) {
    const chosen = this.selected;
    if (name === "group") this.move(chosen, "new");
    else if (name === "ungroup") {
      const tray = this.focusedTray();
      const cards = chosen.length ? chosen : tray ? tray.cards.map((card) => card.id) : [];
      this.move(cards, "loose");
    } else if (name === "ungroup-all") {
      const cards = this.vm.trays.flatMap((tray) => tray.cards.map((card) => card.id));
      if (cards.length) this.host.send({ type: "ungroup", cards });
    } else if (name === "into-group") {
      const cards = chosen.length ? chosen : this.focused === null ? [] : [this.focused];
      const index = Number(event.key) - 1;
      this.move(cards, index < this.vm.trays.length ? index : "new");
    } else if (name === "undo") this.host.undo(this.vm.can_undo);
    else if (name === "redo") this.host.redo(this.vm.can_redo);
    else if (name === "sort") this.host.send({ type: "sort" });
    else if (name === "clear") this.select([], null);
    else return false;
    return true;
  }

  /** Keys of the table; returns whether the key was used. */
  onKey(event) {
    const name = keyCommand(event);
    const card = event.target.closest ? event.target.closest("[data-card]") : null;
    if (!name || !this.vm) return false;
    if (name === "move-focus") {
      if (!card || !this.body.contains(card)) return false;
      this.moveFocus(event.key);
      return true;
    }
    if (name === "select") return false; // Enter and Space press the focused button
    return this.command(name, event);
  }

  moveFocus(key) {
    const boxes = [...this.body.querySelectorAll("[data-card]")].map((node) => {
      const box = node.getBoundingClientRect();
      return { id: Number(node.dataset.card), x: box.left + box.width / 2, y: box.top + box.height / 2 };
    });
    const next = arrowTarget(boxes, this.focused, key);
    if (next === null) return;
    this.focused = next;
    this.draw();
    this.body.querySelector(`[data-card="${next}"]`).focus();
  }
}

export default registerPanel("card_table", CardTableView);
