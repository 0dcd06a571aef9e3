// A round against computer players: the choice before it, the table, the others, help that is asked for, and the end.

import { drawQuestion, findPicked } from "./learn_home.js";
import { PlayReview } from "./play_review.js";
import { tutorFace } from "./shared/card_faces.js";
import { foldedLine } from "./shared/cards.js";
import { actionButton } from "./shared/controls.js";
import { addNode, addStatus, h, icon, redraw } from "./shared/dom.js";
import { celebrate, MANY_PETALS, shakeCards, snapGroup } from "./shared/motion.js";
import { registerPanel } from "./shared/panel.js";
import { givePicture } from "./shared/picture.js";
import { keepRounds, openMoment, ownMoments, tellRounds } from "./shared/rounds.js";
import { openHand, playPays, playSeat, seatFace } from "./shared/seat_faces.js";
import { TurnTableView } from "./turn_table.js";

/** @import * as page from "./page.js" */
/** @import { Host } from "./shared/host.js" */

/**
 * What is asked at the play table, without the name that all of it shares.
 * @template A
 * @typedef {A extends { type: "play" } ? Omit<A, "type"> : never} PlayAction
 */

const HELP_GAP = 4; // px between the hand and what help says below it
const TURN_WAIT = 220; // ms between what two players are seen to do
const LOGGED = 40; // lines of the log that are drawn
const MOST_FILE = 4e5; // bytes of a file that are read
const SIMPLE = ["help", "hide", "group", "leave", "again", "look", "try", "show", "close", "play_on"]; // what a button says by its name

export class PlayView {
  /** @type {page.PlayView} once the screen has been opened */
  vm;

  /**
   * @param {HTMLElement} root
   * @param {Host} host
   */
  constructor(root, host) {
    this.host = host;
    this.leaves = false; // whether it is asked if a round under way is to be left
    this.picked = null; // the card chosen in the question before the first move
    this.passed = false; // whether that has been answered or left
    this.wish = { others: 1, level: "" }; // what is chosen before a round; no level: the one that is offered
    this.body = addNode(root, h("div.rt-stack.rt-play"));
    this.before = addNode(this.body, h("div.rt-playdeal"));
    const round = addNode(this.body, h("div.rt-fill.rt-playround"));
    this.main = addNode(round, h("div.rt-fill.rt-playmain"));
    this.seats = addNode(this.main, h("ol.rt-row.rt-feltcloth.rt-playseats"));
    this.over = addNode(this.main, h("div.rt-playover")); // what lies over the piles for a while: no card of the hand moves
    this.tablePlace = addNode(this.main, h("div.rt-fill.rt-playtable"));
    this.side = addNode(round, h("section.rt-panel.rt-stack.rt-playside"));
    this.status = addStatus(root);
    this.review = new PlayReview(this.body, (action) => this.send(action), this.status);
    this.turn = new TurnTableView(
      this.tablePlace,
      (action) => this.send(action),
      () => this.redrawSide(), // what was refused is past once a card is selected
      true,
    );
    host.laidOut.add(() => {
      (this.vm?.review ? this.review.table : this.turn).fitTable();
      this.placeHelp();
    });
    this.body.addEventListener("click", (event) => this.onClick(event));
    this.body.addEventListener("change", (event) => this.onChange(event));
    document.addEventListener("paste", (event) => this.onPaste(event));
  }

  /** @param {PlayAction<page.Action>} action */
  send(action) {
    this.host.send({ type: "play", ...action });
  }

  /** @param {page.PlayView & Partial<page.ClosedView>} vm */
  update(vm) {
    this.body.hidden = Boolean(vm.closed);
    if (vm.closed) return;
    const before = this.vm;
    this.vm = vm;
    this.leaves = false;
    this.passed ||= Boolean(before?.first && !vm.first);
    tellRounds(this.host);
    keepRounds(vm.kept);
    const { table } = vm;
    this.body.dataset.stage = vm.review ? "review" : vm.deal ? "deal" : vm.end ? "end" : "table";
    for (const name of ["rt-focus", "rt-onfelt"]) this.body.classList.toggle(name, Boolean(table));
    const own = vm.deal?.own ? h("section.rt-panel.rt-stack", { key: "own" }, ownMoments(vm.deal.own)) : null;
    redraw(this.before, [vm.deal ? this.dealing(vm.deal) : null, own]);
    this.main.hidden = this.side.hidden = !table;
    this.review.update(vm.review, !before);
    if (!table) return;
    redraw(
      this.seats,
      vm.seats.map((seat) => playSeat(seat)),
    );
    this.redrawOver();
    if (before?.key !== vm.key && this.turn.isPage()) window.scrollTo(0, 0);
    this.redrawSide(); // on a phone it stands above the table, which takes what room is left
    this.turn.offers = vm.offers;
    this.showMoves(before, vm);
    this.turn.update(table, vm.key);
    this.showNewGroups(before, vm);
    this.placeHelp();
    if (before && before.key !== vm.key) {
      this.turn.deal();
      if (document.activeElement === document.body) this.turn.focusNext();
    }
    this.announce(before, vm);
  }

  /** What has been done since is heard; the end is seen from above, and a round that was won is a joy. */
  announce(/** @type {page.PlayView | undefined} */ before, /** @type {page.PlayView} */ vm) {
    const fresh = before?.key === vm.key ? vm.log.slice(before.log.length) : [];
    const told = vm.end ? vm.end.head : fresh.join(" ");
    if (told && told !== this.status.textContent) this.status.textContent = told;
    if (!vm.end || before?.end) return;
    if (this.turn.isPage()) window.scrollTo(0, 0); // from where the log or the hand was looked at
    const end = /** @type {HTMLElement} */ (this.side.querySelector(".rt-playend"));
    end.querySelector("h2").focus({ preventScroll: true });
    if (vm.end.tone === "good") celebrate([...this.tablePlace.querySelectorAll(".rt-handcard")], MANY_PETALS);
  }

  /** Who has moved is seen to do so, one after the other; the card thrown before one's turn comes from its player. */
  showMoves(/** @type {page.PlayView | undefined} */ before, /** @type {page.PlayView} */ { key, seats }) {
    const mine = seats.findIndex((seat) => seat.mine);
    const others = [...seats.keys()].slice(mine + 1).concat([...seats.keys()].slice(0, mine)); // as they move
    this.turn.thrower = this.seats.children[others.at(-1)].querySelector(".rt-seatface");
    if (before?.key !== key) return;
    const moved = others.filter((at) => seats[at].did !== before.seats[at].did);
    for (const [nth, at] of moved.entries()) snapGroup(this.seats.children[at], nth * TURN_WAIT);
  }

  /** The groups of the hand that have changed are seen to do so. */
  showNewGroups(/** @type {page.PlayView | undefined} */ before, /** @type {page.PlayView} */ { key, table }) {
    if (before?.key !== key || !table.hand_words.length) return;
    const names = (/** @type {page.TurnCardView[]} */ group) => group.map((card) => card.text).join(" ");
    const laid = before.table.hand.map(names);
    const trays = this.tablePlace.querySelectorAll(".rt-handgroup");
    for (const [at, group] of table.hand.slice(0, -1).entries()) if (!laid.includes(names(group))) snapGroup(trays[at]);
  }

  // ---- before a round ------------------------------------------------------------------------
  dealing(/** @type {page.PlayDealView} */ deal) {
    const { words } = this.vm;
    const { others, level } = { ...this.wish, level: this.wish.level || deal.level };
    const count = deal.others.includes(others) ? others : deal.others[0];
    return h("section.rt-felt.rt-stack.rt-playhero", { key: "deal" }, [
      h("h2", deal.title),
      h("p", h("b", deal.game)),
      h("p", deal.about),
      h("fieldset.rt-grid.rt-playchoice.rt-playlevels", [
        h("legend", h("b", deal.levels_label)),
        deal.levels.map((one) =>
          h("label.rt-line.rt-near.rt-check.rt-box", { key: one.key }, [
            h("input", {
              type: "radio",
              name: "rt-level",
              value: one.key,
              checked: one.key === level,
            }),
            h("span", h("b", one.name), " ", h("small", one.about)),
          ]),
        ),
      ]),
      h("fieldset.rt-row.rt-playchoice", [
        h("legend", h("b", deal.others_label)),
        deal.others.map((n) =>
          h("label.rt-line.rt-near.rt-check.rt-box", { key: n }, [
            h("input", {
              type: "radio",
              name: "rt-others",
              value: n,
              checked: n === count,
            }),
            h("span", String(n)),
          ]),
        ),
        h(
          "span.rt-row",
          Array.from({ length: count }, (_, at) => seatFace(at)),
        ),
      ]),
      actionButton("deal", deal.deal, { class: "rt-main" }),
      h("details", { key: "more" }, h("summary", words.more), [
        h("p", words.open_about),
        actionButton("open", words.open),
        h("input.rt-sr", {
          type: "file",
          accept: ".json,application/json",
          tabindex: "-1",
          "aria-label": words.open,
          "data-field": "record",
          key: "file",
        }),
      ]),
    ]);
  }

  onChange({ target }) {
    if (target.dataset.field === "record") this.openFile(target);
    if (target.name === "rt-level") this.wish.level = target.value;
    if (target.name !== "rt-others") return;
    this.wish.others = Number(target.value);
    redraw(this.before, [this.dealing(this.vm.deal)]); // as many faces as will sit there
  }

  /** A round that was played elsewhere, from its file. */
  async openFile(input) {
    const [file] = input.files;
    input.value = "";
    if (file) this.send({ do: "open_record", text: file.size > MOST_FILE ? null : await file.text() });
  }

  /** The text of a round that is pasted before one is dealt. */
  onPaste(event) {
    const text = event.clipboardData?.getData("text").trim() ?? "";
    if (this.vm?.deal && this.body.offsetParent && text.startsWith("{")) {
      this.send({ do: "open_record", text: text.length > MOST_FILE ? null : text });
    }
  }

  // ---- at the table --------------------------------------------------------------------------
  /** On a phone what help says stands between the hand and the dock, or else over what stands above the hand and in it. */
  placeHelp() {
    const bubble = /** @type {HTMLElement | null} */ (this.side.querySelector(".rt-playhelp > .rt-bubble"));
    const dock = this.tablePlace.querySelector(".rt-dock");
    if (!bubble || !dock || getComputedStyle(bubble).position !== "absolute") return;
    const groups = [...this.tablePlace.querySelectorAll(".rt-handgroup")].map((group) => group.getBoundingClientRect());
    const below = Math.max(...groups.map((group) => group.bottom)) + HELP_GAP;
    bubble.classList.remove("rt-over");
    const fits = below + bubble.offsetHeight <= dock.getBoundingClientRect().top;
    bubble.classList.toggle("rt-over", !fits);
    const above = Math.min(...groups.map((group) => group.top)) - HELP_GAP - bubble.offsetHeight;
    const top = (fits ? below : Math.max(0, above)) - this.side.parentElement.getBoundingClientRect().top;
    bubble.style.top = `${top}px`;
  }

  /** What lies over the piles: a question, or a hand that is seen at the end. */
  redrawOver() {
    const { end, risk, first } = this.vm;
    redraw(this.over, [
      end ? this.opened(end) : null,
      risk ? this.risk(risk) : null,
      first && !this.passed ? this.first(first) : null,
    ]);
  }

  /** Something small to do with a wild card before the first move; whoever would rather play passes. */
  first(/** @type {page.PickView} */ first) {
    const primary = Boolean(findPicked(first, this.picked)?.right);
    const pass = actionButton("pass", this.vm.words.stay, { primary });
    return h("div.rt-felt", { key: "first" }, drawQuestion(first, this.picked, pass));
  }

  /** A card is chosen in that question, or the question is left: null. */
  pick(/** @type {string | null} */ key) {
    [this.picked, this.passed] = [key, key === null];
    this.redrawOver();
    if (this.passed) this.turn.focusNext();
    else if (findPicked(this.vm.first, key).right) {
      snapGroup(this.over.querySelector(".rt-tryrun"));
      this.over.querySelector("[data-act=pass]").focus({ preventScroll: true });
    } else shakeCards([this.over.querySelector(`[data-offer="${key}"]`)]);
  }

  risk(/** @type {page.RiskView} */ risk) {
    return h("div.rt-panel", { key: "risk", role: "alert" }, [
      h("p", h("b", risk.ask)),
      foldedLine(risk.line),
      h("div.rt-buttons", [
        actionButton("play_on", risk.no, { class: "rt-main" }),
        actionButton("declare_sure", risk.yes),
      ]),
    ]);
  }

  /** The hand of who has won; where that is one's own, which is seen anyway, the one that came nearest, and its cost. */
  opened(/** @type {page.PlayEndView} */ end) {
    const won = end.tone === "good";
    const hand = won ? openHand(end.held_word, end.held) : openHand(end.shown_word, end.shown);
    if (!hand.some(Boolean)) return null;
    return h("div.rt-panel.rt-stack.rt-near", { key: "hand" }, [hand, won && end.why ? h("p", end.why) : null]);
  }

  ending(/** @type {page.PlayEndView} */ end) {
    const { words, tally } = this.vm;
    return h("section.rt-stack.rt-playend", { key: "end", "data-tone": end.tone }, [
      h("div.rt-row.rt-panelhead", [
        h("h2", { tabindex: "-1" }, end.head, tally ? [" ", h("small", tally)] : null),
        h("b.rt-figure", end.net),
      ]),
      end.why && end.tone !== "good" ? h("p", end.why) : null,
      h("div.rt-buttons", [actionButton("look", words.look, { class: "rt-main" }), actionButton("again", words.again)]),
      playPays(end),
      h("div.rt-buttons", { key: "more" }, [
        actionButton("picture", words.picture, { name: "share" }),
        actionButton("leave", words.leave),
      ]),
    ]);
  }

  redrawSide() {
    const held = this.side.contains(document.activeElement);
    redraw(this.side, this.beside());
    if (held && !this.side.contains(document.activeElement)) this.side.querySelector(".rt-buttons > button")?.focus();
    this.placeHelp();
  }

  /** A move that was refused, and why; null once a card is selected. */
  refused() {
    const { said } = this.vm.table;
    if (!said || this.turn.chosen.length) return null;
    return h("div.rt-stack.rt-near", { key: "said" }, [
      h("span.rt-badge", { "data-tone": "bad" }, icon("invalid"), said.head),
      foldedLine(said.line),
      said.more ? h("p", said.more) : null,
    ]);
  }

  /** What stands beside the table: a refusal, help in steps, what has happened, the way out. */
  beside() {
    const { help, log, words, title, level, tally, end, offers } = this.vm;
    const refused = this.refused();
    const bubble = h("div.rt-bubble", { key: "bubble" }, [
      refused ??
        actionButton("hide", null, { name: "close", class: "rt-text", "aria-label": help.hide, title: help.hide }),
      h("b.rt-overword", { "aria-hidden": "true", key: "prompt" }, offers.prompt),
      h("div", { role: "status", key: "told" }, [refused ? null : help.lines.map((line) => [h("p", line), " "])]),
    ]);
    return [
      h("h2", title, " ", h("small.rt-quiet", [level, end ? "" : tally].filter(Boolean).join(" · "))),
      end ? this.ending(end) : null,
      h("div.rt-buttons", { key: "do" }, [
        help.more ? actionButton("help", help.more, { name: "eye" }) : null,
        end ? null : actionButton("group", words.group),
        end || this.leaves ? null : actionButton("leave", words.leave),
      ]),
      this.leaves
        ? h("div.rt-panel.rt-stack.rt-playleave", { key: "leaves", role: "group", "aria-label": words.leave_sure }, [
            h("p", { role: "alert" }, h("b", words.leave_sure)),
            h("div.rt-buttons", [
              actionButton("stay", words.stay, { primary: true }),
              actionButton("leave_sure", words.leave),
            ]),
          ])
        : null,
      h("div.rt-stack.rt-near.rt-playhelp", { key: "help", "data-open": String(help.open) }, [
        refused || help.lines.length ? [tutorFace(), bubble] : null,
      ]),
      this.past(words.log, log),
    ];
  }

  /** What has happened, the latest first. */
  past(word, /** @type {string[]} */ log) {
    return h("div.rt-playpast", { key: "past" }, [
      h("h3", word),
      h("div.rt-quiet.rt-playlog", { key: "log", role: "log", tabindex: "0", "aria-label": word }, [
        h("ol", [
          log
            .slice(-LOGGED)
            .reverse()
            .map((line, at) => h("li", { key: log.length - at }, line)),
        ]),
      ]),
    ]);
  }

  onClick(event) {
    openMoment(this.host, event);
    const { act, at, lesson, offer } = event.target.closest("[data-act]")?.dataset ?? {};
    if (act === "deal") this.deal();
    else if (act === "picture") this.givePicture();
    else if (act === "open") this.before.querySelector("input[type=file]").click();
    else if (act === "lesson") this.host.send({ type: "mode", mode: "learn", lesson });
    else if (act === "look_at" || act === "step") this.send({ do: act, at: Number(at) });
    else if (act === "pick" || act === "pass") this.pick(offer ?? null);
    else if (act === "course") this.review.goTo(event);
    else if (act === "declare_sure") this.send({ do: "declare" });
    else if (act === "leave_sure") this.send({ do: "leave" });
    else if (act === "stay" || (act === "leave" && !this.vm.end)) this.askToLeave(act === "leave");
    else if (SIMPLE.includes(act)) this.send({ do: act });
  }

  /** Ask whether to leave a round under way, or no longer; the focus goes along. */
  askToLeave(leaves) {
    this.leaves = leaves;
    this.redrawSide();
    this.side.querySelector(`[data-act=${leaves ? "stay" : "leave"}]`)?.focus();
  }

  /** A picture of the end, with the hand. */
  givePicture() {
    const { end, title, key } = this.vm;
    const places = [...this.tablePlace.querySelectorAll(".rt-handgroup")];
    const groups = places.map((place) => [...place.querySelectorAll("svg.rt-picture")]);
    givePicture(this.main, { name: `${key}.png`, title, head: end.head, figure: end.net, groups });
  }

  deal() {
    const chosen = (name) => this.before.querySelector(`input[name=${name}]:checked`)?.value;
    this.send({
      do: "deal",
      others: Number(chosen("rt-others")),
      level: chosen("rt-level"),
    });
  }

  onKey(event) {
    if (this.body.hidden) return false;
    if (this.vm?.review) return this.review.onKey(event);
    return Boolean(this.vm?.table) && this.turn.onKey(event);
  }
}

export default registerPanel("play", PlayView);
