// All movement of cards and groups: it shows what has happened, may be broken off at any moment, and there is none where
// less motion is wanted. Times and curves are those of the tokens.

import { playSound } from "./sound.js";

const DEAL_WAIT = 38; // ms between two cards that are dealt
const DEAL_WAITS = 13; // cards at most that wait for each other
const WAVE_STEP = 34; // ms between two cards of a wave
const PETALS = 34;
export const MANY_PETALS = 90; // that fly where a lesson is mastered, or a round won
const PETAL_PAINTS = ["--rt-sun", "--rt-sun-hi", "--rt-c-gold", "--rt-sun-edge", "--rt-k-pure-line"];

/** Whether less motion is wanted. */
export const isCalm = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

const readToken = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** A time of the tokens in ms: browsers write it in ms or in seconds. */
function readTime(name) {
  const text = readToken(name);
  return Number.parseFloat(text) * (text.endsWith("ms") ? 1 : 1000) || 1;
}

const underWay = new WeakMap(); // the movement under way of each card

/** Set an element moving; what it was doing before ends where it is. */
function animateNode(node, frames, { time, curve = "ease-out", delay = 0 }) {
  underWay.get(node)?.cancel();
  // where the widget stands in a shadow tree, as in marimo, the page has no tokens
  const how = { duration: time, easing: curve || "ease-out", delay, fill: /** @type {const} */ ("backwards") };
  const motion = node.animate(frames, how);
  underWay.set(node, motion);
  return motion;
}

const listCards = (root) => [...root.querySelectorAll("[data-card]")];

/** Where the cards below an element are, by their identity; null where nothing is to move. */
export function markPlaces(root) {
  if (isCalm()) return null;
  return new Map(listCards(root).map((node) => [node.dataset.card, node.getBoundingClientRect()]));
}

/**
 * Let the cards glide to where they are now from where they were; one that was nowhere comes from `origin`, if that is
 * given.
 * @param {HTMLElement} root
 * @param {Map<string, DOMRect> | null} before what `markPlaces` said
 * @param {DOMRect | null} origin
 */
export function glideCards(root, before, origin = null) {
  if (!before) return;
  const nodes = listCards(root);
  for (const node of nodes) underWay.get(node)?.cancel();
  // all boxes are read before anything is set going: one that is asked for in between is laid out anew, with the page
  const moved = nodes
    .map((node) => ({ node, old: before.get(node.dataset.card) ?? origin, box: node.getBoundingClientRect() }))
    .filter(({ old, box }) => old && box.width && Math.abs(old.left - box.left) + Math.abs(old.top - box.top) >= 2);
  if (!moved.length) return;
  const how = { time: readTime("--rt-d-move"), curve: readToken("--rt-out") };
  const zoom = moved[0].node.currentCSSZoom ?? 1;
  for (const { node, old, box } of moved) {
    const [x, y] = [(old.left - box.left) / zoom, (old.top - box.top) / zoom];
    const from = `translate(${x}px, ${y}px) scale(${old.width ? old.width / box.width : 1})`;
    animateNode(
      node,
      [
        { transform: from, transformOrigin: "0 0" },
        { transform: "none", transformOrigin: "0 0" },
      ],
      how,
    );
  }
}

/**
 * Deal cards one after another from a place on the table.
 * @param {HTMLElement[]} cards
 * @param {DOMRect} from
 */
export function dealCards(cards, from) {
  if (isCalm()) return;
  const boxes = cards.map((node) => node.getBoundingClientRect());
  const how = { time: readTime("--rt-d-deal"), curve: readToken("--rt-out") };
  cards.forEach((node, at) => {
    const way = `translate(${from.left - boxes[at].left}px, ${from.top - boxes[at].top}px) rotate(-14deg) scale(0.7)`;
    const frames = [{ transform: way, opacity: 0 }, { opacity: 1, offset: 0.2 }, { transform: "none" }];
    animateNode(node, frames, { ...how, delay: Math.min(at, DEAL_WAITS) * DEAL_WAIT });
  });
}

/**
 * A group has become a meld: its tray gives once, and its badge pops up.
 * @param {Element} tray
 * @param {number} [delay] ms until then
 */
export function snapGroup(tray, delay = 0) {
  playSound("snap");
  if (isCalm()) return;
  animateNode(tray, [{ scale: 0.97 }, { scale: 1.03, offset: 0.45 }, { scale: 1 }], {
    time: readTime("--rt-d-deal"),
    delay,
  });
  const badge = tray.querySelector(".rt-badge");
  const how = { time: readTime("--rt-d-deal"), curve: readToken("--rt-spring"), delay: readTime("--rt-d-lift") };
  if (badge) animateNode(badge, [{ scale: 0 }, { scale: 1 }], how);
}

/** That was wrong: the cards shake once. */
export function shakeCards(nodes) {
  if (isCalm()) return;
  const frames = [0, -7, 6, -4, 2, 0].map((x) => ({ translate: `${x}px 0` }));
  for (const node of nodes) animateNode(node, frames, { time: readTime("--rt-d-deal") });
}

/** A card turns its face up. */
export function turnUp(node) {
  const how = { time: readTime("--rt-d-joy"), curve: readToken("--rt-spring") };
  if (!isCalm()) animateNode(node, [{ transform: "rotateY(-180deg) scale(0.5)" }, { transform: "none" }], how);
}

/**
 * A task is solved: a wave runs through the cards, and marigold petals fly from the middle one.
 * @param {HTMLElement[]} cards of which those that are not drawn count for nothing
 * @param {number} petals how many fly
 * @param {HTMLElement | null} origin where they fly from instead
 */
export function celebrate(cards, petals = PETALS, origin = null) {
  playSound("joy");
  if (isCalm()) return;
  const wave = [{ translate: "0 0" }, { translate: "0 -14px" }, { translate: "0 0" }];
  const time = readTime("--rt-d-joy");
  const seen = cards.filter((node) => node.getClientRects().length);
  const middle = origin ?? seen[Math.floor(seen.length / 2)];
  if (!middle) return;
  const { left, top, width, height } = middle.getBoundingClientRect(); // before the wave begins
  seen.forEach((node, at) => {
    animateNode(node, wave, { time: time * 0.45, delay: at * WAVE_STEP });
  });
  for (let at = 0; at < petals; at++) throwPetal(left + width / 2, top + height / 2, at, time);
}

function throwPetal(x, y, at, time) {
  const petal = document.createElement("i");
  petal.className = "rt-petal";
  petal.style.background = `var(${PETAL_PAINTS[at % PETAL_PAINTS.length]})`;
  document.body.append(petal);
  const [angle, far, turn] = [Math.random() * 2 * Math.PI, 90 + Math.random() * 240, 200 + Math.random() * 300];
  const [dx, dy] = [far * Math.cos(angle), far * Math.sin(angle)];
  const place = (left, top, turned, size) => `translate(${left}px, ${top}px) rotate(${turned}deg) scale(${size})`;
  const frames = [
    { transform: place(x, y, 0, 0.3), opacity: 1 },
    { transform: place(x + dx, y + dy - 90, turn, 1), offset: 0.45 },
    { opacity: 1, offset: 0.7 },
    { transform: place(x + 1.2 * dx, y + dy + 160, 2 * turn, 0.7), opacity: 0 },
  ];
  const gone = () => petal.remove();
  animateNode(petal, frames, { time: time * (1 + Math.random() / 3), curve: readToken("--rt-out") }).finished.then(
    gone,
    gone,
  );
}

/** A figure that has changed rolls into its place: from below where it has grown, from above where it is less. */
export function rollFigure(node, hasGrown) {
  const how = { time: readTime("--rt-d-deal"), curve: readToken("--rt-out") };
  if (!isCalm())
    animateNode(node, [{ translate: `0 ${hasGrown ? 0.6 : -0.6}em`, opacity: 0 }, { translate: "0 0" }], how);
}
