// The rounds that a learner has played: what their browser keeps of them over visits, and their mistakes as puzzles.

import { h, icon } from "./dom.js";
import { Keeper } from "./keep.js";

/** @import * as page from "../page.js" */
/** @import { Host } from "./host.js" */

const keptRounds = new Keeper("rummy-tutor-rounds", 1); // those that were looked at
const keptEnded = new Keeper("rummy-tutor-ended", 1); // how rounds ended
const keptNow = new Keeper("rummy-tutor-round", 0);
const toldHosts = new WeakSet(); // the hosts whose Python knows what was kept

/** Tell Python what this browser keeps, once; in a notebook a widget keeps nothing. */
export function tellRounds(/** @type {Host} */ host) {
  if (toldHosts.has(host) || !document.body.hasAttribute("data-voila")) return;
  toldHosts.add(host);
  host.send({ type: "play", do: "recall", rounds: keptRounds.read(), ended: keptEnded.read(), now: keptNow.read() });
}

/** Keep what there is now, once Python has taken up what there was. */
export function keepRounds(/** @type {page.KeptRoundsView} */ { recalled, rounds, ended, now }) {
  if (!recalled) return;
  keptRounds.write(rounds);
  keptEnded.write(ended);
  keptNow.write(now);
}

/** The mistakes that were made in rounds, each a button. */
export const ownMoments = (/** @type {page.OwnMomentsView | null} */ own) =>
  own && [
    h("h3", { key: "own-word" }, own.word),
    h("ol.rt-grid.rt-ladder", { key: "own" }, [
      own.moments.map(({ key, at, label, game, solved }) =>
        h("li", { key: `${key}-${at}` }, [
          h(
            "button.rt-button.rt-wide.rt-rung",
            { "data-own": key, "data-at": at, focus: `own-${key}-${at}` },
            h("span", label, h("small", game)),
            solved ? icon("check") : null,
          ),
        ]),
      ),
    ]),
  ];

/** Open the one that is pressed; whether one was. */
export function openMoment(/** @type {Host} */ host, event) {
  const { own, at } = event.target.closest("[data-own]")?.dataset ?? {};
  if (own) host.send({ type: "play", do: "own_moment", key: own, at: Number(at) });
  return Boolean(own);
}
