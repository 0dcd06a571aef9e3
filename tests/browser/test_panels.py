"""What lies around the table: tabs, the memory of a tab, the way out of a game that does not know a card."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from rummy_tutor.rulebooks import RULEBOOKS

from .conftest import Visit
from .machines import BOTH_SIZES

NINE = "2C 2C | 4H 4H | 7S 7S | TD TD | QC QC | KH KH | 5D 6D 7D | 9C 9C | AH 3S | PJ | JD"
JOKERS = {"hand": "KH KS KD | 6H 7H PJ | 9S TS JS PJ | 5S 5H 4D", "rules": "gorummy-13", "players": "4"}


def test_the_rules_are_a_press_away_and_the_open_tab_is_remembered(live_visit):
    """The button beside the rulebook opens its page as a sheet, Esc closes it; a reload finds an open tab again."""
    app: Visit = live_visit()
    page = app.page
    assert page.locator(".rt-rulebook").is_hidden()
    page.get_by_role("button", name="Rules", exact=True).click()
    page.wait_for_selector(".rt-sheet .rt-rulebook:visible")
    assert "With at least 2 sequences" in page.locator(".rt-rulebook").inner_text()
    app.shoot("rules")
    page.get_by_role("tab", name="The rules").focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("[data-tab=words][aria-selected=true]:focus")
    assert page.locator(".rt-rulebook").is_hidden()
    page.keyboard.press("Escape")
    page.wait_for_selector(".rt-sheet:not([open])", state="attached")
    page.wait_for_selector("[data-act=show-rulebook]:focus")
    page.select_option("[data-field=rulebook]", "marriage-21")
    page.get_by_role("button", name="Rules", exact=True).click()
    page.wait_for_selector(".rt-rulebook h2:has-text('Marriage')")
    page.keyboard.press("Escape")
    page.locator("[data-tab=what_now]").click()
    app.reload()
    page.wait_for_selector("[data-tab=what_now][aria-selected=true]")
    page.get_by_role("button", name="New hand").click()
    page.wait_for_selector(".rt-drawer [data-act=deal]:focus")
    assert not app.errors


def test_what_was_revealed_is_kept_over_a_reload_and_given_to_nobody(live_visit):
    """A reload shows the steps, the best column and the order of cards again; the link shows none of them elsewhere."""
    app: Visit = live_visit()
    page = app.page
    for label in ("Is there a better grouping?", "How many points?", "Which cards move?"):
        page.get_by_role("button", name=label).click()
    page.wait_for_selector(".rt-best .rt-pips[aria-label='Step 3 of 4']")
    page.get_by_role("button", name="Show best").click()
    page.wait_for_selector(".rt-nine .rt-yes")
    page.get_by_role("button", name="Sort by rank").click()
    page.wait_for_selector("text=Sort by suit")
    app.reload()
    page.wait_for_selector(".rt-best .rt-pips[aria-label='Step 3 of 4']")
    page.wait_for_selector(".rt-nine .rt-yes")
    assert page.locator("text=Sort by suit").count() == 1
    other: Visit = live_visit(url=page.url)
    assert other.page.locator(".rt-best .rt-steps").count() == 0 and other.page.locator(".rt-nine .rt-yes").count() == 0
    app.card("king of spades").click()
    page.keyboard.press("u")
    page.wait_for_selector(".rt-loose [data-card]")
    page.evaluate("history.replaceState(history.state, '', '?hand=2H+3H+4H+%7C+KS')")
    app.reload()
    assert page.locator(".rt-best .rt-steps").count() == 0, "what was revealed of one hand is not shown of another"


def test_a_game_without_printed_jokers_says_so_and_offers_the_way_out(table):
    """Choosing Marriage with jokers in the hand keeps every card, says why there is no figure, and leads on or back."""
    app: Visit = table("?" + urlencode(JOKERS))
    page = app.page
    before = app.text()
    page.select_option("[data-field=rulebook]", "marriage-21")
    page.wait_for_selector(".rt-headline :text('is played without printed jokers')")
    app.shoot("marriage-with-jokers")
    assert app.text() == before and page.locator(".rt-message").count() == 0
    page.get_by_role("button", name="Back to GoRummy Points Rummy").click()
    app.wait_figure("80")
    page.select_option("[data-field=rulebook]", "marriage-21")
    page.get_by_role("button", name="Take the 2 printed jokers away").click()
    app.wait_figure("10")
    assert app.text() == "KH KS KD | 6H 7H | 9S TS JS | 5S 5H 4D"
    page.keyboard.press("z")
    app.wait_text(before)
    assert not app.errors


def test_cards_that_move_are_marked_on_the_table_and_groups_of_the_answer_point_at_theirs(table):
    """From the third step on the cards to move are marked; pointing at a group of the answer lights its cards up."""
    app: Visit = table()
    page = app.page
    page.get_by_role("button", name="Is there a better grouping?").click()
    page.get_by_role("button", name="How many points?").click()
    page.get_by_role("button", name="Which cards move?").wait_for()
    assert page.locator(".rt-felt .rt-moved").count() == 0
    page.get_by_role("button", name="Which cards move?").click()
    page.wait_for_selector(".rt-felt .rt-moved")
    marked = page.locator(".rt-felt .rt-moved")
    assert marked.count() == 1 and "moves in the best grouping" in marked.get_attribute("aria-label")
    page.get_by_role("button", name="Show the grouping").click()
    group = page.locator(".rt-best .rt-minitray[data-tone=pure]")
    group.hover()
    page.wait_for_selector(".rt-felt .rt-lit")
    lit = page.evaluate(
        "[...document.querySelectorAll('.rt-lit')].map(card => card.getAttribute('aria-label').split(',')[0])"
    )
    assert lit == ["nine of spades", "ten of spades", "jack of spades"]
    app.shoot("answer-pointed-at")
    page.mouse.move(5, 5)
    page.wait_for_function("document.querySelectorAll('.rt-lit').length === 0")
    page.get_by_role("button", name="Take this").click()
    page.wait_for_selector(".rt-felt.rt-declares")
    assert page.locator(".rt-felt .rt-moved").count() == 0
    app.shoot("declares")


def test_a_line_says_what_the_last_move_changed_and_ungroup_waits_for_a_card(live_visit):
    """Over the table stands what the hand is about, then what each move did to the count.

    At first no button takes a group apart unasked; it does once a card has been selected or focused.
    """
    app: Visit = live_visit()
    page = app.page
    assert "Drag the joker away" in page.locator(".rt-caption").inner_text()
    ungroup = page.get_by_role("button", name="Ungroup", exact=True)
    assert ungroup.get_attribute("aria-disabled") == "true"
    app.card("king of spades").click()
    page.wait_for_function("document.querySelector('[data-act=ungroup]').getAttribute('aria-disabled') === null")
    page.keyboard.press("Escape")
    app.wait_selected(0)
    app.card("printed joker", 1).click()
    page.keyboard.press("u")
    app.wait_figure("0")
    assert page.locator(".rt-caption").inner_text().strip() == "You pay 80 points less. Group 3 is now a pure sequence."
    app.shoot("what-changed")
    page.keyboard.press("z")
    app.wait_figure("80")
    assert "You pay 80 points more. Group 3 is now an impure sequence." in page.locator(".rt-caption").inner_text()


def test_a_deal_number_deals_the_same_cards_again_and_refused_text_survives_a_reload(live_visit):
    """The number typed beside the deal buttons is the seed; text that is no hand is still there after a reload."""
    app: Visit = live_visit()
    page = app.page
    texts = []
    for _ in range(2):
        app.open_drawer("hands")
        page.get_by_label("Deal number").fill("4711")
        page.get_by_role("button", name="Deal a hand of 13").click()
        page.wait_for_selector(".rt-caption:has-text('Deal number 4711.')")
        app.wait_laid()
        texts.append(app.text())
        app.open_drawer("hands")
        page.get_by_role("button", name="Sets alone cannot declare").click()
        page.wait_for_selector(".rt-caption:has-text('not a single sequence')")
        app.wait_laid()
    assert texts[0] == texts[1]
    page.locator(".rt-editor textarea").fill("2H 3H 4X")
    page.get_by_role("button", name="Lay out").click()
    page.wait_for_selector(".rt-error")
    app.reload()
    page.wait_for_selector(".rt-error")
    assert page.locator(".rt-editor textarea").input_value() == "2H 3H 4X"


def test_the_words_and_the_keys_are_explained(table):
    """A learner finds what a pure sequence is, and which key does what, beside the reasons."""
    app: Visit = table()
    page = app.page
    page.locator("summary", has_text="Words").click()
    assert "with no joker in place of another card" in page.locator(".rt-words").inner_text()
    page.locator("summary", has_text="Keys").click()
    assert "from card to card" in page.locator(".rt-keys").inner_text()
    app.shoot("words-and-keys", full=True)


@pytest.mark.parametrize("phone", [False, True], ids=["projector", "phone"])
def test_nine_groups_fit(table, phone):
    """Nine groups fit without scrolling sideways, and on a projector the loose cards begin on the first screen."""
    app: Visit = table("?" + urlencode({"hand": NINE, "rules": "paplu-21", "turned": "6S"}), phone=phone)
    assert len(app.trays()) == 9 and not app.scrolls_sideways()
    app.shoot(f"nine-groups-{'phone' if phone else 'projector'}")
    if not phone:
        assert app.page.locator(".rt-loose").bounding_box()["y"] < 700


def test_long_reasons_and_a_score_fit_a_phone(table):
    """Reasons wrap inside their groups on a phone, also where melds are worth points."""
    query = {"hand": "5C 5C 5C | 2H 2H 3H 4D | KH AH 2H | 6S 7S 9S | QD QD QD", "rules": "vazhushal-13", "turned": "9D"}
    app: Visit = table("?" + urlencode(query), phone=True)
    assert not app.scrolls_sideways()
    wide = app.page.evaluate(
        "[...document.querySelectorAll('.rt-tray')].filter(tray => tray.scrollWidth > tray.clientWidth + 1).length"
    )
    assert wide == 0
    app.shoot("long-reasons-phone", full=True)


@pytest.mark.machines(*BOTH_SIZES)
def test_the_first_screen_of_a_projector_is_whole(table, machine):
    """In each game all nine verdicts end well above the edge, and selecting a card moves no button.

    Whoever has letters a quarter larger scrolls them beside the table.
    """
    hand = {"hand": "KH KS KD | 6H 7H 8H | 9S TS JS QS | 5S 5H 5D", "turned": "TD", "players": "4"}
    app: Visit = table("?" + urlencode(hand))
    page = app.page
    for rules in RULEBOOKS:
        app.follow("?" + urlencode({**hand, "rules": rules}))
        app.settle()
        assert page.locator("[data-field=rulebook]").first.input_value() == rules
        page.locator("[data-act=unfold]").click()
        rows = page.locator(".rt-nine tbody tr:visible")
        assert rows.count() == 9
        last = rows.last.bounding_box()
        assert machine.root > 16 or last["y"] + last["height"] <= 720 - 20, rules
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), rules
        page.locator("[data-act=unfold]").click()
        places = "[...document.querySelectorAll('.rt-tool')].map(tool => tool.getBoundingClientRect().x)"
        before = page.evaluate(places)
        app.card("king of spades").click()
        app.card("king of hearts").click()
        page.wait_for_selector(".rt-tool:has-text('Group (2)')")
        assert page.evaluate(places) == before, rules
        page.keyboard.press("Escape")
        app.wait_selected(0)


def test_the_tabs_and_the_choices_of_a_phone_stand_in_one_row_each(table):
    """On a phone no tab and no choice drops to a row of its own, and the list of options stays on the screen."""
    app: Visit = table("?" + urlencode({**JOKERS, "rules": "paplu-13"}), phone=True)
    page = app.page
    tabs = [tab.bounding_box()["y"] for tab in page.locator(".rt-tabs-side .rt-tab").all()]
    assert len(tabs) == 3 and max(tabs) - min(tabs) < 20
    drawers = [button.bounding_box()["y"] for button in page.locator("[data-drawer]").all()]
    assert len(drawers) == 3 and max(drawers) - min(drawers) < 20
    top = [page.locator(f".rt-{name}").bounding_box()["y"] for name in ("field-players", "options")]
    assert max(top) - min(top) < 20
    page.locator(".rt-options summary").click()
    box = page.locator(".rt-optionlist").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 412


def test_a_panel_that_cannot_be_drawn_says_so_in_its_place(live_visit):
    """The comparison fails in the browser: its place says so, the others are drawn, and it comes back when it can."""
    app: Visit = live_visit()
    page = app.page
    page.add_init_script("""
        const create = document.createElement;
        document.createElement = function (tag, ...more) {
            if (tag === "caption" && !window.mended) throw new Error("no captions here");
            return create.call(document, tag, ...more);
        };
    """)
    app.reload()
    message = page.locator("[role=tabpanel] > .rt-panelfailed")
    message.wait_for()
    assert (
        "(Error)" in message.inner_text()
        and "no captions here" not in message.inner_text()
        and page.locator(".rt-panelfailed").count() == 1
    )
    assert page.locator(".rt-felt").is_visible() and page.locator(".rt-best").is_visible()
    assert page.locator(".rt-comparison").is_hidden()
    page.evaluate("window.mended = true")
    page.select_option("[data-field=rulebook]", "octro-13")
    page.wait_for_selector(".rt-comparison tr.rt-current:has-text('Octro')")
    assert page.locator(".rt-panelfailed").count() == 0
