// A picture of how a round ended, to keep or to send on. The browser draws it, and nothing leaves it.

import { giveFile } from "./files.js";

const [PICTURE_WIDE, PICTURE_HIGH, PICTURE_EDGE] = [1200, 630, 64]; // px of the picture
const [CARD_MOST, CARD_SHAPE, CARD_STEP, GROUP_GAP] = [150, 1.4, 0.56, 0.3]; // px; the others in widths of a card
const LINE_HIGH = 1.2; // times its size a line of text is high
const PAINTED = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin"];
const LETTERED = ["display", "font-family", "font-weight", "letter-spacing"];

/** The drawing of a card with the page's colours written into it. */
async function loadCard(/** @type {SVGElement} */ svg) {
  const copy = /** @type {SVGElement} */ (svg.cloneNode(true));
  const parts = [svg, copy].map((root) => [root, .../** @type {SVGElement[]} */ ([...root.querySelectorAll("*")])]);
  parts[0].forEach((node, at) => {
    const style = getComputedStyle(node);
    for (const name of [...PAINTED, ...LETTERED]) parts[1][at].style.setProperty(name, style.getPropertyValue(name));
  });
  copy.setAttribute("width", String(2 * CARD_MOST));
  copy.setAttribute("height", String(2 * CARD_MOST * CARD_SHAPE));
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}

/** Write words from the left, in lines that are no wider than `most`; gives where the next line would stand. */
function writeWords(paint, words, { x, y, size, most }) {
  let [line, at] = ["", y];
  for (const word of words.split(" ")) {
    const longer = line ? `${line} ${word}` : word;
    if (line && paint.measureText(longer).width > most) {
      paint.fillText(line, x, at);
      [line, at] = [word, at + size * LINE_HIGH];
    } else line = longer;
  }
  paint.fillText(line, x, at);
  return at + size * LINE_HIGH;
}

/** The groups of cards in a row at the foot. */
async function layCards(paint, /** @type {SVGElement[][]} */ groups) {
  const widths = groups.map((group) => 1 + (group.length - 1) * CARD_STEP);
  const all = widths.reduce((sum, width) => sum + width, GROUP_GAP * (groups.length - 1));
  const width = Math.min(CARD_MOST, (PICTURE_WIDE - 2 * PICTURE_EDGE) / all);
  const top = PICTURE_HIGH - PICTURE_EDGE - width * CARD_SHAPE;
  let x = PICTURE_EDGE;
  for (const group of groups) {
    for (const svg of group) {
      paint.save();
      paint.beginPath();
      paint.roundRect(x, top, width, width * CARD_SHAPE, width / 10);
      paint.fillStyle = "white";
      paint.fill();
      paint.clip();
      paint.drawImage(await loadCard(svg), x, top, width, width * CARD_SHAPE);
      paint.restore();
      paint.lineWidth = 1;
      paint.strokeStyle = "black";
      paint.stroke();
      x += width * CARD_STEP;
    }
    x += width * (1 - CARD_STEP + GROUP_GAP);
  }
}

/**
 * Draw the picture and give it to the reader: where files can be shared, to whom they choose, else as a file.
 * @param {HTMLElement} place whose colours and letters the picture has.
 * @param {{ name: string, title: string, head: string, figure: string, groups: SVGElement[][] }} result
 */
export async function givePicture(place, { name, title, head, figure, groups }) {
  const style = getComputedStyle(place);
  const probe = place.appendChild(document.createElement("i")); // a token may be one of two colours
  const colour = (token) => {
    probe.style.color = `var(--rt-${token})`;
    return getComputedStyle(probe).color;
  };
  const canvas = Object.assign(document.createElement("canvas"), { width: PICTURE_WIDE, height: PICTURE_HIGH });
  const paint = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const letters = (size, weight) => `${weight} ${size}px ${style.fontFamily}`;
  const felt = paint.createRadialGradient(
    PICTURE_WIDE / 2,
    PICTURE_HIGH / 3,
    0,
    PICTURE_WIDE / 2,
    PICTURE_HIGH / 3,
    PICTURE_WIDE * 0.7,
  );
  felt.addColorStop(0, colour("felt"));
  felt.addColorStop(1, colour("felt-deep"));
  paint.fillStyle = felt;
  paint.fillRect(0, 0, PICTURE_WIDE, PICTURE_HIGH);
  paint.textBaseline = "top";
  paint.fillStyle = colour("sun");
  paint.font = letters(120, 850);
  const wide = paint.measureText(figure).width;
  paint.fillText(figure, PICTURE_WIDE - PICTURE_EDGE - wide, PICTURE_EDGE);
  paint.fillStyle = colour("felt-quiet");
  paint.font = letters(32, 650);
  const below = writeWords(paint, title, {
    x: PICTURE_EDGE,
    y: PICTURE_EDGE,
    size: 32,
    most: PICTURE_WIDE - wide - 3 * PICTURE_EDGE,
  });
  paint.fillStyle = colour("felt-ink");
  paint.font = letters(56, 850);
  writeWords(paint, head, { x: PICTURE_EDGE, y: below + 12, size: 56, most: PICTURE_WIDE - wide - 3 * PICTURE_EDGE });
  probe.remove();
  await layCards(paint, groups);
  const picture = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const file = new File([picture], name, { type: "image/png" });
  if (!navigator.canShare?.({ files: [file] })) return giveFile({ name, text: file });
  return navigator.share({ files: [file] }).catch(() => {}); // whoever closes the choice shares nothing
}
