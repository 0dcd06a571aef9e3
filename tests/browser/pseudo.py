"""What is wrong with a page in the pseudo-language: words outside the brackets, text cut off or over other text."""

from __future__ import annotations

from playwright.sync_api import Page

from rummy_tutor.rulebooks import RULEBOOKS

# Every text that is seen or heard, with brackets that may span elements; then what stands outside them.
_BARE = r"""options => {
  const bare = [], root = document.querySelector('.rt-app') || document.body;
  const strip = text => text.replace(/\[S\d[^\]]*\]|\b[SRX]\d+\b/g, '').replace(options, '')
    .replace(/\b(?:10|[2-9TJQKA])[SHDC]\b|\bPJ\b/g, '').replace(/\bEsc\b/, '').match(/[A-Za-z]{2,}/g);
  const outside = (text, depth = 0) => {
    let left = '';
    for (const letter of text) {
      if (letter === '⟦') depth += 1;
      if (!depth) left += letter;
      if (letter === '⟧') depth -= 1;
    }
    return [strip(left), depth];
  };
  const skipped = 'kbd, svg, style, script, textarea, output, .rt-cite, .rt-ruling, .rt-field-language option';
  let depth = 0, opened = '';
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (parent.closest(skipped)) continue;
    const [words, now] = outside(walker.currentNode.data, depth);
    if (!depth) opened = walker.currentNode.data;
    depth = now;
    if (words) bare.push(`${parent.tagName}.${parent.className}: ${walker.currentNode.data.slice(0, 90)}`);
  }
  if (depth) bare.push(`a bracket is not closed: ${opened.slice(0, 90)}`);
  for (const node of root.querySelectorAll('*')) {
    for (const name of ['title', 'aria-label', 'placeholder', 'label', 'alt']) {
      const text = node.getAttribute(name);
      if (text && outside(text)[0]) bare.push(`${node.tagName}[${name}]: ${text.slice(0, 90)}`);
    }
  }
  return [...new Set(bare)];
}"""

# Lines of text that leave the window or a box that hides what is beyond it, and lines that lie over others.
_CUT = r"""() => {
  const wrong = [], lines = [], rooms = new Map();
  const page = { left: 0, right: document.documentElement.clientWidth, top: -Infinity, bottom: Infinity };
  // what of a node can be seen; what lies in one that scrolls can be brought there, whatever hides the rest of that
  const roomOf = node => {
    if (!node || node === document.body) return { ...page, floats: false, scrolls: false, hidden: false };
    if (rooms.has(node)) return rooms.get(node);
    const style = getComputedStyle(node);
    const scrolls = style.overflowX === 'auto' || style.overflowX === 'scroll';
    const room = { ...roomOf(scrolls ? null : node.parentElement) };
    room.scrolls ||= scrolls;
    room.floats ||= /sticky|fixed/.test(style.position) || style.zIndex !== 'auto'; // over what scrolls below it
    room.hidden ||= style.clipPath !== 'none'; // for those who hear the page
    if (style.overflowX === 'hidden' || style.overflowX === 'clip') {
      const box = node.getBoundingClientRect();
      room.left = Math.max(room.left, box.left);
      room.right = Math.min(room.right, box.right);
      room.top = Math.max(room.top, box.top);
      room.bottom = Math.min(room.bottom, box.bottom);
    }
    rooms.set(node, room);
    return room;
  };
  const app = document.querySelector('.rt-app') || document.body;
  const walker = document.createTreeWalker(app.querySelector('dialog[open]') || app, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode, parent = text.parentElement;
    if (!text.data.trim() || parent.closest('.rt-sr, .rt-card, .rt-palettecard, svg, option, textarea')) continue;
    if (!parent.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right, top, bottom, floats, scrolls, hidden } = roomOf(parent);
    const line = parseFloat(getComputedStyle(parent).lineHeight); // none where it is as the font has it
    for (const box of range.getClientRects()) {
      if (!box.width || hidden) continue;
      const name = `${parent.tagName}.${parent.className}: ${text.data.trim().slice(0, 60)}`;
      if (!scrolls && (box.left < left - 1 || box.right > right + 1 || box.top < top - 3 || box.bottom > bottom + 3))
        wrong.push(`cut off ${name}`);
      const ellipsis = getComputedStyle(parent).textOverflow === 'ellipsis';
      const beyond = Math.max(0, (box.height - (line || box.height)) / 2); // a letter's box in a tighter line
      const row = { top: box.top + beyond, bottom: box.bottom - beyond, left: box.left, right: box.right };
      if (!floats) lines.push({ box: row, name, parent, text, ellipsis });
    }
  }
  lines.sort((one, two) => one.box.top - two.box.top);
  for (let a = 0; a < lines.length; a += 1)
    for (let b = a + 1; b < lines.length; b += 1) {
      const [one, two] = [lines[a], lines[b]];
      if (two.box.top > one.box.bottom) break; // and all that follow
      if (one.text === two.text && one.ellipsis) continue; // what is hidden and what is shown of it
      const wide = Math.min(one.box.right, two.box.right) - Math.max(one.box.left, two.box.left);
      const high = Math.min(one.box.bottom, two.box.bottom) - Math.max(one.box.top, two.box.top);
      if (wide <= 2 || high <= 6) continue;
      const fixed = one.parent.closest('.rt-nets th, .rt-nine th') || two.parent.closest('.rt-nets th, .rt-nine th');
      if (!fixed) wrong.push(`${one.name} lies over ${two.name}`);
    }
  return [...new Set(wrong)].slice(0, 12);
}"""

# Words of what is pressed that leave its border or are cut off by it, and a page wider than its window. What a list
# shows is drawn by the browser itself, so that its width is measured beside it; a long line may end in dots there.
_SPILT = r"""() => {
  const LETTERS = 6.5; // of the size of its font: how wide a line is at least that ends in dots
  const wrong = [], page = document.documentElement, pen = document.createElement('canvas').getContext('2d');
  const isSeen = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest('.rt-sr, .rt-card');
  const nameOf = (node) => `${node.tagName}.${node.className} ${node.dataset.field || node.dataset.act || ''}`;
  const cutOff = 'button, summary, label, .rt-chip, .rt-badge, .rt-button';
  for (const control of document.querySelectorAll(cutOff))
    if (isSeen(control) && getComputedStyle(control).overflowX !== 'visible'
        && getComputedStyle(control).textOverflow !== 'ellipsis' && control.scrollWidth > control.clientWidth + 1)
      wrong.push(`${nameOf(control)} cuts off ${control.textContent.trim().slice(0, 60)}`);
  for (const control of document.querySelectorAll('select, input[placeholder]')) {
    const style = getComputedStyle(control), chosen = control.selectedOptions?.[0];
    const words = chosen?.textContent ?? control.placeholder ?? '';
    if (!isSeen(control)) continue;
    pen.font = style.font;
    const width = pen.measureText(words.trim()).width;
    const room = control.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) + 1;
    if (width > room && (style.textOverflow !== 'ellipsis' || room < LETTERS * parseFloat(style.fontSize)))
      wrong.push(`${nameOf(control)} cuts off ${words.trim().slice(0, 60)}`);
  }
  for (const control of document.querySelectorAll('button, summary, th, .rt-chip, .rt-badge')) {
    if (!isSeen(control)) continue;
    const box = control.getBoundingClientRect(), range = document.createRange();
    const words = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
      range.selectNodeContents(words.currentNode);
      const parent = words.currentNode.parentElement;
      if (parent.closest('.rt-sr, .rt-card') || getComputedStyle(control).textOverflow === 'ellipsis') continue;
      for (const line of range.getClientRects())
        if (line.width && (line.left < box.left - 1 || line.right > box.right + 1))
          wrong.push(`${control.tagName}.${control.className}: ${words.currentNode.data.trim().slice(0, 60)}`);
    }
  }
  if (page.scrollWidth > page.clientWidth) wrong.push(`the page is ${page.scrollWidth} px wide`);
  return [...new Set(wrong)].slice(0, 12);
}"""

_OPTIONS = "|".join(sorted({one for book in RULEBOOKS.values() for one in book.offers}, key=len, reverse=True))


def find_wrong(page: Page, own: str = "") -> list[str]:
    """What is wrong with what a page shows now.

    Args:
        page: the page, as it stands.
        own: a pattern of what is no sentence and may stand bare: codes, addresses, names.
    """
    bare = page.evaluate(f"({_BARE})(new RegExp({'|'.join(filter(None, [own, _OPTIONS]))!r}, 'g'))")
    return bare or page.evaluate(_CUT) or find_spilt(page)


def find_spilt(page: Page) -> list[str]:
    """Which words leave the button, label or head of a column that they stand in, and whether the page is too wide."""
    return page.evaluate(_SPILT)
