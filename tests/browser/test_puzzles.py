"""Puzzles solved by mouse, touch and keys, and the sheet of words and rules over any screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator

from .conftest import Visit

_CARDS = "() => [...document.querySelectorAll('.rt-puzzletable [data-card]')].map(card => card.getBoundingClientRect())"


def solve_by_one_card(app: Visit) -> None:
    """Solve puzzle d: the six of hearts goes to the sequence that lacks it."""
    app.card("six of hearts").click()
    app.page.locator(".rt-tray").filter(has=app.page.locator("[data-card][aria-label^='three of hearts']")).locator(
        "[data-act=into]"
    ).click()
    app.answered()
    app.page.mouse.move(0, 0)  # a card that is pointed at is raised
    app.settle()
    laid = app.page.evaluate(_CARDS)
    app.page.get_by_role("button", name="Check").click()
    app.page.wait_for_selector(".rt-puzzleverdict[data-tone=good]")
    app.settle()
    assert app.page.evaluate(_CARDS) == laid  # no card moves for the verdict


def open_more(app: Visit) -> Locator:
    """Open the sheet of the other puzzles."""
    app.page.get_by_role("button", name="More puzzles").click()
    return app.page.locator(".rt-puzzlemore[open]")


def test_a_puzzle_is_solved_by_a_move_and_kept(live_visit):
    """One card moved and checked: the why, the row of solved ones, the next puzzle; a reload still knows it."""
    app: Visit = live_visit("?mode=puzzles&puzzle=d")
    page = app.page
    page.get_by_role("button", name="Check").click()
    page.wait_for_selector(".rt-puzzleverdict[data-tone=bad]")
    page.get_by_role("button", name="Start again").click()
    page.wait_for_selector(".rt-puzzleverdict", state="detached")
    solve_by_one_card(app)
    assert "Octro asks for a sequence of four" in page.locator(".rt-puzzleverdict .rt-whylines").inner_text()
    assert app.find_violations() == []
    page.get_by_role("button", name="Next puzzle").click()
    page.wait_for_selector(".rt-puzzlehead h2:focus")
    page.evaluate("history.replaceState(history.state, '', '?mode=puzzles&puzzle=d')")
    app.reload()
    page.wait_for_selector(".rt-puzzledone")
    assert not app.errors


@pytest.mark.parametrize("size", [{"phone": True}, {"width": 1280, "height": 720}], ids=["phone", "desk"])
def test_the_tools_stay_in_their_place_while_groups_come(live_visit, size):
    """Where cards are grouped by pressing, the next press is at the same place, above the foot."""
    app: Visit = live_visit("?mode=puzzles&rules=gorummy-13&puzzle=group.gorummy-13.3", **size)
    tools, places = app.page.locator(".rt-puzzletable .rt-toolbar"), []
    for group in range(3):
        app.settle()
        places.append(tools.bounding_box()["y"])
        for card in range(3):
            app.page.locator(".rt-puzzletable .rt-loose [data-card]").nth(card).click()
        app.page.locator(".rt-puzzletable [data-act=group]").first.click()
        app.page.locator(".rt-puzzletable .rt-tray").nth(group).wait_for()
    assert max(places) - min(places) <= 8, places  # px: less than a finger notices
    assert not app.errors


def test_a_solved_puzzle_comes_back_with_its_answer(live_visit):
    """By the browser's Back and from the list its verdict and its why are there again; Start again hides them."""
    app: Visit = live_visit("?mode=puzzles&puzzle=d")
    page = app.page
    solve_by_one_card(app)
    laid = app.trays()
    page.get_by_role("button", name="Next puzzle").click()
    page.wait_for_selector(".rt-puzzleverdict", state="detached")
    page.go_back()
    page.wait_for_selector(".rt-puzzleverdict[data-tone=good]")
    assert "Octro asks for a sequence of four" in page.locator(".rt-puzzleverdict .rt-whylines").inner_text()
    assert app.trays() == laid
    for key, shown in (("a", "detached"), ("d", "visible")):
        open_more(app).locator("[data-wish=rulebook]").select_option("")
        page.locator(f".rt-rung[data-key={key}]").click()
        page.wait_for_selector(".rt-puzzleverdict[data-tone=good]", state=shown)
    page.get_by_role("button", name="Start again").click()
    page.wait_for_selector(".rt-puzzleverdict", state="detached")
    assert page.get_by_role("button", name="Check").is_visible() and app.trays() != laid and not app.errors


def test_the_next_puzzle_is_of_the_kind_that_was_chosen(live_visit):
    """The sheet says what its lists are for; Skip keeps to them; only games with the kind are offered; the lists never
    name another kind than that of a puzzle gone back to; before anything is chosen all is of the learner's game."""
    app: Visit = live_visit("?mode=puzzles&puzzle=second.marriage-21.3&rules=marriage-21")
    page = app.page
    more = open_more(app)
    assert "“Skip”" in more.inner_text() and app.find_violations() == []
    assert {*more.locator(".rt-rung small").all_inner_texts()} == {"Indian (Nepali) Marriage"}
    more.locator("[data-wish=rulebook]").select_option("gorummy-13")
    more.locator("[data-wish=goal]").select_option("take")
    page.wait_for_selector("[data-wish=rulebook] option[value=marriage-21]", state="detached")
    page.keyboard.press("Escape")
    for _ in range(2):
        page.get_by_role("button", name="Skip").click()
        page.wait_for_selector(".rt-puzzlehead h2:has-text('Take it or leave it?')")
        app.answered()
    assert page.locator("[data-wish=goal]").input_value() == "take"
    page.get_by_role("button", name="Previous puzzle").click()
    page.get_by_role("button", name="Previous puzzle").click()
    page.wait_for_selector(".rt-puzzlehead h2:has-text('Take it or leave it?')", state="detached")
    assert page.locator("[data-wish=goal]").input_value() == "" and not app.errors


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_question_hand_and_check_are_in_sight_and_stay_there(live_visit, phone):
    """Nothing has to be scrolled to; a hint or a wrong answer moves no card and makes none smaller."""
    app: Visit = live_visit("?mode=puzzles&puzzle=group.gorummy-13.4", phone=phone, width=1280, height=720)
    page = app.page
    app.settle()
    before = page.evaluate(_CARDS)
    dock, ask = (page.locator(f".rt-puzzles {one}").bounding_box() for one in (".rt-dock", ".rt-bubble"))
    assert len(before) == 13 and all(ask["y"] + ask["height"] <= one["top"] for one in before)
    assert all(one["bottom"] <= dock["y"] and one["width"] >= 40 for one in before)
    page.get_by_role("button", name="Check").click()
    page.wait_for_selector(".rt-puzzleverdict[data-tone=bad]")
    page.get_by_role("button", name="Hint 1").click()
    page.wait_for_selector(".rt-puzzlehints li")
    app.settle()
    assert page.evaluate(_CARDS) == before and not app.errors


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_the_tools_of_a_puzzle_are_in_sight_and_cards_keep_their_size(live_visit, phone):
    """From the start and with a hint, Group can be pressed; cards that are grouped get no smaller at a desk."""
    app: Visit = live_visit("?mode=puzzles&puzzle=group.gorummy-13.4", phone=phone, width=1280, height=720)
    page = app.page
    group, dock = (page.locator(f".rt-puzzles {one}") for one in (".rt-tool[data-act=group]", ".rt-dock"))
    page.get_by_role("button", name="Hint 1").click()
    page.wait_for_selector(".rt-puzzlehints li")
    app.settle()
    tool = group.bounding_box()
    assert tool["y"] + tool["height"] <= dock.bounding_box()["y"]
    cards = page.locator(".rt-puzzletable .rt-loose [data-card]")
    width = cards.first.bounding_box()["width"]
    for at in (1, 2, 3):
        for _ in range(3):
            cards.locator("visible=true").and_(page.locator("[aria-pressed=false]")).first.click()
        assert page.locator(".rt-newtray.rt-taking").count() == 1  # a new group is marked as those that take them are
        group.click()
        app.wait_trays(at)
        app.settle()
        assert phone or cards.first.bounding_box()["width"] == width
        tool = group.bounding_box()
        assert tool["y"] + tool["height"] <= dock.bounding_box()["y"]
    assert not app.errors


def test_the_bar_of_a_puzzle_is_as_high_as_what_it_holds(live_visit):
    """After a long answer it is as low as before, and the buttons above it are whole."""
    app: Visit = live_visit("?mode=puzzles&puzzle=d", width=1280, height=720)
    page = app.page
    bar = page.locator(".rt-taskfoot .rt-dock")
    before = bar.bounding_box()["height"]
    page.get_by_role("button", name="Check").click()
    page.wait_for_selector(".rt-puzzleverdict[data-tone=bad]")
    page.get_by_role("button", name="Start again").click()
    page.wait_for_selector(".rt-puzzleverdict", state="detached")
    app.settle()
    assert bar.bounding_box()["height"] == before


def test_what_another_tab_has_solved_is_kept(live_visit):
    """A puzzle that another tab has solved meanwhile is still known once one is solved here."""
    app: Visit = live_visit("?mode=puzzles&puzzle=d")
    page = app.page
    kept = "JSON.parse(localStorage.getItem('rummy-tutor-puzzles'))"
    page.wait_for_function("localStorage.getItem('rummy-tutor-puzzles')")
    page.evaluate(f"() => {{ const now = {kept}; now.solved.x2 = 1; now.streak = now.longest = 1; "
                  "localStorage.setItem('rummy-tutor-puzzles', JSON.stringify(now)); }")  # fmt: skip
    page.get_by_role("button", name="Show me", exact=True).click()
    page.wait_for_function(f"{kept}.failed.includes('d')")
    assert page.evaluate(kept)["solved"] == {"x2": 1} and page.evaluate(kept)["longest"] == 1
    assert not app.errors


@pytest.mark.parametrize("phone", [False, True], ids=["keys", "touch"])
def test_an_answer_is_chosen(live_visit, phone):
    """The card to throw is selected in the hand by keys or touch; another is told wrong, nothing scrolls sideways."""
    app: Visit = live_visit("?mode=puzzles&puzzle=throw.gorummy-13.5", phone=phone, dark=phone)
    page = app.page
    first = page.locator(".rt-puzzletable [data-card][aria-label^='king of spades']")  # not the best card to throw
    assert page.locator("[data-puzzle=check][aria-disabled]").count()
    if phone:
        first.tap()
    else:
        first.focus()
        page.keyboard.press("Enter")
    page.get_by_role("button", name="Check").click()
    page.wait_for_selector(".rt-puzzleverdict[data-tone=bad]")
    page.get_by_role("button", name="Hint 1").click()
    page.wait_for_selector(".rt-puzzlehints li")
    page.get_by_role("button", name="Show me", exact=True).click()
    page.wait_for_selector(".rt-puzzletable [data-card][aria-pressed=true][aria-label^='queen of spades']")
    page.wait_for_selector(".rt-puzzleverdict .rt-whylines li")
    assert not app.scrolls_sideways() and app.find_violations() == [] and not app.errors
    app.shoot(f"puzzle-throw-{'phone' if phone else 'keys'}")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_words_open_from_the_text_the_key_and_a_citation(live_visit, dark):
    """A marked word is told in a bubble that leads to its entry, as "?" and a ruling do; Esc gives the focus back."""
    app: Visit = live_visit(dark=dark, phone=dark)
    page = app.page
    page.wait_for_function("CSS.highlights.get('rt-word')?.size > 3")
    box = page.evaluate(
        """() => { for (const range of CSS.highlights.get('rt-word')) {
             const box = range.getBoundingClientRect();
             if (box.width && box.y > 0 && box.bottom < innerHeight - 120)
               return [box.x + box.width / 2, box.y + box.height / 2]; } }"""
    )
    bubble = page.locator(".rt-wordbubble")
    for key in ("Escape", "Enter"):  # closed, and opened again for more
        page.mouse.click(*box)
        bubble.locator("button:focus").wait_for()
        told = bubble.bounding_box()
        assert told["x"] >= 0 and told["x"] + told["width"] <= page.viewport_size["width"] and told["height"] < 300
        assert len(bubble.locator("p").inner_text().split()) <= 30 and not page.locator(".rt-sheet[open]").count()
        # of a card that the bubble half covers axe takes the bubble's colour for the ground
        assert [found for found in app.find_violations() if "rt-jokerword" not in found[1]] == []
        page.keyboard.press(key)
        bubble.wait_for(state="hidden")
    page.wait_for_selector(".rt-wordentry h3:focus")
    room = "h3 => h3.getBoundingClientRect().left - h3.parentNode.getBoundingClientRect().left"
    assert page.locator(".rt-wordentry h3").evaluate(room) >= 5, "nothing cuts the ring around what has the focus"
    page.keyboard.press("Escape")
    page.wait_for_selector(".rt-sheet:not([open])", state="attached")
    if not dark:
        app.card("king of hearts").focus()
        page.keyboard.press("?")
        page.wait_for_selector(".rt-wordsearch:focus")
        page.keyboard.type("first life")
        page.wait_for_function("document.querySelectorAll('.rt-wordlist li').length < 10")
        page.wait_for_selector(".rt-wordentry h3:has-text('pure sequence')")  # the nearest entry, while one types
        assert page.locator(".rt-wordsearch:focus").count()
        page.locator(".rt-wordlist [data-word='pure-sequence']").click()
        page.wait_for_selector(".rt-wordexample")
        page.keyboard.press("Escape")
        page.wait_for_selector("[data-card][aria-label^='king of hearts']:focus")
        page.get_by_role("button", name="Classroom").click()
        page.wait_for_selector(".rt-classroom")
        page.keyboard.press("?")
        page.wait_for_selector(".rt-sheet[open]")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Leave classroom mode").click()
        page.wait_for_selector(".rt-classroom", state="detached")
    page.locator("summary[data-focus=why]").first.click()
    page.locator(".rt-source > summary:visible").first.click()
    page.locator("button.rt-cite:visible").first.click()
    page.wait_for_selector(".rt-wordentry h3:has-text('S'), .rt-wordentry h3:has-text('R')")
    assert app.find_violations() == [] and not app.scrolls_sideways() and not app.errors
    app.shoot(f"words-{'dark' if dark else 'light'}")


def test_escape_closes_the_sheet_and_leaves_the_table_alone(live_visit) -> None:
    """The key is the sheet's while it is open, also when nothing has the focus: what was selected stays so."""
    app: Visit = live_visit()
    page = app.page
    app.card("king of hearts").click()
    page.wait_for_selector("[data-card][aria-pressed=true]")
    page.keyboard.press("?")
    page.wait_for_selector(".rt-wordsearch:focus")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Escape")
    page.wait_for_selector(".rt-sheet:not([open])", state="attached")
    app.settle()
    assert page.locator("[data-card][aria-pressed=true]").count() == 1


def test_a_rule_in_the_entry_of_a_word_opens_among_all_rules(live_visit) -> None:
    """A click on it shows the rules of the game at its place, which has the focus; Escape leads back to the page."""
    app: Visit = live_visit()
    page = app.page
    app.card("king of hearts").focus()
    page.keyboard.press("?")
    page.locator(".rt-wordlist [data-word='sequence']").first.click()
    page.locator(".rt-wordown [data-rule='Sequences']").click()
    place = page.locator(".rt-sheet[open] [data-term='Sequences']:focus")
    place.wait_for()
    assert "3 or more cards of one suit" in place.inner_text() and not app.errors
    page.keyboard.press("Escape")
    page.wait_for_selector(".rt-sheet:not([open])", state="attached")


def test_all_questions_are_in_sight_when_the_words_are_opened_on_a_phone(live_visit) -> None:
    """What a beginner asks comes first, before the long list of words, and no question is below the edge."""
    app: Visit = live_visit(phone=True)
    page = app.page
    page.get_by_role("button", name="More", exact=True).tap()
    page.get_by_role("button", name="Words").first.tap()
    questions = page.locator(".rt-wordlist section").first.locator("li")
    questions.first.wait_for()
    assert questions.count() == 10 and all(text.endswith("?") for text in questions.all_inner_texts())
    box = questions.last.bounding_box()
    assert box is not None and box["y"] + box["height"] <= page.viewport_size["height"]
