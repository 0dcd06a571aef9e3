// The table of a turn to be looked at only: for pages that ask about moves without letting them be made.
import { cardBack, plainCard } from "./cards.js";
import { h, icon } from "./dom.js";

/** @import * as page from "../page.js" */

const stillPlace = (word, count, cards) =>
  h("section.rt-stack.rt-close.rt-turnplace", { key: word }, [
    h("div.rt-fan", cards),
    h("p.rt-quiet.rt-placeword", h("b", word), count ? [" ", h("span", count)] : null),
  ]);

const stillBack = (label) => cardBack("span.rt-card.rt-back", { role: "img", "aria-label": label });

const stillCards = (cards) => h("div.rt-cards", [cards.map((card) => taggedCard("span.rt-holder.rt-handcard", card))]);

/**
 * A group of a hand; where what it is stands below it, it lies in a well, which is dashed while it does not count.
 * @param {number} at
 * @param {*} cards
 * @param {Partial<Pick<page.TurnView, "hand_words" | "hand_waits" | "hand_tones" | "hand_kinds">>} about
 */
export const handGroup = (
  at,
  cards,
  { hand_words: words, hand_waits: waits, hand_tones: tones, hand_kinds: kinds },
) => {
  const [word, wait] = [words?.[at], waits?.[at]];
  const counts = wait ? {} : { "data-tone": tones?.[at] ?? null, "data-kind": kinds?.[at] ?? null };
  return h("div.rt-handgroup", { key: `group-${at}`, ...(word ? { class: "rt-well", ...counts } : {}) }, [
    cards,
    word
      ? h("p.rt-quiet.rt-groupword", { key: "word", class: wait && "rt-groupwait" }, [
          word,
          wait ? h("span", ` · ${wait}`) : null,
        ])
      : null,
  ]);
};

const cardTag = ({ tag = "", tone = "" }) =>
  tag
    ? h("span.rt-new", { "aria-hidden": "true", "data-tone": tone || null }, [
        tone ? [icon(tone === "good" ? "check" : "invalid"), " "] : null,
        h("span", tag),
      ])
    : null;

const taggedCard = (selector, /** @type {page.TurnCardView} */ card) =>
  h(selector, { key: card.id, "data-tone": card.tone }, [plainCard({ ...card, key: "face" }), cardTag(card)]);

/**
 * Stock, turned card, discard pile, melds on the table and the hand, as the player sees them.
 *
 * @param {page.StillTurnView & Partial<page.TurnView>} turn
 */
export function stillTurn(turn) {
  const { stock, turned, pile, laid, laid_word: laidWord, hand, hand_word: handWord } = turn;
  const pileCards = pile.cards.map((card) => taggedCard("span.rt-holder.rt-pilecard", card));
  const back = h("span.rt-holder.rt-pilecard", { key: "back", "data-tone": stock.tone }, [
    stillBack(stock.word),
    cardTag(stock),
  ]);
  return h("div.rt-stack.rt-near.rt-turn.rt-still", { key: "turn" }, [
    h("div.rt-felt.rt-turnfelt", { "data-many": String(hand.flat().length > 16) }, [
      h("div.rt-places", [
        stillPlace(stock.word, stock.count, back),
        turned
          ? stillPlace(turned.word, "", turned.card ? plainCard({ ...turned.card, key: "t" }) : stillBack(turned.word))
          : null,
        stillPlace(pile.word, pile.count, pileCards.length ? pileCards : h("span.rt-card.rt-nocard", pile.empty)),
      ]),
      laid.length
        ? h(
            "section.rt-well.rt-turnlaid",
            h("p.rt-quiet.rt-placeword", h("b", laidWord)),
            h("div.rt-stack.rt-close.rt-laidmelds", [
              laid.map((meld, at) =>
                h("div.rt-stack.rt-close.rt-laidmeld", { key: at, role: "group", "aria-label": meld.label }, [
                  stillCards(meld.cards),
                ]),
              ),
            ]),
          )
        : null,
      hand.length
        ? h("section.rt-turnhand", { role: "group", "aria-label": handWord }, [
            h("p.rt-quiet.rt-placeword", h("b", handWord)),
            h("div.rt-handgroups", [hand.map((group, at) => handGroup(at, stillCards(group), turn))]),
          ])
        : null,
    ]),
  ]);
}
