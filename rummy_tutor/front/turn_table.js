// The table at which a turn is played: stock, discard pile, finish slot, melds and the hand; every place is a button,
// and cards can be dragged to it.

import { cardBack, foldedLine, plainCard } from "./shared/cards.js";
import { actionButton } from "./shared/controls.js";
import { addNode, addStatus, h, icon, redraw } from "./shared/dom.js";
import { Dragging } from "./shared/dragging.js";
import { CLASS_WIDTH, CLASS_WINDOW } from "./shared/fans.js";
import { fitHand } from "./shared/fit_hand.js";
import { arrowTarget, fillTemplate, keyCommand } from "./shared/logic.js";
import { dealCards } from "./shared/motion.js";
import { playSound } from "./shared/sound.js";
import { allCards, freshCards, listPlaces, moveOf, nextChosen } from "./shared/turn_moves.js";
import { handGroup, stillTurn } from "./shared/turn_still.js";

/** @import * as page from "./page.js" */

const MOST = 118; // px that a card of the hand is wide at most
const MOST_LARGE = 168; // and at a table that has a large window for itself
const MOST_PHONE = 112;
const MOST_STILL = 60; // where a table is only looked at there
const PILE_STILL = 52; // px that a card of the piles is wide at a table that has too little room for the hand
const TAGGED = 58; // px that are seen of each card of a table that is looked at elsewhere: a word has room on it
const SIZE_PHONE = 0.5; // how much a larger card is worth there although the next one covers it: it has height to spare
const PHONE = 640; // px of a window at most that is one
export class TurnTableView {
  /** @type {page.PlayedView} null before the first */
  vm;

  /**
   * @param {HTMLElement} root
   * @param {(action: { do: "play" } & page.PlayMoveValues | { do: "take_back" } | { do: "lay" } & page.GroupsValues) => void}
   *   act is told what is done
   * @param {() => void} changed is told that the cards went back, or which are selected
   * @param {boolean} [docked] whether what acts stands in a dock at the foot of the page, beside the places
   */
  constructor(root, act, changed, docked = false) {
    this.act = act;
    this.changed = changed;
    this.docked = docked;
    this.offers = { prompt: "", draw_first: "", wild: "", stock: "", take: "" }; // what a dock says and offers beside the moves of the table
    this.vm = null;
    this.chosen = []; // the cards selected, by their identity
    this.fresh = []; // the cards that have just come
    this.came = new Map(); // what had just come when the cards lay so: it has again once a move is taken back
    this.focused = null;
    this.sure = false; // whether a drop has been asked about
    this.fit = null; // how the hand was fitted, and what for
    this.thrower = null; // who threw the open card, where they are shown: it comes from there
    this.still = false; // whether the table is looked at only
    this.held = false; // whether the focus was here as a move was made
    this.guides = false; // whether the move that is asked about is to be made, and not to be judged
    this.body = addNode(root, h(`div.rt-turn${docked ? ".rt-fill" : ".rt-stack.rt-near"}`));
    this.status = addStatus(root);
    this.body.addEventListener("click", (event) => this.onClick(event));
    this.body.addEventListener("focusin", (event) => {
      const card = event.target.closest("[data-hand]");
      if (card) this.focused = card.dataset.card;
    });
    this.makeDragging();
  }

  /**
   * @param {page.PlayedView} vm
   * @param {string} key
   * @param {boolean} [still] whether the table is looked at only
   */
  update(vm, key, still = false) {
    const other = key !== this.key || still !== this.still;
    this.key = key;
    this.still = still;
    this.sure = false;
    const before = other || !this.vm ? null : this.vm;
    const same = before && JSON.stringify(before) === JSON.stringify(vm);
    if (same) return this.fitTable(); // what is drawn belongs to the view model that is kept
    this.vm = vm;
    if (!before) this.came.clear();
    const places = listPlaces(vm);
    this.fresh = this.came.get(places) ?? (before ? freshCards(before, vm) : []);
    this.came.set(places, this.fresh);
    const held = this.held || this.body.contains(document.activeElement);
    this.focused = allCards(vm).find((card) => this.fresh.includes(card.id))?.id ?? this.focused;
    const there = allCards(vm).map((card) => card.id);
    this.chosen = this.chosen.filter((id) => there.includes(id));
    if (!there.includes(this.focused)) this.focused = there[0] ?? null;
    this.draw(Boolean(before));
    if (this.docked && held && !this.body.contains(document.activeElement)) this.focusNext();
    this.held = false;
    if (this.isPage()) this.body.querySelector(".rt-handcard.rt-moved")?.scrollIntoView({ block: "nearest" });
    const told = vm.said ? [vm.said.head, vm.said.line.text, vm.said.more].filter(Boolean).join(" ") : "";
    if (this.status.textContent !== told) this.status.textContent = told;
    return undefined;
  }

  /** The hand is dealt from the stock. */
  deal() {
    const stock = this.body.querySelector("[data-act=stock]");
    if (stock) dealCards([...this.body.querySelectorAll("[data-hand]")], stock.getBoundingClientRect());
  }

  /** The focus goes to what is to be done next: a way to draw, or the hand. */
  focusNext() {
    const draw = /** @type {HTMLElement | null} */ (this.body.querySelector(".rt-draw"));
    const card = /** @type {HTMLElement | null} */ (this.body.querySelector("[data-hand][tabindex='0']"));
    (draw ?? card)?.focus({ preventScroll: true });
  }

  draw(animate = false) {
    const drawn = animate && allCards(this.vm).some((card) => this.fresh.includes(card.id));
    // a card taken from the pile was there
    const origin = drawn ? this.body.querySelector("[data-act=stock]") : this.thrower;
    redraw(this.body, this.content(this.vm), { animate, origin, settle: () => this.fitTable() });
    if (animate) playSound("lay");
  }

  /** Whether the table has the page for itself: what else scrolls, as a notebook does, is not ours to scroll or fit. */
  isPage() {
    return document.body.hasAttribute("data-voila");
  }

  /**
   * The hand is as large as it fits above the edge of the window, with a card more as well. It keeps its size while
   * cards come and go. Before a class its cards have a width at least, and those on the piles are smaller for it.
   */
  fitTable() {
    const felt = /** @type {HTMLElement | null} */ (this.body.querySelector(".rt-turnfelt"));
    if (!felt || !this.isPage()) return;
    const counts = this.vm.hand.map((group) => group.length);
    const name = [this.key, window.innerWidth, window.innerHeight, felt.clientWidth].join(" ");
    const words = this.vm.hand_words.length;
    const all = counts.reduce((sum, count) => sum + count, 0);
    const over = this.docked && !this.offers.prompt; // what is said of a round that is over takes room from no card
    if (this.fit?.name === name && (over || (this.fit.words === words && all <= this.fit.most))) {
      this.applyFit(felt, this.fit);
      if (over || this.isInside(felt)) return;
    }
    const isLarge = window.innerWidth >= CLASS_WINDOW && felt.closest(".rt-classroom") !== null;
    if (!isLarge) counts[counts.length - 1] += 1;
    // a card more may part the loose ones: there is room for a group more, if whole cards have it then
    const parted = this.docked && words ? [...counts, 2] : counts;
    const ways = isLarge
      ? [
          [CLASS_WIDTH, CLASS_WIDTH],
          [0, CLASS_WIDTH],
          [0, 96],
        ]
      : [
          [0, 40],
          [0, 40], // again, as the words of the groups are high once their cards are so wide
        ]; // px of piles and hand
    if (this.still) ways.push([PILE_STILL, 40], [PILE_STILL, 40]); // whole cards of the hand are worth smaller piles
    for (const [pile, least] of ways) {
      const roomy = this.findFit(felt, parted, pile, least);
      const fit = roomy.cut ? this.findFit(felt, counts, pile, least) : roomy;
      this.fit = { name, words, most: isLarge ? all : all + 1, pile, ...fit };
      this.applyFit(felt, this.fit);
      if (this.isInside(felt) && !(this.still && fit.cut)) return;
    }
  }

  /** Whether all that lies on the felt ends above the edge of the window. */
  isInside(felt) {
    const ends = [...felt.children].map((part) => part.getBoundingClientRect().bottom);
    return Math.max(...ends) + this.above(felt) <= this.lowest(felt);
  }

  /** What is to be added to a place in the window: a table that is looked at on a phone may have all of it, scrolled. */
  above(felt) {
    const alone = this.still && window.innerWidth <= PHONE;
    return alone ? -felt.getBoundingClientRect().top : window.scrollY;
  }

  /** Where the felt has to end, in px of the page: above the bar at the foot of a phone, and above a dock. */
  lowest(felt) {
    const side = this.docked ? null : felt.closest(".rt-taskside");
    const foot = this.docked ? this.body : side?.querySelector(".rt-taskfoot");
    const isOver = this.docked || (foot && getComputedStyle(foot).position === "sticky");
    const gap = side && isOver ? Number.parseFloat(getComputedStyle(side).rowGap) || 0 : 0;
    const dock = isOver ? gap + (foot.querySelector(".rt-dock")?.offsetHeight ?? 0) : 0;
    return window.innerHeight - Number.parseFloat(getComputedStyle(felt).scrollMarginBottom) - dock;
  }

  /** How wide the cards of the hand are, `least` px, in the room that is left below the piles. */
  findFit(felt, counts, pile, least) {
    felt.style.cssText = pile ? `--rt-cw: ${pile}px` : "";
    const groups = /** @type {HTMLElement} */ (felt.querySelector(".rt-handgroups"));
    // where they begin if they have all the room
    for (const part of [felt.querySelector(".rt-turnhand"), groups]) part.style.marginTop = "0";
    const box = groups.getBoundingClientRect();
    const { rowGap, paddingBottom } = getComputedStyle(felt);
    const said = felt.querySelector(".rt-turnsaid")?.getBoundingClientRect().height ?? 0;
    const below = said + Number.parseFloat(rowGap) + Number.parseFloat(paddingBottom);
    const room = { width: groups.clientWidth, height: this.lowest(felt) - box.top - this.above(felt) - below };
    const most = this.docked && window.innerWidth >= CLASS_WINDOW ? MOST_LARGE : MOST;
    const onPhone = this.still ? { most: MOST_STILL, seen: 40 } : { most: MOST_PHONE, seen: 40, size: SIZE_PHONE };
    const seen = this.still && counts.flat().reduce((sum, count) => sum + count, 0) < 18 ? TAGGED : 36;
    const how = window.innerWidth <= PHONE ? onPhone : { most, seen };
    return fitHand(counts, room, { ...how, ...this.around(groups), least, most: Math.max(how.most, least) });
  }

  /** What a group takes around its cards, in px: it stands in a tray where its name is told. */
  around(/** @type {HTMLElement} */ groups) {
    const boxes = [...groups.children].map((group) =>
      [group, group.firstElementChild].map((part) => part.getBoundingClientRect()),
    );
    const most = (/** @type {"width" | "height"} */ side) =>
      Math.ceil(Math.max(0, ...boxes.map(([outer, cards]) => outer[side] - cards[side])));
    return {
      gap: Number.parseFloat(getComputedStyle(groups).columnGap) || 0,
      foot: most("height"),
      pad: most("width"),
    };
  }

  /** Draw the cards of the hand and of the piles so wide, and as much of one that lies under another. */
  applyFit(felt, { width, share, rows, cut, pile, most }) {
    const row = Math.ceil(most / rows); // cards of a row, where the hand is a single group
    const hand = felt.querySelector(".rt-turnhand");
    hand.classList.toggle("rt-fanned", share < 1);
    hand.classList.toggle("rt-cut", cut);
    hand.style.cssText = `--rt-cw: ${width}px; --rt-step: ${share}; --rt-row: ${row}`;
    hand.querySelector(".rt-handgroups").style.marginTop = "";
    felt.style.cssText = pile ? `--rt-cw: ${pile}px` : "";
  }

  /** What is said of a card that is chosen before one is drawn; empty where that is not so. */
  early() {
    return this.chosen.length ? this.offers.draw_first : "";
  }

  /** The cards selected, with what is printed on them. */
  selected() {
    return allCards(this.vm).filter((card) => this.chosen.includes(card.id));
  }

  fill(name, values) {
    return fillTemplate(this.vm.words[name], values, this.body.closest("[lang]")?.lang);
  }

  // ---- drawing -------------------------------------------------------------------------------
  content(/** @type {page.TurnView} */ table) {
    if (this.still) return [stillTurn(table)];
    return [
      h("div.rt-felt.rt-turnfelt", { key: "felt", "data-many": String(allCards(table).length > 16) }, [
        h("div.rt-places", { key: "places" }, [
          this.stock(table),
          this.pile(table),
          this.slot(table),
          this.docked ? null : this.side(table),
        ]),
        this.laid(table),
        this.hand(table),
        this.docked ? null : this.said(this.vm),
      ]),
      this.docked ? this.dock(table) : null,
    ];
  }

  /** A place of the table; under it stands its name. */
  place(key, word, count, children, attrs = {}) {
    return h("section.rt-stack.rt-close.rt-turnplace", { key, class: attrs["data-press"] && "rt-target", ...attrs }, [
      children,
      h("p.rt-quiet.rt-placeword", { key: "word" }, h("b", word), count ? [" ", h("span", count)] : null),
    ]);
  }

  /** What would be done with the only card selected; null where none or several are. */
  withChosen(name) {
    const chosen = this.selected();
    return chosen.length === 1 ? this.fill(name, { card: chosen[0].short }) : null;
  }

  /** The mark of what is asked about; of what is to be pressed only the next is marked, a card before its place. */
  asked(on, { takesCard = false, selected = false } = {}) {
    const comes = this.guides && (takesCard ? !this.chosen.length : selected);
    const mark = this.guides ? icon("press") : "?";
    return on && !comes ? h("span.rt-mark.rt-askmark", { "aria-hidden": "true", key: "asked" }, mark) : null;
  }

  stock(/** @type {page.TurnView} */ table) {
    const { stock, turned } = table;
    const back = cardBack(
      `button.rt-card.rt-back${this.offers.stock ? ".rt-lit" : ""}`,
      {
        act: "stock",
        focus: "stock",
        key: "stock",
        "data-drag": "stock",
        "data-empty": String(!stock.n),
        "aria-label": stock.label,
        title: stock.label,
      },
      this.asked(stock.asked),
    );
    const under = turned
      ? h("div.rt-holder.rt-turnedcard", { key: "turned" }, [
          turned.card
            ? plainCard({ ...turned.card, key: "turned" })
            : cardBack("span.rt-card.rt-back", { role: "img", "aria-label": turned.word }),
        ])
      : null;
    return [
      this.place("stock", stock.word, stock.count, back),
      turned ? this.place("turned", turned.word, "", under) : null,
    ];
  }

  pile(/** @type {page.TurnView} */ table) {
    const { pile } = table;
    const { throws } = this.acts();
    const cards = pile.cards.map((card) => this.pileCard(card, throws));
    const empty = h(
      "button.rt-card.rt-nocard",
      { act: "pile", focus: "pile", key: "empty", "aria-label": throws ?? `${pile.word}: ${pile.empty}` },
      pile.empty,
    );
    return this.place(
      "pile",
      pile.word,
      pile.count,
      h("div.rt-fan", { key: "fan" }, cards.length ? cards : empty, this.asked(pile.asked, { takesCard: true })),
      { "data-drop": "pile", "data-press": throws && "pile" },
    );
  }

  pileCard(card, throws) {
    const label = card.top && throws ? throws : card.label;
    return h(
      "button",
      {
        class: `rt-holder rt-pilecard${card.top && this.fresh.includes(card.id) ? " rt-moved" : ""}`,
        act: card.top ? "pile" : "take",
        "data-move": card.move,
        "data-drag": "pile",
        "data-card": card.id,
        focus: card.top ? "pile" : `under-${card.id}`,
        key: card.id,
        "aria-label": label,
        title: label,
      },
      [plainCard({ ...card, key: "face" }, card.top && this.offers.take ? " rt-lit" : ""), this.asked(card.asked)],
    );
  }

  slot(/** @type {page.TurnView} */ table) {
    const { slot } = table;
    if (!slot) return null;
    const declares = this.withChosen("declare");
    const label = declares ?? slot.label;
    const place = h(
      `button.${slot.card ? "rt-holder" : "rt-card.rt-nocard"}.rt-slot`,
      { act: "declare", focus: "slot", key: "slot", "aria-label": label, title: label },
      [
        slot.card ? plainCard({ ...slot.card, key: "face" }) : icon("check"),
        this.asked(slot.asked, { takesCard: true }),
      ],
    );
    const leads = this.acts().declares && "declare";
    return this.place("slot", slot.word, "", place, { "data-drop": "slot", "data-press": leads });
  }

  /** What can be done beside drawing and throwing. */
  side(/** @type {page.TurnView} */ table) {
    const n = this.chosen.length;
    return h("div.rt-row.rt-turnbuttons", { key: "side" }, [
      table.buttons.map((one) => {
        const off = n < one.least || (one.most > 0 && n > one.most);
        if (one.sure && this.sure) return this.askSure(one.sure);
        const melds = one.move === "meld" ? this.fill("meld", { n: Math.max(n, 2) }) : one.label;
        return h(
          "button.rt-button",
          {
            act: "button",
            key: one.move,
            focus: `button-${one.move}`,
            "data-move": one.move,
            "data-least": one.least,
            "aria-disabled": off && "true",
            title: off ? one.more : null,
            class: one.least && !off && "rt-primary",
          },
          [off ? one.label : melds, this.asked(one.asked, { takesCard: one.least > 0 })],
        );
      }),
    ]);
  }

  /** Whether to drop, asked in the place of the button. */
  askSure(/** @type {page.SureView} */ { ask, yes, no }) {
    return h(
      `div.rt-sure.${this.docked ? "rt-row" : "rt-stack.rt-close"}`,
      { key: "sure", role: "group", "aria-label": ask },
      [
        h("p", { role: "alert" }, h("b", ask)),
        actionButton("sure-no", no, { primary: true }),
        actionButton("sure-yes", yes),
      ],
    );
  }

  /** Whether melds are laid down and added to in this game. */
  lays() {
    return this.vm.buttons.some((one) => one.move === "meld");
  }

  laid(/** @type {page.TurnView} */ table) {
    if (!table.laid_word && !table.laid.length) return null;
    const adds = !this.docked || this.lays() ? this.withChosen("add") : null;
    const target = adds ? { "data-press": "add", class: "rt-target" } : {};
    return h("section.rt-well.rt-turnlaid", { key: "laid", "data-drop": "table" }, [
      h("p.rt-quiet.rt-placeword", h("b", table.laid_word)),
      h("div.rt-laidmelds", [
        table.laid.map((meld, at) =>
          h(
            "div.rt-stack.rt-close.rt-laidmeld",
            { key: at, "data-drop": "laid", role: "group", "aria-label": meld.label, ...target },
            [
              h("div.rt-cards", [meld.cards.map((card) => plainCard({ ...card, key: card.id }))]),
              adds ? h("button.rt-button", { act: "add", key: "add", focus: `add-${at}` }, adds) : null,
              this.asked(meld.asked),
            ],
          ),
        ),
      ]),
    ]);
  }

  hand(/** @type {page.TurnView} */ table) {
    return h(
      "section.rt-turnhand",
      { key: "hand", "data-drop": "hand", role: "group", "aria-label": table.hand_word },
      [
        h("p.rt-quiet.rt-placeword", h("b", this.early() || this.offers.prompt || table.hand_word)),
        this.offers.wild ? h("p.rt-quiet.rt-placeword.rt-wildword", this.offers.wild) : null,
        h("div.rt-handgroups", [
          table.hand.map((group, at) =>
            handGroup(at, h("div.rt-cards", [group.map((card) => this.card(card))]), table),
          ),
        ]),
      ],
    );
  }

  card(/** @type {page.TurnCardView} */ card) {
    const on = this.chosen.includes(card.id);
    const fresh = this.fresh.includes(card.id);
    return h(
      "button",
      {
        class: `rt-holder rt-handcard${on ? " rt-selected" : ""}${fresh ? " rt-moved" : ""}`,
        act: "card",
        key: card.id,
        focus: `card-${card.id}`,
        "data-card": card.id,
        "data-hand": true,
        "data-drop": this.docked ? "hand" : null, // another card is laid to it
        "data-text": card.text,
        "aria-pressed": String(on),
        "aria-label": card.name,
        tabindex: card.id === this.focused ? "0" : "-1",
      },
      [
        plainCard({ ...card, key: "face" }),
        on ? h("span.rt-mark", icon("check")) : null,
        fresh || card.tag ? h("span.rt-new", { "aria-hidden": "true" }, card.tag || this.vm.words.drawn) : null,
        this.asked(card.asked, { selected: on }),
      ],
    );
  }

  /** What was said of the last move, the way back, and what the card selected would do: no place moves for it. */
  said(/** @type {page.PlayedView} */ { said }) {
    const past = Boolean(said?.refused && this.acts().throws); // what was refused is past once a card is selected
    return h("div.rt-row.rt-turnsaid", { key: "said", "data-tone": said && !past ? said.tone : "plain" }, [
      said ? this.told(said, past) : null,
      this.ways(),
    ]);
  }

  /** The verdict, and why; its sources are folded away. */
  told(/** @type {page.LearnSaidView} */ { tone, head, line, more }, past) {
    const title = line.text ? head : foldedLine({ ...line, text: head });
    return h("p.rt-turntold", { "data-past": past || null }, [
      tone === "note" ? null : icon(tone === "good" ? "check" : "invalid"),
      [" ", h("b", title), line.text ? [" ", foldedLine(line)] : null, more ? ` ${more}` : null],
    ]);
  }

  /** What the card selected would do, in words. */
  acts() {
    const { slot } = this.vm;
    if (this.offers.draw_first) return { throws: null, declares: null };
    // in a round nobody is led to a declaration that fails: the slot itself takes one all the same
    const leads = slot && (slot.last || !this.docked);
    return { throws: this.withChosen("throw"), declares: leads ? this.withChosen("declare") : null };
  }

  /** The way back, and what the card selected would do. */
  ways() {
    const { slot, undo, words } = this.vm;
    const { throws, declares } = this.acts();
    const last = Boolean(slot?.last) && this.selected()[0]?.text === slot.last;
    return h("div.rt-buttons", { key: "do" }, [
      undo ? actionButton("take_back", words.undo, { name: "undo" }) : null,
      // who can declare is not led to throw away what wins
      throws && !(last && this.docked) ? actionButton("throw", throws, { class: slot?.last ? null : "rt-main" }) : null,
      declares
        ? actionButton("declare", declares, {
            class: last ? "rt-main" : this.docked && "rt-text",
            focus: "slot-button",
          })
        : null,
    ]);
  }

  /** The dock: the moves that can be made now; the cards are pressed on the table. */
  dock(/** @type {page.TurnView} */ table) {
    const { stock, take } = this.sure ? {} : this.offers;
    return h("div.rt-row.rt-dock", { key: "dock" }, [
      this.ways(),
      this.side(table),
      stock ? h("button.rt-button.rt-draw", { act: "stock", key: "draw", focus: "draw" }, stock) : null,
      take
        ? h("button.rt-button.rt-draw", { act: "take", "data-move": "take", key: "take", focus: "take" }, take)
        : null,
    ]);
  }

  // ---- playing -------------------------------------------------------------------------------
  play(move) {
    if (!move) return;
    [this.chosen, this.sure, this.held] = [[], false, this.body.contains(document.activeElement)];
    this.act({ do: "play", move });
    this.draw();
  }

  onClick(event) {
    const target = event.target.closest("[data-act], [data-press]"); // a place is pressed wherever it has no button
    if (!target || target.getAttribute("aria-disabled") === "true") return;
    if (event.detail > 1 && target.closest(".rt-dock")) return; // a button that has just come in the place of another
    event.stopPropagation(); // what is drawn anew is no longer inside of what else listens
    const { press, act = press, move, card } = target.dataset;
    if (act === "button" && this.vm.buttons.some((one) => one.move === move && one.sure)) this.ask(true);
    else if (act === "sure-no") this.ask(false);
    else if (act === "sure-yes") this.play("drop");
    else if (act === "card") this.select(card);
    else if (act === "take_back") this.act({ do: "take_back" });
    else this.play(moveOf(act, this.selected(), move));
  }

  /** Ask whether to drop, or no longer; the focus goes along. */
  ask(sure) {
    this.sure = sure;
    this.draw();
    this.body.querySelector(sure ? "[data-act=sure-no]" : "[data-move=drop]")?.focus();
  }

  select(id) {
    if (!allCards(this.vm).some((card) => card.id === id)) return;
    const several = this.vm.buttons.some((one) => one.most > 1);
    this.focused = id;
    this.chosen = nextChosen(this.chosen, id, several);
    if (this.early()) this.status.textContent = this.early();
    this.draw();
    this.changed();
  }

  /** Keys of the table; returns whether the key was used. */
  onKey(event) {
    const name = keyCommand(event);
    if (name === "undo" && this.vm?.undo) this.act({ do: "take_back" });
    else if (name === "clear" && this.sure) this.ask(false);
    else if (name === "clear" && this.chosen.length) {
      this.chosen = [];
      this.draw();
      this.changed();
    } else if (name === "move-focus" && event.target.closest?.("[data-hand]")) this.moveFocus(event.key);
    else return false;
    return true;
  }

  moveFocus(key) {
    const boxes = [...this.body.querySelectorAll("[data-hand]")].map((node) => {
      const box = node.getBoundingClientRect();
      return { id: node.dataset.card, x: box.left + box.width / 2, y: box.top + box.height / 2 };
    });
    this.focused = arrowTarget(boxes, this.focused, key);
    this.draw();
    this.body.querySelector(`[data-hand][data-card="${this.focused}"]`)?.focus();
  }

  /** A card of the hand is laid to another one: in its group, with it where that is loose; to none it is loose. */
  lay(id, onto) {
    const { hand, hand_kinds: kinds } = this.vm;
    const there = hand.map((group) => group.filter((card) => card.id !== id));
    const at = there.findIndex((group) => group.some((card) => card.id === onto));
    /** @type {page.GroupsValues["groups"]} */
    const groups = there.slice(0, kinds.length).map((group) => group.map((card) => card.text));
    const [card, other] = [id, onto].map((one) => allCards(this.vm).find((held) => held.id === one)?.text);
    if (at >= kinds.length) groups.push([other, card]);
    else groups[at]?.push(card);
    this.act({ do: "lay", groups });
  }

  makeDragging() {
    const taken = (id) => (this.chosen.includes(id) ? [...this.chosen] : [id]);
    return new Dragging(this.body, {
      pick: (event) => {
        const node = event.target.closest("[data-hand], [data-drag]");
        return node && { from: node.dataset.drag ?? "hand", node, id: node.dataset.card, move: node.dataset.move };
      },
      nodes: ({ from, node, id }) =>
        from === "hand" ? taken(id).map((one) => this.body.querySelector(`[data-hand][data-card="${one}"]`)) : [node],
      target: (element) => element.closest("[data-drop]"),
      drop: ({ from, id, move }, { dataset: { drop, card: onto } }) => {
        if (from === "hand" && drop === "hand" && this.docked && id !== onto) return this.lay(id, onto);
        if (from === "hand") {
          const cards = allCards(this.vm).filter((card) => taken(id).includes(card.id));
          const act = { pile: "throw", slot: "declare", laid: cards.length > 1 ? "meld" : "add", table: "meld" }[drop];
          if (act) return this.play(moveOf(act, cards));
        } else if (drop === "hand") return this.play(from === "stock" ? "stock" : move);
        this.draw();
      },
      cancel: () => this.draw(),
    });
  }
}
