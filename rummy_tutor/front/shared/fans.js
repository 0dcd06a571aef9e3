// Cards that lie over each other, so that many of them are large before a class on a projector.

export const CLASS_WIDTH = 120; // px that a card has there at least, wherever the window leaves room for it
export const CLASS_WINDOW = 1700; // px of a window from which a class sees large cards on every slide

/** The shares of a card that are seen where another lies over it, the largest first: rank, suit and mark stay whole. */
export const SHARES = [0.76, 0.62];
