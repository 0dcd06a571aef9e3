// The outlines of the four suits, in pairs of numbers around their middle, about 22 high and wide.

const CIRCLE_HANDLE = 0.5523; // of its radius lie the handles of a quarter of a circle from its ends

const discOutline = (x, y, r) => {
  const k = CIRCLE_HANDLE * r;
  return [
    `M${x - r},${y}C${x - r},${y - k} ${x - k},${y - r} ${x},${y - r}C${x + k},${y - r} ${x + r},${y - k} ${x + r},${y}`,
    `C${x + r},${y + k} ${x + k},${y + r} ${x},${y + r}C${x - k},${y + r} ${x - r},${y + k} ${x - r},${y}Z`,
  ].join("");
};

export const SUIT_OUTLINES = {
  S: [
    "M0,-11.2C2,-6.6 10.2,-2.6 10.2,3.2C10.2,6.4 8,8.5 5.3,8.5C3.5,8.5 2.1,7.7 1.3,6.4",
    "C1.5,8.8 2.4,10.3 4.6,11.2L-4.6,11.2C-2.4,10.3 -1.5,8.8 -1.3,6.4",
    "C-2.1,7.7 -3.5,8.5 -5.3,8.5C-8,8.5 -10.2,6.4 -10.2,3.2C-10.2,-2.6 -2,-6.6 0,-11.2Z",
  ].join(""),
  H: [
    "M0,10.8C-2.4,6.3 -10.8,2.2 -10.8,-4.2C-10.8,-7.7 -8.4,-10 -5.5,-10C-3,-10 -1,-8.6 0,-6.2",
    "C1,-8.6 3,-10 5.5,-10C8.4,-10 10.8,-7.7 10.8,-4.2C10.8,2.2 2.4,6.3 0,10.8Z",
  ].join(""),
  D: [
    "M0,-11.6C1.9,-7.2 5.2,-3.2 8.9,0C5.2,3.2 1.9,7.2 0,11.6",
    "C-1.9,7.2 -5.2,3.2 -8.9,0C-5.2,-3.2 -1.9,-7.2 0,-11.6Z",
  ].join(""),
  C: [
    discOutline(0, -5.9, 4.9),
    discOutline(-5.4, 2.1, 4.9),
    discOutline(5.4, 2.1, 4.9),
    "M-2.2,-3L2.2,-3L1.7,3C1.7,7.5 2.4,9.9 4.6,11.2L-4.6,11.2C-2.4,9.9 -1.7,7.5 -1.7,3Z",
  ].join(""),
};

/** An outline moved and made larger; below 0 it stands on its head. */
export const moveOutline = (outline, x, y, scale = 1) =>
  outline.replace(
    /(-?[\d.]+),(-?[\d.]+)/g,
    (_, left, top) => `${Number((x + scale * left).toFixed(2))},${Number((y + scale * top).toFixed(2))}`,
  );
