// A word of the page's texts told in short where it stands: a sentence and an example; all else is in the sheet of words.

import { plainTray } from "./cards.js";
import { actionButton } from "./controls.js";
import { h, redraw } from "./dom.js";

/** @import * as page from "../page.js" */
/** @import { Host } from "./host.js" */

const BUBBLE_EDGE = 8; // px that stay free between the bubble and the edge of the window
const BUBBLE_AWAY = 16; // and between it and what was pressed
const TABLE_BELOW = 640; // px: the widest window in which the table lies below the text
const BUBBLE_GROUPS = 2; // groups of the example that are shown

/** The first sentence of a text, in a language. */
export function firstSentence(text, language) {
  const [first] = new Intl.Segmenter(language, { granularity: "sentence" }).segment(text);
  return first ? first.segment.trim() : "";
}

/**
 * Where a bubble stands: below what was pressed where there is room, else above, and within the window; on a phone at the
 * lower edge rather, where it does not lie over what the sentence is about.
 */
export function placeBubble({ x, y }, size, room) {
  const left = Math.max(BUBBLE_EDGE, Math.min(x - size.width / 2, room.width - size.width - BUBBLE_EDGE));
  const below = y + BUBBLE_AWAY;
  const lowest = room.height - size.height - BUBBLE_EDGE;
  if (below <= lowest) return { left, top: room.width <= TABLE_BELOW && y < room.height / 2 ? lowest : below };
  return { left, top: Math.max(BUBBLE_EDGE, y - BUBBLE_AWAY - size.height) };
}

export class WordBubble {
  /**
   * @param {HTMLElement} root
   * @param {Host} host
   * @param {() => void} openAll opens the whole entry
   */
  constructor(root, host, openAll) {
    this.host = host;
    this.node = document.createElement("div");
    this.node.className = "rt-bubble rt-wordbubble";
    this.node.popover = "auto"; // a press beside it and Escape close it
    this.node.role = "dialog";
    root.append(this.node);
    host.over.add(() => this.node.remove());
    this.node.addEventListener("keydown", (event) => event.stopPropagation()); // keys pressed in it are its own
    this.node.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-act]"));
      const act = button?.dataset.act;
      if (act === "more") {
        this.node.hidePopover();
        openAll();
      }
    });
  }

  /**
   * Tell a word beside the place where it was pressed, once its entry has come.
   * @param {string} key
   * @param {{ x: number, y: number }} at
   */
  async open(key, at) {
    this.host.send({ type: "word", key });
    await this.host.answered();
    /** @type {Partial<page.WordsView>} */
    const { entry } = this.host.model.get("words");
    if (entry?.key !== key) return;
    this.node.setAttribute("aria-label", entry.name);
    redraw(this.node, [this.content(entry)]);
    this.node.showPopover();
    const { left, top } = placeBubble(at, this.node.getBoundingClientRect(), {
      width: innerWidth,
      height: innerHeight,
    });
    this.node.style.inset = `${top}px auto auto ${left}px`;
    this.node.querySelector("button").focus({ preventScroll: true });
  }

  /** @param {page.EntryView} entry */
  content({ name, what, example }) {
    const groups = example?.groups.slice(0, BUBBLE_GROUPS) ?? [];
    return h("div.rt-stack", { key: "word" }, [
      h("p", h("b", name), ": ", firstSentence(what, this.host.model.get("texts").lang)),
      groups.length ? h("ul.rt-minitrays.rt-small", [groups.map(plainTray)]) : null,
      actionButton("more", this.host.t("words_more"), { class: "rt-text" }),
    ]);
  }
}
