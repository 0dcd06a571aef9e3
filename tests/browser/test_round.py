"""The whole round on the page: its tab, the ledger, what is wrong, the class, a sitting and its file."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import WebSocketRoute, expect

from .conftest import Visit
from .rounds import S0_NETS, open_round, pick, seat_field, unfold_examples, wait_nets, wait_seats


def test_the_tab_is_loaded_when_it_is_opened_and_shows_s0_s_table(live_visit):
    """S0's table gives Player 2 110 and sums to 0, with the page's 120 beside it; no request leaves the machine."""
    app: Visit = live_visit()
    page = app.page
    assert page.locator(".rt-round").count() == 0
    open_round(app)
    pick(app, "s4-six")
    wait_nets(app, ["−35", "−68", "−23", "−20", "−40", "+186"])
    assert "7 × Q♦" in page.locator(".rt-surplus summary").inner_text()
    app.shoot("round-s4", full=True)
    pick(app, "s0-six")
    wait_nets(app, S0_NETS)
    assert page.locator(".rt-ledger tfoot .rt-col-net").inner_text() == "0"
    assert page.locator(".rt-ledger .rt-slip").all_inner_texts() == ["+120"]
    assert "is 110" in page.locator(".rt-slips").inner_text()
    assert page.locator(".rt-entry").count() == 11
    assert "Player 1 gives 100 points to Player 2 for a marriage." in page.locator(".rt-entries").inner_text()
    page.locator(".rt-entry").nth(8).hover()
    page.wait_for_selector(".rt-chart figcaption:has-text('Player 5 pays Player 2')")
    app.shoot("round-s0", full=True)
    own = app.page.evaluate("location.origin + '/'")
    assert all(url.startswith((own, "blob:", "data:")) for url in app.requests)
    assert not app.errors


def test_a_change_of_ending_changes_the_ledger_and_survives_a_reload(new_round):
    """Player 2 drops instead: the payments are others at once, and the page opened anew shows the same round."""
    app, page = new_round, new_round.page
    seat_field(page, "How it ended for Player 2").select_option("first-drop")
    after = ["+18", "−30", "−30", "−30", "+142", "−70"]
    wait_nets(app, after)
    seat_field(page, "Name of Player 1").fill("Asha")
    page.keyboard.press("Enter")
    page.wait_for_selector(".rt-ledger tbody :text('Asha')")
    seat_field(page, "Cards or points of Asha").fill("2H 3X")
    page.wait_for_selector(".rt-seat .rt-error:has-text('3X')")
    app.reload()
    page.wait_for_selector(".rt-seat .rt-error:has-text('3X')")
    assert seat_field(page, "Cards or points of Asha").input_value() == "2H 3X"
    seat_field(page, "Cards or points of Asha").fill("2")
    wait_nets(app, after)
    page.get_by_role("button", name="Undo").last.click()
    page.wait_for_selector(".rt-seat .rt-error:has-text('3X')")
    assert not app.errors


def test_impossible_rounds_say_so_beside_the_player(any_round):
    """Two winners, a hand that does not declare, a table the pack cannot deal: one error each, nothing typed lost."""
    app: Visit = any_round()
    page = app.page
    seat_field(page, "How it ended for Player 6").select_option("declared")
    page.wait_for_selector("li.rt-seat:last-child .rt-error:has-text('one winner')")
    app.shoot("round-two-winners", full=True)
    assert page.locator(".rt-seat .rt-error").count() == 1
    seat_field(page, "How it ended for Player 6").select_option("middle-drop")
    wait_nets(app, S0_NETS)
    seat_field(page, "Cards, if shown, of Player 5").fill("2H 3H 4H | 5C 6C 7C")
    page.wait_for_selector(".rt-seat .rt-error:has-text('6 cards cannot declare')")
    seat_field(page, "Cards, if shown, of Player 5").fill("")
    wait_nets(app, S0_NETS)
    seat_field(page, "Value cards of Player 1").fill("KS KS KS")
    page.wait_for_selector(".rt-ledger .rt-error:has-text('cannot be dealt from its pack')")
    assert seat_field(page, "Value cards of Player 1").input_value() == "KS KS KS"
    page.get_by_role("button", name="Settle it all the same").click()
    page.wait_for_selector(".rt-ledger tbody .rt-col-net")
    assert "4 × K♠" in page.locator(".rt-surplus summary").inner_text()
    assert not app.errors


def test_what_is_typed_survives_a_reload_at_once(live_visit):
    """Typed and not yet taken up, a name, cards and an entry fee are there again after a reload; undo and redo work."""
    app: Visit = live_visit()
    page = app.page
    open_round(app)
    pick(app, "pool")
    page.get_by_role("button", name="End this sitting").click()
    page.wait_for_selector(".rt-hint:has-text('Who won?')")
    seat_field(page, "How it ended for Player 1").select_option("declared")
    page.wait_for_selector(".rt-hint:has-text('still missing')")
    page.get_by_label("Entry fee").fill("25")
    seat_field(page, "Name of Player 2").fill("Bela")
    page.locator(".rt-seat textarea").nth(1).fill("KS QS 9D")
    page.reload()
    app.wait()
    page.wait_for_selector(".rt-seat")
    expect(page.get_by_label("Entry fee")).to_have_value("25")
    expect(seat_field(page, "Name of Player 2")).to_have_value("Bela")
    expect(seat_field(page, "Cards or points of Bela")).to_have_value("KS QS 9D")
    seat_field(page, "Cards or points of Bela").fill("40")
    page.wait_for_selector(".rt-seat:nth-child(2) .rt-seatverdict:has-text('costs 40')")
    page.get_by_role("button", name="Undo").last.click()
    page.wait_for_function("document.querySelectorAll('.rt-seat textarea')[1].value === 'KS QS 9D'")
    page.get_by_role("button", name="Redo").last.click()
    page.wait_for_function("document.querySelectorAll('.rt-seat textarea')[1].value === '40'")
    assert not app.errors


def test_a_late_answer_does_not_draw_over_what_was_entered_since(visit):
    """While the answer to an ending is held back, what is entered meanwhile stays in sight and outlives a reload."""
    app: Visit = visit()
    page = app.page
    held: list[object] = []
    holding = False

    def pass_on(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda message: held.append((route, message)) if holding else route.send(message))

    page.route_web_socket("**/channels*", pass_on)
    page.reload()
    app.wait()
    open_round(app)
    holding = True
    seat_field(page, "How it ended for Player 2").select_option("first-drop")
    app.until(lambda: any("+142" in str(message) for _, message in held))  # what it comes to has been answered
    seat_field(page, "Name of Player 1").fill("Asha")
    page.get_by_label("Money for a point").fill("25")
    seat_field(page, "How it ended for Player 4").select_option("middle-drop")
    answers = held[:]
    assert answers
    for route, message in answers:
        route.send(message)
    wait_nets(app, ["+18", "−30", "−30", "−30", "+142", "−70"])
    entered = ("Name of Player 1", "Money for a point", "How it ended for Player 4")
    assert [page.get_by_label(label).input_value() for label in entered] == ["Asha", "25", "middle-drop"]
    holding = False
    page.reload()
    app.wait()
    page.wait_for_selector(".rt-seat")
    assert [page.get_by_label(label).input_value() for label in entered] == ["Asha", "25", "middle-drop"]
    assert not app.errors


def test_what_came_of_an_entry_is_shown_even_if_nothing_else_changes(any_round):
    """A name longer than is kept stands there as it was kept, also when it is entered once more."""
    app: Visit = any_round()
    page = app.page
    for _ in range(2):
        seat_field(page, "Name of Player 1").fill("X" * 301)
        page.locator("[data-focus=seat-0-cards]").focus()
        page.wait_for_function("document.querySelector('[data-focus=seat-0-name]').value.length === 200")
    page.wait_for_selector(".rt-seat:first-child .rt-error:has-text('100 letters at most')")
    assert not app.errors


def test_who_is_out_comes_back_into_a_pool(any_round):
    """The button beside a player who is out names the score he comes back with; the prize grows by his fee."""
    app: Visit = any_round("pool")
    page = app.page
    page.get_by_role("button", name="Next round").click()
    wait_seats(app, 3)
    page.get_by_role("button", name="Come back with 66 points").click()
    wait_seats(app, 4)
    seat_field(page, "How it ended for Player 1").select_option("declared")
    for name in ("Player 2", "Player 3", "Player 4"):
        seat_field(page, f"Cards or points of {name}").fill("5")
        page.keyboard.press("Enter")
    page.wait_for_selector(".rt-sitting :text('The players have paid 500')")
    expect(page.locator(".rt-totals tbody tr", has_text="Player 4").locator(".rt-col-net")).to_have_text("71")
    app.shoot("round-rejoin", full=True)
    assert not app.scrolls_sideways() and not app.find_violations() and not app.errors


def test_payments_come_one_by_one_for_a_class(any_round):
    """Shown to the class the ledger is alone and big; N brings the next payment, and the sums stay 0."""
    app: Visit = any_round()
    page = app.page
    page.get_by_role("button", name="Show to the class").click()
    page.wait_for_selector(".rt-class-round")
    assert page.locator(".rt-felt").is_hidden() and page.locator(".rt-seats").count() == 0
    assert page.locator(".rt-entry").count() == 0
    for count in range(1, 9):
        page.keyboard.press("n")
        page.wait_for_function("n => document.querySelectorAll('.rt-entry').length === n", arg=count)
        assert page.locator(".rt-ledger tfoot .rt-col-net").inner_text() == "0"
    assert page.locator(".rt-paynow").inner_text() == "8. Player 1 gives 100 points to Player 2 for a marriage."
    size = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.rt-paynow')).fontSize)")
    assert size >= 24 and not app.scrolls_sideways()
    app.shoot("round-class")
    assert not app.find_violations()
    page.keyboard.press("PageUp")
    page.wait_for_function("document.querySelectorAll('.rt-entry').length === 7")
    page.get_by_role("button", name="Leave classroom mode").click()
    page.wait_for_selector(".rt-seats")
    assert page.locator(".rt-seats").is_visible() and page.locator(".rt-modes").is_visible()
    page.get_by_role("button", name="Show all").click()
    wait_nets(app, S0_NETS)
    assert not app.errors


def test_a_whole_round_is_settled_in_the_players_lines(live_visit):
    """Who won, points, a drop and a wrong declaration take no player's fields to be opened; the form stays in place."""
    app: Visit = live_visit("?mode=round&rules=gorummy-13", phone=True)
    page = app.page
    page.wait_for_selector(".rt-seats")
    page.locator("[data-act=winner]").first.tap()
    page.wait_for_selector(".rt-seat.rt-won")
    page.locator("[data-focus=seat-1-cards]").fill("25")
    for at, ending in ((2, "first-drop"), (3, "wrong-declaration")):
        page.locator(f"[data-focus=seat-{at}-ending]").select_option(ending)
    wait_nets(app, ["+115", "−25", "−10", "−80"])
    assert page.locator(".rt-seat .rt-roundfoldrow[aria-expanded=true]").count() == 0
    tops = [
        page.locator(part).bounding_box()["y"] for part in (".rt-roundresult", ".rt-seats", ".rt-nets", ".rt-sitting")
    ]
    assert tops == sorted(tops), "what is typed stands nearest to what it comes to"
    lines = page.locator(".rt-seat[data-open=line]").evaluate_all("all => all.map(line => line.offsetHeight)")
    assert len(lines) == 3 and max(lines) < 60, "each is one line"
    boxes = [page.locator(part).bounding_box() for part in ("[data-focus=seat-1-cards]", ".rt-seats")]
    field, seats = (box["x"] + box["width"] for box in boxes)
    assert field <= seats + 0.5, "a field ends within the panel"
    assert not app.errors and not app.scrolls_sideways()


def test_a_deal_and_a_hand_that_goes_to_the_table(any_round):
    """A deal with a number settles at once; one player's hand opens at the table under the round's rules."""
    app: Visit = any_round()
    page = app.page
    page.locator(".rt-roundform [data-field=rulebook]").select_option("gorummy-13")
    unfold_examples(page)
    page.locator(".rt-round [data-seed]").fill("7")
    page.get_by_role("button", name="Deal a round").click()
    page.wait_for_selector(".rt-story:has-text('Deal number 7')")
    page.wait_for_selector(".rt-proof[data-tone=good]")
    app.shoot("round-dealt", full=True)
    hand = seat_field(page, "Cards or points of Player 1").input_value()
    page.get_by_role("button", name="Put Player 1's hand on the table").click()
    app.page.wait_for_function("document.querySelector('[data-field=rulebook]').value === 'gorummy-13'")
    app.wait_text(hand)
    assert page.locator(".rt-felt").is_visible()
    assert not app.errors


def test_a_pool_goes_on_and_is_kept_in_a_file(any_round, live_visit, tmp_path):
    """Running totals name who leads and who is out; the next round drops him; the file opens again on a new page."""
    app: Visit = any_round("pool")
    page = app.page
    page.wait_for_selector(".rt-totals :text('out in round 3')")
    app.shoot("round-pool", full=True)
    with page.expect_download() as caught:
        page.get_by_role("button", name="Save as a file").click()
    path = tmp_path / caught.value.suggested_filename
    caught.value.save_as(path)
    assert json.loads(path.read_text())["count"] == 3
    page.get_by_role("button", name="Next round").click()
    wait_seats(app, 3)
    assert page.locator(".rt-hint").inner_text().startswith("Who won?")
    other: Visit = live_visit()
    open_round(other)
    other.page.locator("input[type=file]").set_input_files(path)
    other.page.wait_for_selector(".rt-said:has-text('3 rounds')")
    assert other.page.locator(".rt-totals tbody tr").count() == 4
    (tmp_path / "cut.json").write_bytes(path.read_bytes()[:-40])
    other.page.locator("input[type=file]").set_input_files(tmp_path / "cut.json")
    other.page.wait_for_selector(".rt-sitting .rt-error:has-text('2 rounds of 3')")
    assert not app.errors and not other.errors


@pytest.mark.parametrize("phone", [False, True], ids=["projector", "phone"])
def test_it_fits_and_has_no_serious_violation(any_round, phone):
    """On a projector and a phone, light and dark, nothing scrolls sideways and axe finds nothing serious."""
    app: Visit = any_round(phone=phone)
    for key in ("s0-six", "marriage", "pool", "s4-six"):
        pick(app, key)
        for theme in app.each_theme():
            assert not app.scrolls_sideways(), (key, theme)
            assert not app.find_violations(), (key, theme)
            if key == "s0-six":
                app.shoot(f"round-{'phone' if phone else 'projector'}-{theme}", full=True)
    assert not app.errors


def test_a_round_at_a_table_is_entered_by_one_press_and_a_number_for_each_loser(any_round):
    """Who won is one press; the points of the others are typed in their lines, and no field moves meanwhile."""
    app: Visit = any_round()
    page = app.page
    page.get_by_role("button", name="Empty round").click()
    page.get_by_role("button", name="Player 2", exact=True).click()
    page.wait_for_selector(".rt-seat.rt-won")
    assert not page.locator(".rt-roundresult [data-act=winner]").count()
    losers = page.locator(".rt-seat textarea:visible")
    assert losers.count() == page.locator(".rt-seat").count() - 1
    place = losers.nth(0).bounding_box()
    for at in range(losers.count()):
        losers.nth(at).fill(str(10 + at))
    page.wait_for_selector(".rt-roundlead:has-text('Player 2 wins')")
    assert losers.nth(0).bounding_box()["x"] == place["x"] and not app.errors


def test_a_phone_shows_one_player_at_a_time(any_round):
    """All fields of one player at a time; what is to do and the payments are a tap away."""
    app: Visit = any_round(phone=True)
    page = app.page
    page.get_by_role("button", name="Empty round").tap()
    page.locator(".rt-roundfoldrow[data-fold=game]").tap()
    page.locator("[data-field=players][data-focus=round-players]").select_option("4")
    wait_seats(app, 4)
    page.locator(".rt-seat:first-child .rt-roundfoldrow").tap()
    page.locator(".rt-seat:first-child textarea").fill("5")
    page.wait_for_function("document.querySelectorAll('.rt-seat.rt-missing').length === 3")
    assert page.locator(".rt-seat [data-field=name]:visible").count() == 1
    assert page.locator(".rt-roundnow").is_visible()
    page.get_by_role("button", name="Go on with Player 2").tap()
    seat_field(page, "How it ended for Player 2").select_option("declared")
    page.locator(".rt-seat:nth-child(3) .rt-roundfoldrow").tap()
    seat_field(page, "Cards or points of Player 3").fill("7")
    page.get_by_role("button", name="Go on with Player 4").tap()
    seat_field(page, "Cards or points of Player 4").fill("9")
    page.wait_for_selector(".rt-roundnow:has-text('Player 2 wins 21 points')")
    page.get_by_role("button", name="Every payment").tap()
    page.wait_for_selector(".rt-entry:visible")
    assert page.locator(".rt-entry:visible").count() == 3
    app.shoot("round-phone-one-player", full=True)
    assert not app.scrolls_sideways() and not app.find_violations() and not app.errors


def test_options_that_do_not_go_together_give_way(table):
    """Of two matches the one ticked last stays ticked; one that needs another says so and is not ticked."""
    app: Visit = table("?hand=2H+3H+4H&rules=adgaming-13")
    page = app.page
    page.locator(".rt-options summary").click()
    page.locator("[data-option=pool-101]").check()
    page.wait_for_function("location.search.includes('options=pool-101')")
    page.locator("[data-option=pool-201]").click()
    page.wait_for_function("location.search.includes('options=pool-201')")
    page.wait_for_selector("[data-option=pool-201]:checked")
    assert not page.locator("[data-option=pool-101]").is_checked()
    page.locator("[data-option=pool-201]").click()
    page.wait_for_function("!location.search.includes('options')")
    page.locator("[data-option=rejoin]").click()
    page.wait_for_selector(".rt-message:has-text('option rejoin goes with pool-101 or pool-201')")
    page.wait_for_function("!document.querySelector('[data-option=rejoin]').checked")
    open_round(app)
    pick(app, "s4-six")
    page.locator(".rt-roundoptions summary").click()
    page.locator(".rt-roundoptions input[value=best-of-2]").click()
    page.wait_for_selector(".rt-roundoptions summary:has-text('Best of 2')")
    page.locator(".rt-roundoptions input[value=pool-101]").click()
    page.wait_for_selector(".rt-roundoptions summary:has-text('Pool 101')")
    page.wait_for_function("!document.querySelector('.rt-roundoptions input[value=best-of-2]').checked")
    page.locator("[data-focus=round-option-pool-101]").click()  # once more, while it has the focus
    page.wait_for_selector(".rt-roundoptions summary:not(:has-text('Pool 101'))")
    assert not app.errors


def test_a_loser_who_has_shown_dublees_owes_no_points(any_round):
    """In Marriage, by its house rule, the ledger lets him off his three points, and takes them back."""
    app: Visit = any_round("marriage")
    page = app.page
    assert page.get_by_label("Dublees: has Player 2 shown them?").count() == 0
    page.locator(".rt-roundoptions summary").click()
    page.locator(".rt-roundoptions input[value=dublee-loser-free]").click()
    dublees = seat_field(page, "Dublees: has Player 2 shown them?")
    dublees.wait_for()
    before = ["+39", "−12", "0", "−27"]
    wait_nets(app, before)
    dublees.select_option("yes")
    wait_nets(app, ["+36", "−9", "0", "−27"])
    assert page.locator(".rt-ledger tfoot .rt-col-net").inner_text() == "0"
    dublees.select_option("no")
    wait_nets(app, before)
    assert not app.errors
