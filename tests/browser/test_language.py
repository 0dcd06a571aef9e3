"""The page in the pseudo-language: no English word outside the brackets, nothing cut off, no text over another."""

from __future__ import annotations

import pytest

from rummy_tutor.rulebooks import RULEBOOKS

from .conftest import PHONE, PROJECTOR, Visit

# Every text that is seen or heard, with brackets that may span elements; then what stands outside them.
_BARE = r"""options => {
  const bare = [];
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
  let depth = 0;
  const walker = document.createTreeWalker(document.querySelector('.rt-app'), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (parent.closest(skipped)) continue;
    const [words, now] = outside(walker.currentNode.data, depth);
    depth = now;
    if (words) bare.push(`${parent.tagName}.${parent.className}: ${walker.currentNode.data.slice(0, 90)}`);
  }
  if (depth) bare.push('a bracket is not closed');
  for (const node of document.querySelectorAll('.rt-app *')) {
    for (const name of ['title', 'aria-label', 'placeholder', 'label', 'alt']) {
      const text = node.getAttribute(name);
      if (text && outside(text)[0]) bare.push(`${node.tagName}[${name}]: ${text.slice(0, 90)}`);
    }
  }
  return [...new Set(bare)];
}"""

# Lines of text that leave the window or a box that hides what is beyond it, and lines that lie over others.
_CUT = r"""() => {
  const wrong = [], lines = [];
  const walker = document.createTreeWalker(
    document.querySelector('.rt-app dialog[open]') || document.querySelector('.rt-app'), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode, parent = text.parentElement;
    if (!text.data.trim() || parent.closest('.rt-sr, .rt-card, .rt-palettecard, svg, option, textarea')) continue;
    if (!parent.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    let [left, right, top, bottom] = [0, innerWidth, -Infinity, Infinity];
    let [floats, scrolls, hidden] = [false, false, false];
    for (let node = parent; node && node !== document.body; node = node.parentElement) {
      const style = getComputedStyle(node), box = node.getBoundingClientRect();
      if (/sticky|fixed/.test(style.position) || style.zIndex !== 'auto') floats = true; // over what scrolls below it
      if (style.clipPath !== 'none') hidden = true; // for those who hear the page
      if (style.overflowX === 'auto' || style.overflowX === 'scroll') scrolls = true;
      if (scrolls) break;
      if (style.overflowX === 'hidden' || style.overflowX === 'clip') {
        left = Math.max(left, box.left);
        right = Math.min(right, box.right);
        top = Math.max(top, box.top);
        bottom = Math.min(bottom, box.bottom);
      }
    }
    for (const box of range.getClientRects()) {
      if (!box.width || hidden) continue;
      const name = `${parent.tagName}.${parent.className}: ${text.data.trim().slice(0, 60)}`;
      if (!scrolls && (box.left < left - 1 || box.right > right + 1 || box.top < top - 3 || box.bottom > bottom + 3))
        wrong.push(`cut off ${name}`);
      const ellipsis = getComputedStyle(parent).textOverflow === 'ellipsis';
      if (!floats) lines.push({ box, name, parent, text, ellipsis });
    }
  }
  for (let a = 0; a < lines.length; a += 1)
    for (let b = a + 1; b < lines.length; b += 1) {
      const [one, two] = [lines[a], lines[b]];
      if (one.text === two.text && one.ellipsis) continue; // what is hidden and what is shown of it
      const wide = Math.min(one.box.right, two.box.right) - Math.max(one.box.left, two.box.left);
      const high = Math.min(one.box.bottom, two.box.bottom) - Math.max(one.box.top, two.box.top);
      const fixed = one.parent.closest('.rt-nets th, .rt-nine th') || two.parent.closest('.rt-nets th, .rt-nine th');
      if (wide > 2 && high > 6 && !fixed) wrong.push(`${one.name} lies over ${two.name}`);
    }
  if (document.documentElement.scrollWidth > innerWidth) wrong.push('the page scrolls sideways');
  return [...new Set(wrong)].slice(0, 12);
}"""


class Walk:
    """A page in the pseudo-language, looked at in one state after the other."""

    def __init__(self, app: Visit, options: str, shots: str) -> None:
        self.app, self.page, self.options, self.shots = app, app.page, options, shots
        self.found: dict[str, list[str]] = {}

    def look(self, state: str) -> None:
        """Note what is wrong in this state."""
        # a comparison that is hidden is not worked out
        self.page.wait_for_function(
            """() => { const tables = [...document.querySelectorAll('.rt-nine')];
                 const isDone = one => !one.checkVisibility() || !one.classList.contains('rt-pending');
                 const hidden = document.querySelector('.rt-screen-analyse[hidden]');
                 return hidden || (tables.length > 0 && tables.every(isDone)); }"""
        )
        self.app.settle()
        bare = self.page.evaluate(f"({_BARE})(new RegExp({self.options!r}, 'g'))")
        if bare or (bare := self.page.evaluate(_CUT)):
            self.found[state] = bare
        self.app.shoot(f"{self.shots}-{state.replace(' ', '-')}")

    def press(self, act: str, nth: int = 0) -> None:
        """Press the button of an action, and wait until nothing is under way."""
        self.page.locator(f"[data-act='{act}']:visible").nth(nth).click()
        self.app.settle()

    def open_tab(self, key: str) -> None:
        """Show a panel that has a tab."""
        self.page.locator(f"[data-tab='{key}']").click()
        self.app.settle()


@pytest.fixture(params=[PROJECTOR, PHONE], ids=["projector", "phone"])
def walk(request: pytest.FixtureRequest, live_visit):
    """Open the page in the pseudo-language; what was wrong in any state is told at the end."""
    phone = request.param is PHONE
    options = "|".join(sorted({one for book in RULEBOOKS.values() for one in book.offers}, key=len, reverse=True))
    walks = []

    def open_page(query: str = "", mode: str = "analyse") -> Walk:
        app: Visit = live_visit(f"?lang=qps&mode={mode}{query}", phone=phone, reduced_motion="reduce")
        app.page.wait_for_selector(".rt-app[lang=qps]", state="attached")
        walks.append(Walk(app, options, f"qps-{'phone' if phone else 'projector'}"))
        return walks[-1]

    yield open_page
    assert {state: wrong for one in walks for state, wrong in one.found.items()} == {}
    assert not any(one.app.errors for one in walks)


def test_table_and_answer(walk):
    """The table as laid, after moves good and bad, with every reason and word open, and the answer step by step."""
    steps: Walk = walk(
        "&hand=2H+3H+4H+%7C+5C+6C+QD+%7C+8D+8S+5C+%7C+2D+2C+%7C+KS+QS&rules=adgaming-13&turned=QD&players=6"
    )
    steps.look("table")
    for list_of in steps.page.locator(
        "summary:visible:is([data-focus=why], [data-focus=words], [data-focus=keys])"
    ).all():
        list_of.click()
    steps.look("table explained")
    for level in (1, 2, 3, 4):
        steps.page.locator(f".rt-best [data-act=reveal][data-level='{level}']").first.click()
        steps.page.wait_for_selector(f".rt-best .rt-pips[aria-label*='{level}']", state="attached")
        steps.look(f"answer {level}")
    steps.press("take")
    steps.look("taken")
    steps.press("ungroup-tray")
    steps.look("ungrouped")
    steps.page.locator(".rt-loose [data-card]").first.click()
    steps.look("selected")


def test_comparison_and_rules(walk):
    """All rulebooks with their best, why two differ, another number of cards, the rules and their differences."""
    steps: Walk = walk("&hand=2H+3H+4H+%7C+5C+6C+PJ+%7C+KS+QS&rules=paplu-13&turned=QD&players=4")
    steps.press("show-best")
    steps.page.locator("[data-focus='pair']").click()
    steps.look("comparison")
    steps.page.locator(".rt-options summary").click()
    steps.look("options")
    steps.page.keyboard.press("Escape")
    steps.press("show-rulebook")
    for name in ("rulings", "differences"):
        steps.page.locator(f"[data-focus='{name}']").click()
    steps.look("rules")
    steps.page.keyboard.press("Escape")
    steps.page.locator("[data-field='rulebook']").first.select_option("marriage-21")
    steps.page.wait_for_selector(".rt-headline[data-tone=bad] .rt-button")
    steps.look("no figure")


def test_what_now(walk):
    """How far, what to throw, one way there; an open card, seen cards."""
    hand = "2H+3H+4H+%7C+7S+8S+9S+TS+%7C+5C+5D+5H+%7C+KD+KC+%7C+2S"
    steps: Walk = walk(f"&hand={hand}&rules=gorummy-13&turned=9D&open=KH&seen=KS")
    steps.open_tab("what_now")
    steps.look("what now hidden")
    for level in (1, 2, 3):
        steps.page.locator(f"[data-act='what-now'][data-level='{level}']").first.click()
        steps.page.wait_for_selector(f".rt-now .rt-pips[aria-label*='{level}']", state="attached")
        steps.page.wait_for_selector(".rt-nowwork", state="detached")
        steps.look(f"what now {level}")
    steps.page.locator("[data-focus='now-seen']").click()
    steps.look("seen cards")


def test_editor_and_bar(walk):
    """A hand that cannot be read, a deal, a tricky one, the class and its steps, the link to share, a bad link."""
    steps: Walk = walk("&hand=2H+XX&rules=none&turned=9Z&players=99&options=x&seen=YY")
    steps.look("bad link")
    steps.press("dismiss")
    steps.app.open_drawer("turned")
    steps.look("turned card")
    steps.app.open_drawer("pack")
    steps.look("pack")
    steps.app.open_drawer("hands")
    steps.look("hands")
    steps.page.locator(".rt-editor textarea").fill("2H 3X")
    steps.page.locator("[data-focus='lay']").click()
    steps.look("bad hand")
    steps.app.open_drawer("hands")
    steps.press("tricky")
    steps.look("tricky")
    steps.press("share")
    steps.look("share")
    steps.press("share")
    steps.press("classroom")
    steps.look("class")
    steps.press("next-step")
    steps.look("class step")


@pytest.mark.parametrize("key", ["s0-six", "s4-six", "marriage", "vazhushal", "pool"])
def test_rounds(walk, key):
    """Worked rounds, their payments one by one, an empty round, a name and cards that cannot be."""
    steps: Walk = walk()
    steps.app.show("round")
    steps.page.wait_for_selector(".rt-round .rt-nets")
    steps.page.select_option(".rt-round select[data-act=preset]", key)
    steps.app.settle()
    steps.look(f"round {key}")
    steps.press("step-start")
    steps.look(f"round {key} step")
    steps.press("step-all")
    steps.page.locator("[data-focus='seat-0-cards']").fill("2H 3X")
    steps.page.locator("[data-focus='seat-0-name']").click()
    steps.page.wait_for_selector(".rt-seat .rt-error")
    steps.look(f"round {key} wrong")
    steps.press("new")
    steps.look(f"round {key} empty")


def test_lesson(walk):
    """The doors and the path, a worked example, a task with its hints, and a wrong answer with its why."""
    steps: Walk = walk(mode="learn")
    steps.page.wait_for_selector(".rt-learn h2")
    steps.look("learn home")
    steps = walk("&lesson=sets&rules=adgaming-13", mode="learn")
    steps.page.wait_for_selector(".rt-steptext")
    steps.look("lesson example")
    steps = walk("&lesson=sets&task=sets.classify.5.1&rules=adgaming-13", mode="learn")
    steps.page.wait_for_selector(".rt-choice")
    steps.press("hint")
    steps.look("task with a hint")
    steps.page.locator(".rt-choice").last.click()
    steps.page.wait_for_selector(".rt-verdict")
    steps.look("task answered")


def test_puzzle(walk):
    """A puzzle with a story: a wrong answer, a hint, the answer with its why; and one in which a card is chosen."""
    steps: Walk = walk("&puzzle=x4", mode="puzzles")
    page = steps.page
    page.wait_for_selector(".rt-puzzlehead h2")
    steps.look("puzzle")
    for what in ("check", "hint", "show"):
        page.locator(f"[data-puzzle={what}]").click()
        steps.app.settle()
    page.wait_for_selector(".rt-puzzlewhy li")
    steps.look("puzzle answered")


def test_words_and_my_rules(walk):
    """The list of words, an entry of a word and of a ruling; the form of one's own rules, changed and refused."""
    steps: Walk = walk()
    page = steps.page
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    steps.look("words")
    page.keyboard.press("Escape")
    steps.open_tab("my_rules")
    page.wait_for_selector(".rt-mysection")
    steps.look("my rules")
    page.locator(".rt-mysection > summary").nth(3).click()
    page.locator(".rt-mysection[open] input[inputmode=numeric]").first.fill("lots")
    page.keyboard.press("Enter")
    page.wait_for_selector(".rt-myrules .rt-error")
    steps.look("my rules refused")


def test_another_language_is_chosen_in_the_bar(live_visit):
    """What is chosen reaches every panel at once, is there after a reload, and can be undone."""
    app: Visit = live_visit("?lang=qps&mode=analyse")
    page = app.page
    page.wait_for_selector(".rt-app[lang=qps] h1:has-text('⟦')")
    page.reload()
    page.wait_for_selector(".rt-app[lang=qps][data-ready] h1:has-text('⟦')")
    page.locator("[data-field=language]").select_option("en")
    page.wait_for_selector(".rt-app[lang=en] h1:has-text('Rummy Tutor')")
    app.settle()
    assert "⟦" not in page.locator(".rt-app").inner_text()
    assert page.locator("[data-field=language]").count() == 0, "English alone is no choice"
