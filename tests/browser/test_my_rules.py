"""My rules: changed in the form, kept in the browser, sent in a link and in a file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import WebSocketRoute

from rummy_tutor.page.own_books import write_own
from rummy_tutor.rulebooks import RULEBOOKS
from rummy_tutor.rulebooks.files import dump_rulebook

from .conftest import Visit

CAP = "input[data-path='scoring.cap']"
# a page is scrolled by whole pixels
IN_SIGHT = """selector => {
    const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
    return top >= -0.5 && bottom <= innerHeight;
}"""


def open_rules(app: Visit) -> None:
    """Open the tab and wait for its form."""
    app.page.get_by_role("tab", name="My rules").click()
    app.page.wait_for_selector(".rt-mysection")


def open_section(app: Visit, name: str) -> None:
    """Open a part of the form."""
    app.page.locator(".rt-mysection > summary", has_text=name).click()


def keep(app: Visit, name: str) -> None:
    """Keep the rules, which leads to a round by them, and come back."""
    app.page.locator("[data-act=my-keep]").click()
    app.page.wait_for_selector(f".rt-app[data-mode=play] .rt-playdeal b:has-text('{name}')")
    app.show("analyse")


def test_rules_are_changed_by_keyboard_kept_over_a_reload_and_sent_in_a_link(live_visit):
    """A value that cannot be has one error at its field; kept rules stay in the list, the comparison and the link."""
    app: Visit = live_visit()
    page = app.page
    open_rules(app)
    page.wait_for_selector("text=Both rulebooks judge it alike.")
    page.locator(".rt-mysection > summary", has_text="What a hand costs").focus()
    page.keyboard.press("Enter")
    page.locator(CAP).focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("lots")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"{CAP}[aria-invalid=true]")
    assert page.locator(".rt-myrules .rt-error").all_inner_texts() == ["Choose a whole number from 0 to 100000."]
    assert page.locator(CAP).input_value() == "lots"
    page.locator(CAP).fill("9")
    page.locator(CAP).press("Enter")
    page.wait_for_selector(".rt-mydiffers dt:has-text('A hand costs at most')")
    page.wait_for_selector("text=Your rules change what it costs.")
    assert page.locator(".rt-myrules .rt-error").count() == 0 and not app.find_violations()
    page.get_by_label("Name of your rules").fill("Club night")
    page.get_by_label("Name of your rules").press("Enter")
    keep(app, "Club night")
    page.wait_for_selector("[data-field=rulebook] option:checked:has-text('Club night')", state="attached")
    app.wait_figure("9")
    page.select_option("[data-field=rulebook]", "octro-13")
    page.get_by_role("tab", name="All rulebooks").click()
    page.wait_for_selector(".rt-nine:not(.rt-pending) :text('Club night')")
    page.select_option("[data-field=rulebook]", "club-night")
    app.wait_figure("9")
    page.wait_for_function("location.search.includes('own=')")
    other: Visit = live_visit(url=page.url)
    assert other.page.locator("[data-field=rulebook] option:checked").inner_text() == "Club night"
    other.wait_figure("9")
    page.evaluate("history.replaceState(history.state, '', '?hand=2H+3H+4H+%7C+KS')")
    app.reload()
    page.wait_for_selector("[data-field=rulebook] option:has-text('Club night')", state="attached")
    assert not app.errors and not other.errors


def test_what_is_typed_fast_stands_while_answers_are_late_and_no_field_moves(live_visit):
    """Two fields filled without a pause; keys pressed beside a field leave the cards alone; no field moves."""
    app: Visit = live_visit("?mode=analyse&rules=gorummy-13")
    page = app.page
    held: list[tuple[WebSocketRoute, object]] = []
    holding = False

    def pass_on(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda message: held.append((route, message)) if holding else route.send(message))

    page.route_web_socket("**/*", pass_on)
    app.reload()
    open_rules(app)
    first, middle = (page.locator(f"input[data-path='penalties.{name}_drop']") for name in ("first", "middle"))
    page.get_by_placeholder("Find a rule").fill("drop")
    first.evaluate("one => one.scrollIntoView({ block: 'center' })")
    places = [field.bounding_box()["y"] for field in (first, middle)]
    laid = app.trays()
    holding = True
    for field, text in ((first, "25"), (middle, "50")):
        field.click(click_count=3)
        page.keyboard.type(text)
    page.locator(".rt-myrule:has(input[data-path='penalties.middle_drop']) h4").click()
    page.keyboard.type("3")
    app.until(lambda: any("costs 50 points" in str(message) for _, message in held))
    route, message = held.pop(0)
    route.send(message)
    page.wait_for_selector(".rt-mydiffers dt:has-text('First drop')")
    assert [field.input_value() for field in (first, middle)] == ["25", "50"]
    for route, message in held:
        route.send(message)
    holding = False
    page.wait_for_selector(".rt-mydiffers dt:has-text('Later drop')")
    assert [field.input_value() for field in (first, middle)] == ["25", "50"]
    assert [field.bounding_box()["y"] for field in (first, middle)] == pytest.approx(places, abs=1)
    assert app.trays() == laid and not page.locator(".rt-banner > *").count()
    assert not app.errors


def test_a_visit_whose_address_names_nothing_opens_with_the_game_chosen_last(live_visit):
    """A game taken from the list, and rules of one's own, are found again; a link sent chooses nothing."""
    app: Visit = live_visit()
    page = app.page
    plain = page.url.split("?")[0]

    def open_anew(search: str, named: str) -> None:
        """Open another tab, with that address, and wait until its own names the game."""
        tab = page.context.new_page()
        tab.goto(plain + search)
        tab.wait_for_function("named => location.search.includes(named)", arg=named)
        tab.close()

    page.select_option("[data-field=rulebook]", "octro-13")
    page.wait_for_function("location.search.includes('rules=octro-13')")
    open_anew("", "rules=octro-13")
    open_rules(app)
    page.get_by_label("Name of your rules").fill("Club night")
    page.get_by_label("Name of your rules").press("Enter")
    open_section(app, "What a hand costs")
    page.locator(CAP).fill("9")
    page.locator(CAP).press("Enter")
    page.wait_for_selector(".rt-mydiffers dt:has-text('A hand costs at most')")
    keep(app, "Club night")
    page.wait_for_function("location.search.includes('own=')")
    open_anew("", "rules=club-night")
    open_anew("?rules=paplu-13", "rules=paplu-13&")
    open_anew("", "rules=club-night")
    assert not app.errors


def test_beside_the_form_the_whole_hand_is_in_sight_and_one_button_is_the_main_one(live_visit):
    """The form takes the larger part of the window, and the cards are as small as the rest of it asks."""
    app: Visit = live_visit("?mode=analyse&rules=gorummy-13", width=1280, height=720)
    open_rules(app)
    app.settle()
    ends = app.page.locator(".rt-felt :is([data-card], .rt-loose)").evaluate_all(
        "all => all.map(node => node.getBoundingClientRect().bottom)"
    )
    assert len(ends) > 13 and max(ends) <= 720
    assert app.page.locator(".rt-main:visible").all_inner_texts() == ["Keep and play by these rules"]


def test_a_long_name_of_own_rules_takes_no_column_of_the_comparison_out_of_sight(live_visit):
    """At 1280 pixels the name goes on in a second line, and the columns beside it are whole."""
    book = replace(RULEBOOKS["adgaming-13"], key="ours", title="The long house rules of our Saturday evening club")
    app: Visit = live_visit(
        "?" + urlencode({"hand": "2H 3H 4H | 7S 8S 9D", "rules": "ours", "own": write_own(book)}),
        width=1280,
        height=720,
    )
    app.page.get_by_role("tab", name="All rulebooks").click()
    app.page.wait_for_selector(".rt-nine:not(.rt-pending) :text('Saturday')")
    place = app.page.locator(".rt-comparison .rt-scroll")
    assert place.evaluate("one => one.scrollWidth <= one.clientWidth")
    assert not app.errors


def test_rules_are_written_to_a_file_and_read_from_one_on_a_phone(live_visit, tmp_path: Path):
    """With a finger, in the dark, nothing wider than the screen; an example is laid on the table; forgotten is gone."""
    app: Visit = live_visit(phone=True, dark=True)
    page = app.page
    open_rules(app)
    open_section(app, "Melds")
    page.locator("input[data-path='melds.aces'][value='round']").tap()
    page.wait_for_selector(".rt-mydiffers dt:has-text('Aces in sequences')")
    page.locator("[data-act=my-example][data-path='melds.aces']").tap()
    page.wait_for_selector(".rt-myexample")
    assert not app.scrolls_sideways() and not app.find_violations()
    before = app.trays()
    page.locator("[data-act=my-lay]").tap()
    page.wait_for_function("count => document.querySelectorAll('.rt-felt [data-card]').length >= 13", arg=13)
    app.until(lambda: app.trays() != before)
    open_section(app, "Declaring")
    page.locator("select[data-path=objectives]").select_option("rummy-21.1")
    page.wait_for_selector(".rt-mydiffers dt:has-text('tunnelas')")
    page.locator("[data-act=my-remove][data-path=objectives]").last.tap()
    page.wait_for_selector(".rt-mydiffers dt:has-text('tunnelas')", state="detached")
    app.shoot("my-rules-phone-dark", full=True)
    open_section(app, "As a file")
    with page.expect_download() as caught:
        page.locator("[data-act=my-write]").tap()
    path = tmp_path / "house.toml"
    caught.value.save_as(path)
    assert 'aces = "round"' in path.read_text()
    path.write_text(path.read_text().replace('title = "', 'title = "Big ').replace('key = "', 'key = "big-'))
    page.locator(".rt-myrules input[type=file]").set_input_files(path)
    page.wait_for_selector(".rt-myrules .rt-said:has-text('was read')")
    said = page.locator(".rt-myrules .rt-said").bounding_box()
    assert 0 <= said["y"] <= 915 - said["height"]
    keep(app, "Big")
    assert "Big" in page.locator("[data-field=rulebook] option:checked").inner_text()
    page.locator("[data-act=my-forget]").tap()
    page.wait_for_selector(".rt-myrules .rt-said:has-text('no longer kept')")
    assert page.locator("[data-field=rulebook] option").count() == 9 and not app.errors


def test_what_is_said_of_own_rules_is_in_sight_also_when_it_is_said_again(live_visit):
    """Read from a file twice, the rules are twice said to be read, wherever the page was scrolled to."""
    app: Visit = live_visit(width=1280, height=720)
    page = app.page
    open_rules(app)
    open_section(app, "What a hand costs")
    text = dump_rulebook(replace(RULEBOOKS["octro-13"], key="ours"), "octro-13").encode()
    for _ in range(2):
        page.locator("[data-field=title]").evaluate("one => one.closest('.rt-side').scrollTo(0, 9999)")
        file = {"name": "ours.toml", "mimeType": "application/toml", "buffer": text}
        page.locator(".rt-myrules input[type=file]").set_input_files(file)
        app.until(lambda: page.evaluate("rtAnswered >= rtSent"))
        page.wait_for_selector(".rt-mysaid:has-text('was read')")
        page.wait_for_function(IN_SIGHT, arg=".rt-mysaid")  # the file is read meanwhile
    assert not app.errors


def test_the_rules_of_a_game_lead_to_the_form_that_changes_them(live_visit):
    """What has been changed of the same game stays; the rules kept there are those that are played next."""
    app: Visit = live_visit("?mode=analyse&rules=gorummy-13")
    page = app.page
    for _ in range(2):
        page.locator("[data-act=show-rulebook]").click()
        page.get_by_role("button", name="Change these rules").click()
        page.wait_for_selector(".rt-app[data-mode=analyse] .rt-myrules [data-field=title]:visible")
        if page.locator("[data-field=title]").input_value() != "Club night":
            page.locator("[data-field=title]").fill("Club night")
            page.locator("[data-field=title]").press("Enter")
            app.answered()
    assert page.locator("[data-field=title]").input_value() == "Club night"
    keep(app, "Club night")
    assert not app.errors


def test_the_rules_of_a_wide_page_lie_in_columns_beside_the_hand(live_visit):
    """What is changed uses the width, the hand stays in sight while the form is scrolled; a phone has one column."""
    for phone in (False, True):
        app: Visit = live_visit(phone=phone)
        page = app.page
        open_rules(app)
        open_section(app, "Melds")
        page.wait_for_selector(".rt-mysection[open] .rt-myrule")
        rules = page.locator(".rt-mysection[open] .rt-myrule")
        starts = {round(rules.nth(at).bounding_box()["x"]) for at in range(rules.count())}
        assert (len(starts) == 1) == phone
        assert not app.scrolls_sideways() and not app.find_violations()
        if not phone:
            rules.last.scroll_into_view_if_needed()
            page.wait_for_function("document.querySelector('.rt-felt').getBoundingClientRect().bottom > 0")


def test_the_form_of_rules_is_two_screens_of_a_phone_long_at_most(live_visit):
    """Whichever game the rules begin with: hand, form and every heading fit, and no heading is too small to touch."""
    app: Visit = live_visit(phone=True)
    page = app.page
    open_rules(app)
    for key in RULEBOOKS:
        page.locator("[data-field=base]").select_option(key)
        page.wait_for_function("key => document.querySelector('[data-field=base]').value === key", arg=key)
        app.answered()
        page.wait_for_selector("text=Both rulebooks judge it alike.")
        app.settle()
        assert page.evaluate("document.documentElement.scrollHeight") <= 2 * 915, key
        heights = page.locator(".rt-mysection > summary").evaluate_all("all => all.map((one) => one.offsetHeight)")
        assert len(heights) >= 9 and min(heights) >= 44, key
    assert not app.scrolls_sideways() and not app.errors


def test_a_rule_is_found_by_its_words(live_visit):
    """The fields that have the words show, whatever their heading; then the headings are as they were."""
    app: Visit = live_visit()
    page = app.page
    open_rules(app)
    open_section(app, "Melds")
    fields, opened = page.locator(".rt-myinput:visible"), page.locator(".rt-mysection[open]")
    page.get_by_role("searchbox", name="Find a rule").fill("costs at most")
    page.wait_for_selector(f"{CAP}:visible")
    assert fields.count() == 1 and opened.count() == 1
    page.locator(CAP).fill("9")
    page.locator(CAP).press("Enter")
    page.wait_for_selector(".rt-mydiffers dt:has-text('A hand costs at most')")
    assert fields.count() == 1
    page.get_by_role("searchbox", name="Find a rule").fill("cap")  # as it is called in a file, and by players
    page.wait_for_selector("input[data-path='settlement.net_loss_cap']:visible")
    assert page.locator(CAP).is_visible()
    page.get_by_role("searchbox", name="Find a rule").fill("zebra")
    page.wait_for_selector("text=No rule has these words.")
    assert fields.count() == 0 and not app.find_violations()
    page.get_by_role("searchbox", name="Find a rule").fill("")
    assert opened.locator("> summary").all_inner_texts() == ["Melds"] and fields.count() > 5 and not app.errors


def test_a_rule_found_stays_in_sight_while_it_is_changed(live_visit):
    """Found by its figure it is there with the next figure too, until other words are looked for."""
    app: Visit = live_visit()
    page = app.page
    open_rules(app)
    page.get_by_role("searchbox", name="Find a rule").fill("costs at most 80")
    page.wait_for_selector(f"{CAP}:visible")
    page.locator(CAP).fill("100")
    page.locator(CAP).press("Enter")
    page.wait_for_selector(".rt-mydiffers dt:has-text('A hand costs at most')")
    assert page.locator(CAP).is_visible()
    page.get_by_role("searchbox", name="Find a rule").fill("costs at most 80 ")
    page.wait_for_selector("text=No rule has these words.")
    assert not page.locator(CAP).is_visible() and not app.errors


def test_the_form_is_two_screens_of_a_phone_long_at_most(live_visit):
    """With its headings shut, whatever game of 13 cards it begins with."""
    app: Visit = live_visit(phone=True)
    open_rules(app)
    for key in (key for key, book in RULEBOOKS.items() if book.deal == 13):
        app.page.select_option("[data-field=rulebook]", key)
        app.page.select_option("[data-field=base]", key)
        app.page.wait_for_function(f"document.querySelector('[data-field=base]').value === '{key}'")
        app.answered()
        app.settle()
        assert app.page.evaluate("document.documentElement.scrollHeight") <= 2 * 915, key


def test_the_end_of_an_own_name_is_seen_in_the_list_of_games(live_visit):
    """It tells the rules from the game they were made from; of a longer name the middle is left out."""
    for title, shown in (
        ("GoRummy Points Rummy, our way", "GoRummy Points Rummy, our way"),
        ("GoRummy Points Rummy as at my aunt's", "GoRummy Points…s at my aunt's"),
    ):
        mine = replace(RULEBOOKS["gorummy-13"], key="ours", title=title, sources=())
        for phone in (False, True):
            app: Visit = live_visit("?" + urlencode({"rules": "ours", "own": write_own(mine)}), phone=phone)
            page = app.page
            assert page.locator("[data-field=rulebook] option:checked").inner_text() == shown
            room = page.evaluate(
                """() => { const list = document.querySelector('[data-field=rulebook]');
                     const free = Object.assign(list.cloneNode(), {style: 'max-width:none;width:max-content'});
                     free.append(list.selectedOptions[0].cloneNode(true));
                     list.parentNode.append(free);
                     const wide = free.offsetWidth;
                     free.remove();
                     return list.offsetWidth - wide; }"""
            )
            assert room >= 0 and not app.scrolls_sideways(), (title, phone, room)
