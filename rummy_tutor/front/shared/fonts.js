// The page's own fonts: they come once for all widgets on a document, whichever of them asks first.

const FAMILY = "Rummy Tutor";
const STATE = Symbol.for("rummy-tutor-fonts"); // each widget's module is a copy of its own, the document is one
const PATIENCE = 5000; // ms after which another widget may ask: the kernel of the first may be gone

/** @import * as page from "../page.js" */
/** @import { Host } from "./host.js" */

/** @param {page.Font[]} fonts */
async function addFaces(fonts) {
  const faces = fonts.map(({ data, range }) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    return new FontFace(FAMILY, bytes, { weight: "100 900", unicodeRange: range });
  });
  for (const face of faces) document.fonts.add(await face.load());
}

/**
 * Load those faces that the page's own style sheet names which draw signs and the page's language; the names of other
 * languages in a menu have theirs fetched when they are drawn.
 * @param {Host} host
 */
export async function loadStyledFaces({ model }) {
  const sample = `A10♠✓◆▾❙${model.get("texts").own_language}`;
  await Promise.allSettled(["400", "700"].map((weight) => document.fonts.load(`${weight} 1em "${FAMILY}"`, sample)));
}

/**
 * Have the fonts sent unless the document has them or they are on their way; fulfilled once those sent are there.
 * @param {Host} host
 */
export function loadFonts(host) {
  const { model } = host;
  document[STATE] ??= { asked: Number.NEGATIVE_INFINITY, there: false };
  const state = document[STATE];
  if (document.body.dataset.fonts === "styled") return loadStyledFaces(host);
  if (state.there || performance.now() - state.asked < PATIENCE) return Promise.resolve();
  state.asked = performance.now();
  return new Promise((/** @type {(value?: undefined) => void} */ done) => {
    const take = async () => {
      model.off("change:fonts", take);
      if (!state.there) await addFaces(model.get("fonts"));
      state.there = true;
      host.laidOut.emit();
      done();
    };
    if (model.get("fonts").length) take();
    else {
      model.on("change:fonts", take);
      host.send({ type: "fonts" });
    }
  });
}
