"""What stands where: the bar in its rows, the loose cards in sight, a heading over every field, nothing cut off."""

from __future__ import annotations

import sys
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page

from rummy_tutor.rulebooks import RULEBOOKS
from rummy_tutor.tutor.lessons import list_lessons

from .conftest import TABLE, Visit
from .machines import BOTH_SIZES, MACHINES, Machine
from .rounds import open_round, pick, seat_field

pytestmark = pytest.mark.machines(*BOTH_SIZES)

# 14 cards with a group that is no meld, so that its reason is shown
BAD_GROUPS = (
    "2H 3H 4H | 5C 6C QD | 8D 8S 5C | 2D 2C KS | 9H | QS",
    "3S 5C 7C KC | 6H TC 2S | 8C TC TH | 2S 6S | 6S | KD",
    "3D 7H | 2C JD | AC TS | 8H 7S | JS QH | 4H | KC | 5S | 5D",
    "6H 3H 9H KH 8C | TS JD JD JS | 2C 8D 3C | 2S | AD",
    "2D 7D 4C | 7C JC JD | 6D 3H 4S | 8S | 9C | 6D | 7S | 8H",
)

# most of them no melds, so that each has its reason
NINE_GROUPS = [
    "AS 8S 8S | 8S 9S JS | QS KS AH | 8H 8H JH | QH AD 8D | 9D JD QD | AC 6C 7C | 8C 9C TC | JC JC KC",
    "TS 9C 6S | 9C 9D 6S | 7D 3H 9S | 7D QC QH | QC 5C 3D | QD 5H 4H | 9S KC AC | AD 6C 7H | 2C KC 4D 6H",
]


def _screens(count: int, height: int, machine: Machine) -> float:
    """So many screens, in px: letters a quarter larger take a quarter more room across and down."""
    return count * height * (machine.root / 16) ** 2


def _fonts_of(app: Visit, selector: str) -> set[tuple[str, bool]]:
    """The fonts an element is drawn with: family, and whether the page brought it."""
    session = app.page.context.new_cdp_session(app.page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    node = session.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    found = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    session.detach()
    return {(one["familyName"], one["isCustomFont"]) for one in found}


@pytest.mark.machines(*MACHINES)
def test_the_page_is_written_in_its_own_font(table, machine):
    """Whatever the machine has and however large it writes, the page's text is the same; suits in it too."""
    app: Visit = table()
    page = app.page
    page.evaluate(
        """() => { const add = (id, family, text) => {
             const node = Object.assign(document.createElement('p'), {id, textContent: text});
             node.style.fontFamily = family;
             document.querySelector('.rt-app').append(node); };
           add('own', '', '7♠ 8♥ 9♦ 10♣ costs 12 – 3 × “4” − 5 …');
           add('other', 'system-ui', 'abc'); }"""
    )
    app.settle()  # fonts are told of what has been laid out
    if sys.platform == "linux":
        assert _fonts_of(app, "#other") == {(machine.family, False)}, "the machine is what it says it is"
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == f"{machine.root}px"
    assert {own for _, own in _fonts_of(app, "#own")} == {True}
    assert page.evaluate("getComputedStyle(document.getElementById('own')).fontSize") == f"{machine.root}px"
    page.evaluate("['own', 'other'].forEach(id => document.getElementById(id).remove())")


_BOXES = """selector => [...document.querySelectorAll(selector)].filter(one => one.checkVisibility()).map(one => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return { left, top, right, bottom };
})"""
_RAIL = ".rt-rail .rt-railbutton"
_GAME = ":is(.rt-gameplace .rt-field, .rt-gameplace .rt-options > summary, .rt-drawers .rt-button)"


def _lie_apart(boxes: list[dict]) -> bool:
    """Whether no box lies over another."""
    return not any(
        one["left"] < other["right"] - 1
        and other["left"] < one["right"] - 1
        and one["top"] < other["bottom"] - 1
        and other["top"] < one["bottom"] - 1
        for at, one in enumerate(boxes)
        for other in boxes[:at]
    )


def _check_rail(app: Visit, width: int, where: object) -> None:
    """A rail on the left, nothing of it over the page or out of sight; on narrow pages five tabs at the foot."""
    boxes = app.page.evaluate(_BOXES, _RAIL)
    assert _lie_apart(boxes), where
    assert all(box["left"] >= 0 and box["right"] <= width for box in boxes), where
    assert all(box["top"] >= 0 and box["bottom"] <= app.page.viewport_size["height"] for box in boxes), where
    assert all(box["bottom"] - box["top"] >= 44 for box in boxes), where
    if width >= 1000:
        (screens,) = app.page.evaluate(_BOXES, ".rt-screen:not([hidden])")
        assert max(box["right"] for box in boxes) <= screens["left"] + 1, where
        assert len({round(box["left"]) for box in boxes}) == 1 and len(boxes) >= 8, where
    else:
        assert len(boxes) == 5 and len({round(box["top"]) for box in boxes}) == 1, where


def test_the_screens_stand_in_a_rail_or_in_five_tabs(table):
    """From 1000 px on they stand in a rail on the left, below that at the foot, under the thumb; nothing is cut off."""
    query = {"hand": "2H 3H 4H | KS", "rules": "paplu-13", "turned": "TD", "options": "ace-jokers"}
    app: Visit = table("?" + urlencode(query))
    for width in (320, 412, 700, 999, 1000, 1100, 1280, 1480):
        app.resize(width, 720)
        _check_rail(app, width, width)
        assert _lie_apart(app.page.evaluate(_BOXES, _GAME)), width
        assert not app.scrolls_sideways(), width


@pytest.mark.parametrize("hand", BAD_GROUPS)
def test_fourteen_cards_with_a_bad_group_are_all_in_sight(table, hand, machine):
    """On a projector, light or dark, the felt ends above the fold, its loose cards and their cost with it.

    Whoever has letters a quarter larger scrolls the felt, and the page stays.
    """
    app: Visit = table("?" + urlencode({"hand": hand, "rules": "adgaming-13", "turned": "QD"}))
    page = app.page
    assert page.locator(".rt-felt [data-card]").count() == 14 and page.locator(".rt-reasons").count() >= 1
    for theme in app.each_theme():
        bottoms = page.locator(".rt-felt, .rt-loose, .rt-felt [data-card]").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect().bottom)"
        )
        assert app.page.evaluate("document.documentElement.scrollHeight <= innerHeight"), theme
        if machine.root > 16:
            continue
        assert max(bottoms) <= 720, theme
        widths = page.locator(".rt-felt [data-card]").evaluate_all("all => all.map(one => one.offsetWidth)")
        assert min(widths) >= 44, theme
        if hand == BAD_GROUPS[0]:
            app.shoot(f"14-cards-bad-group-{theme}")


def test_cards_grow_again_where_there_is_room(table, machine):
    """A felt drawn tight for want of room takes its full size back when the groups are undone or the window grows."""
    low, high = (640, 1000) if machine.root == 16 else (1000, 1400)
    app: Visit = table("?" + urlencode({"hand": BAD_GROUPS[0], "rules": "adgaming-13", "turned": "QD"}), height=low)
    page = app.page
    width = "document.querySelector('.rt-felt [data-card]').offsetWidth"
    small = page.evaluate(width)
    page.set_viewport_size({"width": 1280, "height": high})
    page.wait_for_function(f"{width} > {small}")
    page.set_viewport_size({"width": 1280, "height": low})
    page.wait_for_function(f"{width} === {small}")
    for _ in range(2):
        page.locator("[data-act=ungroup-tray]").last.click()
        app.answered()
    page.wait_for_function(f"{width} > {small}")
    assert not app.errors


def test_a_class_sees_the_whole_hand(table, machine):
    """In the classroom, with cards still large, the felt of a hand of four melds ends above the fold."""
    app: Visit = table()
    app.page.get_by_role("button", name="Classroom").click()
    app.page.wait_for_selector(".rt-classroom")
    for _ in range(2):
        app.page.keyboard.press("n")
        app.answered()
    app.page.wait_for_selector(".rt-figure")
    app.page.wait_for_function("document.querySelector('.rt-felt').getBoundingClientRect().bottom <= innerHeight")
    assert app.page.locator(".rt-felt [data-card]").first.evaluate("card => card.offsetWidth") >= 64
    title, text = (app.page.locator(f".rt-loose {name}").bounding_box() for name in (".rt-loosetitle", ".rt-empty"))
    assert text["x"] > title["x"] + title["width"] and abs(text["y"] - title["y"]) < 8


_FIELDS = """() => [...document.querySelectorAll('[data-open=true] .rt-seatmore :is(input, select, textarea)')]
.map(field => {
  const label = field.closest('label');
  const heading = label && (label.querySelector('span') || label);
  const box = heading && heading.getBoundingClientRect();
  const own = field.getBoundingClientRect();
  return {
    shown: own.width > 0,
    name: field.getAttribute('aria-label') || (label ? label.textContent : ''),
    heading: heading ? heading.textContent.trim() : '',
    seen: Boolean(box) && box.width > 20 && box.height > 8 && box.right <= innerWidth
      && heading.scrollWidth <= heading.clientWidth + 1,
    above: Boolean(box)
      && (field.type === 'checkbox' || (box.bottom <= own.top + 2 && Math.abs(box.left - own.left) < 4)),
    fits: own.right <= innerWidth && own.left >= 0,
  };
})"""


@pytest.mark.parametrize(
    "size", [{}, {"width": 1000, "height": 700}, {"phone": True}], ids=["projector", "narrow", "phone"]
)
def test_every_field_of_a_player_has_a_heading(table, size):
    """A visible heading stands over each field, and the field's full name holds it and says whose it is."""
    app: Visit = table(**size)
    page = app.page
    open_round(app)
    seen: set[str] = set()
    for key in ("s0-six", "marriage", "s4-six", "vazhushal", "pool"):
        pick(app, key)
        if key == "s0-six":
            if page.locator(".rt-seat .rt-roundfoldrow:visible").count():
                page.locator(".rt-seat:last-child .rt-roundfoldrow").click()
            seat_field(page, "How it ended for Player 6").select_option("left-table")
            page.get_by_text("left after drawing a card").wait_for()
        rows = page.locator(".rt-seat .rt-roundfoldrow:visible")
        fields = []
        for at in range(rows.count()):  # all fields of one player are shown at a time
            if rows.nth(at).get_attribute("aria-expanded") == "false":
                rows.nth(at).click()
            page.locator(f".rt-seat:nth-child({at + 1})[data-open=true]").wait_for()
            fields += [one for one in page.evaluate(_FIELDS) if one["shown"]]
        assert len(fields) == page.locator(".rt-seat :is(input, select, textarea)").count() >= 6
        for field in fields:
            assert field["heading"] and field["seen"] and field["above"] and field["fits"], (key, field)
            assert field["heading"].lower() in field["name"].lower(), (key, field)
            seen.add(field["heading"])
    assert {"Name", "How it ended", "Cards or points", "Cards, if shown", "Cards or score", "Value cards"} <= seen
    assert {"Tunnelas laid before play", "Turned card", "Declared with", "left after drawing a card"} <= seen
    assert not app.errors


def test_no_button_of_the_pack_is_cut_off(table, machine):
    """Every card of the palette shows its rank, its suit and how many are held, at any width."""
    app: Visit = table(width=412, height=900)
    app.open_drawer("pack")
    for width in (412, 768, 1000, 1280):
        app.resize(width, 900)
        buttons = app.page.locator(".rt-palettegrid :is(b, small, .rt-paletteminus)")
        assert buttons.first.is_visible()
        cut = buttons.evaluate_all(
            """all => all.filter(one => {
                 const words = document.createRange();
                 words.selectNodeContents(one);
                 const [box, cell] = [words, one.closest('.rt-palettecell')].map(node => node.getBoundingClientRect());
                 const lines = new Set([...words.getClientRects()].map(line => Math.round(line.top))).size;
                 return box.width && (box.right > cell.right || box.left < cell.left || lines > 1);
               }).map(one => one.outerHTML)"""
        )
        assert cut == [], width


def test_the_best_discards_are_in_sight_and_the_page_is_no_higher_than_the_window(table):
    """Five discards are listed until every one is asked for, and however long the answer is the page stays as it is."""
    hand = "2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S 7C"
    app: Visit = table("?" + urlencode({"hand": hand, "rules": "gorummy-13", "turned": "9D"}), width=1280, height=720)
    page = app.page
    page.get_by_role("tab", name="What now").click()
    page.locator(".rt-now .rt-button", has_text="Show it all").click()
    page.wait_for_selector(".rt-throws tbody tr")
    app.wait_worked_out()
    rows = page.locator(".rt-throws tbody tr")
    assert rows.count() == 5
    assert rows.first.evaluate("row => row.getBoundingClientRect().bottom <= innerHeight")
    page.get_by_role("button", name="Every discard").click()
    assert rows.count() == len(hand.split())
    assert page.evaluate("document.documentElement.scrollHeight === innerHeight")


def test_what_groups_would_take_is_written_beside_their_figures(table):
    """While a card is selected each group says how many cards it would take, and covers what no group costs."""
    app: Visit = table(width=1280, height=720)
    app.card("king of spades").click()
    app.wait_selected(1)
    app.settle()
    boxes = app.page.evaluate(_BOXES, ".rt-felt :is(.rt-putsign, .rt-traycost, .rt-trayhead .rt-badge)")
    assert len(boxes) >= 11 and _lie_apart(boxes)


def test_what_is_wrong_and_what_is_shared_moves_nothing(table):
    """A message and the link to share lie over the page, in sight also where it has been scrolled."""
    app: Visit = table(phone=True)
    page = app.page
    find_top = "document.querySelector('.rt-felt').getBoundingClientRect().top"
    page.evaluate("scrollTo(0, 120)")
    before = page.evaluate(find_top)
    app.card("king of spades").click()
    page.keyboard.press("g")
    for message in (".rt-banner .rt-message", ".rt-share"):
        if message == ".rt-share":
            page.locator("[data-act=menu]").tap()
            page.locator("[data-act=share]").tap()
        page.wait_for_selector(message)
        assert page.evaluate(find_top) == before
        box = page.locator(message).bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= page.viewport_size["height"]


@pytest.mark.machines(*MACHINES)
def test_what_is_played_has_room_even_without_its_own_font(live_visit):
    """Where the page's font does not come the names of the choices are shortened, and nothing lies over another."""
    query = {"hand": "2H 3H 4H | KS", "rules": "paplu-13", "turned": "TD", "options": "ace-jokers"}
    app: Visit = live_visit("?" + urlencode(query), width=1272, height=720)
    assert app.page.evaluate("document.fonts.size") >= 2, "the page brings its fonts"
    app.page.evaluate("document.fonts.clear()")
    for width in (1000, 1272, 1280, 1340, 1480):
        app.resize(width, 720)
        _check_rail(app, width, width)
        boxes, (felt,) = (app.page.evaluate(_BOXES, one) for one in (_GAME, ".rt-left"))
        assert _lie_apart(boxes) and max(box["right"] for box in boxes) <= felt["right"], width


def _choose_game(page: Page, key: str) -> None:
    """Choose a game on the first screen of Learn."""
    page.locator(".rt-apart summary").click()
    page.locator(f".rt-apart [data-book={key}]").click()


def test_a_mode_is_two_screens_of_a_phone_long_at_most(live_visit, machine):
    """What a mode opens with ends within two screens of a phone, the drawers of the hand shut."""
    app: Visit = live_visit(phone=True)
    for mode in ("analyse", "learn", "puzzles"):
        app.show(mode)
        app.page.wait_for_selector(f".rt-screen-{mode} :is(.rt-hero, .rt-felt):visible")
        app.answered()
        app.settle()
        assert app.page.evaluate("document.documentElement.scrollHeight") <= _screens(2, 915, machine), mode
    longest = max(RULEBOOKS.values(), key=lambda book: len(list_lessons(book)))
    app.show("learn")
    app.page.locator("[data-act=list]").click()
    _choose_game(app.page, longest.key)
    app.page.wait_for_selector(f".rt-stop >> nth={len(list_lessons(longest)) - 1}")
    app.answered()
    assert app.page.evaluate("document.documentElement.scrollHeight") <= _screens(2, 915, machine), longest.key
    for hand in NINE_GROUPS:
        app = live_visit("?" + urlencode({"hand": hand, "rules": "paplu-27", "turned": "9C"}), phone=True)
        app.settle()
        assert app.page.locator(".rt-tray").count() == 9
        assert app.page.evaluate("document.documentElement.scrollHeight") <= _screens(2, 915, machine), hand


def test_all_lessons_and_the_other_puzzles_are_in_sight(live_visit, machine):
    """In a window of a small notebook every game's lessons are in sight, and above a puzzle what leads to others."""
    app: Visit = live_visit("?mode=learn&rules=gorummy-13", width=1280, height=720)
    page = app.page
    page.locator("[data-act=list]").click()
    for key, book in RULEBOOKS.items():
        _choose_game(page, key)
        page.wait_for_function("n => document.querySelectorAll('.rt-stop').length === n", arg=len(list_lessons(book)))
        assert page.evaluate("document.documentElement.scrollHeight") <= _screens(1, 720, machine), key
    app.resize(1366, 768)
    app.show("puzzles")
    page.wait_for_selector(".rt-screen-puzzles .rt-felt:visible")
    app.settle()
    more, felt = (page.locator(f".rt-puzzles {one}").bounding_box() for one in ("[data-puzzle=more]", ".rt-felt"))
    assert more["y"] >= 0 and more["y"] + more["height"] <= felt["y"]


def test_each_mode_says_first_what_it_is_for(live_visit):
    """Some words under the bar, not before a class; where a hand is analysed what it costs, and all is in sight."""
    app: Visit = live_visit(TABLE, width=1280, height=720)
    page, told = app.page, set()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    field, key = (page.locator(f".rt-textform {one}").bounding_box() for one in ("textarea", ".rt-handkey"))
    assert all(sign in page.locator(".rt-handkey").inner_text() for sign in ("T =", "PJ =", "| =", "/ ="))
    assert 0 <= key["y"] - field["y"] - field["height"] < 10
    assert page.locator(".rt-headline .rt-lead").inner_text() == "This hand costs"
    for mode, line in (("round", ".rt-purpose:first-child"), ("puzzles", ".rt-bubble h2")):
        app.show(mode)
        line = page.locator(f".rt-screen-{mode} {line}")
        line.wait_for()
        assert line.bounding_box()["y"] < 120, mode
        told.add(line.inner_text())
    assert len(told) == 2 and all(told)
    page.get_by_role("button", name="Classroom").click()
    page.wait_for_selector(".rt-classroom")
    assert not page.locator(".rt-purpose:visible").count()


def test_a_round_is_two_screens_of_a_phone_long_at_most(live_visit, machine):
    """Each worked round, and an empty one with a player's fields open, ends within two screens of a phone."""
    app: Visit = live_visit(phone=True)
    page = app.page
    open_round(app)
    height = "document.documentElement.scrollHeight"
    for key in ("s0-six", "marriage", "s4-six", "vazhushal", "pool"):
        pick(app, key)
        app.settle()
        assert page.evaluate(height) <= _screens(2, 915, machine), key
        assert not page.locator(".rt-entry:visible").count()
    page.get_by_role("button", name="Empty round").click()
    page.locator(".rt-seat.rt-missing .rt-roundfoldrow").first.click()
    page.wait_for_selector(".rt-seat[data-open=true] :text('missing')")
    assert page.evaluate(height) <= _screens(2, 915, machine)


_SMALL = """() => [...document.querySelectorAll('.rt-app *')].filter(one => {
  const own = [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim());
  const box = one.getBoundingClientRect();
  return own && !one.closest(".rt-card, kbd") && box.width > 2 && box.bottom > 0 && box.top < innerHeight
    && parseFloat(getComputedStyle(one).fontSize) * one.currentCSSZoom < 14;
}).map(one => one.outerHTML.slice(0, 90) + getComputedStyle(one).fontSize)"""


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1366, 768)])
def test_many_bad_groups_fit_a_small_window(live_visit, machine, width, height):
    """Twenty-seven cards in groups that are no melds end above the fold; why each is none stands folded below."""
    hand = "2H 5S 9D KS | 3C 7H | JD 4S 8D QC | 6H TC AS | KD 2C | 5H 7S 9C 3D | JH 4D 8S | QH 6S TD | AC KH 2S"
    query = {"mode": "analyse", "rules": "paplu-27", "hand": hand, "turned": "KD", "players": "4"}
    app: Visit = live_visit("?" + urlencode(query), width=width, height=height)
    page = app.page
    box = page.locator(".rt-felt").bounding_box()
    assert box["y"] + box["height"] <= _screens(1, height, machine)
    page.get_by_text("Why no meld?").click()
    assert page.locator(".rt-helps details[open] li").count() == 9
    assert app.find_violations() == [] and not app.errors


@pytest.mark.parametrize("widths", [(1600, 1759, 1760), (1899, 1900, 1920), (2560,)], ids=lambda widths: widths[0])
def test_a_large_window_is_written_larger(live_visit, machine, widths):
    """From 1700 px on all is larger, the rail is whole, and nothing is cut off or scrolls sideways."""
    height = 1440 if widths[0] > 2400 else 1000
    app: Visit = live_visit(TABLE, width=widths[0], height=height)
    page = app.page
    for mode in ("learn", "puzzles", "round", "analyse"):
        app.show(mode)
        page.wait_for_selector(f".rt-screen-{mode} :is(.rt-door, .rt-felt, .rt-ledger):visible")
        app.answered()
        for width in widths:
            app.resize(width, height)
            _check_rail(app, width, (mode, width))
            assert not app.scrolls_sideways(), (mode, width)
            if width >= 1900:
                assert page.evaluate(_SMALL) == [], (mode, width)
    for width in widths:
        app.resize(width, height)
        _drag_a_card(app)
        page.keyboard.press("z")
        app.wait_loose(0)
    assert not app.errors


def _drag_a_card(app: Visit) -> None:
    """Drag the first card of a hand that is all in sight to the loose ones; it is seen under the pointer."""
    page = app.page
    felt = page.locator(".rt-screen-analyse .rt-felt")
    assert felt.evaluate("felt => felt.getBoundingClientRect().bottom <= innerHeight")
    card = felt.locator("[data-card]").first
    start, place = card.bounding_box(), felt.locator("[data-tray=loose]").bounding_box()
    page.mouse.move(start["x"] + 20, start["y"] + 30)
    page.mouse.down()
    page.mouse.move(place["x"] + 60, place["y"] + 15, steps=4)
    ghost = page.locator(".rt-ghost-cards").bounding_box()
    assert abs(ghost["x"] - place["x"] - 60) < 60 and abs(ghost["y"] - place["y"] - 15) < 90, "it is carried along"
    page.mouse.up()
    app.wait_loose(1)


def test_the_cards_before_a_class_use_the_width_of_a_projector(live_visit):
    """At 1920 by 1080 the cards of a hand of thirteen are at least 120 px wide, every step of the answer shown."""
    app: Visit = live_visit(TABLE + "&view=class", width=1920, height=1080)
    page = app.page
    width = "document.querySelector('.rt-felt [data-card]').offsetWidth"
    page.wait_for_function(f"{width} >= 120")
    for _ in range(4):
        page.keyboard.press("n")
        app.answered()
    page.wait_for_selector(".rt-figure")
    app.settle()
    assert page.evaluate(width) >= 120
    assert page.locator(".rt-felt").evaluate("felt => felt.getBoundingClientRect().bottom <= innerHeight")


def test_few_cards_of_a_lesson_are_large_and_larger_before_a_class(live_visit):
    """They grow while no row breaks, are larger before a class, and shrink again after it."""
    link = "?mode=learn&lesson=wild&rules=adgaming-13"
    app: Visit = live_visit(link, width=1280, height=720)
    page = app.page
    width = "document.querySelector('.rt-learntable [data-card]').offsetWidth"
    page.wait_for_function(f"{width} > 80")
    assert page.locator(".rt-learntable .rt-felt").evaluate(
        "felt => felt.getBoundingClientRect().bottom <= innerHeight"
    )
    app.resize(1920, 1080)
    large = page.evaluate(width)
    app = live_visit(f"{link}&view=class", width=1920, height=1080)
    page = app.page
    page.wait_for_selector(".rt-classroom .rt-steptext")
    page.wait_for_function(f"{width} >= 120")
    page.get_by_role("button", name="Leave classroom mode").click()
    page.wait_for_selector(".rt-classroom", state="detached")
    page.wait_for_function(f"{width} === {large}")
    assert not app.errors
