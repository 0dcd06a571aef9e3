"""The app as a learner meets it."""

from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import expect

from rummy_tutor import RULEBOOKS

from .conftest import Visit


def test_grouping_three_cards_changes_badge_and_points(visit):
    """Grouping three cards by clicking shows a new badge and another figure, and the best comes when asked for."""
    app: Visit = visit()
    assert app.figure() == "80"
    assert len(app.trays()) == 4
    for name in ("nine of spades", "ten of spades", "jack of spades"):
        app.card(name).click()
    app.page.get_by_role("button", name="Group (3)").first.click()
    app.wait_trays(4)
    app.page.wait_for_function("document.querySelectorAll('.rt-badge[data-tone=pure]').length === 1")
    assert any(tray.endswith("= Pure sequence") for tray in app.trays())
    app.wait_figure("0")
    expect(app.page.locator(".rt-nine tbody tr")).to_have_count(len(RULEBOOKS))
    app.shoot("first-page")
    assert app.page.locator(".rt-best .rt-minitray").count() == 0
    app.page.get_by_role("button", name="Show it all").click()
    app.page.wait_for_selector(".rt-best .rt-steps li")
    assert not app.errors


def test_best_comes_in_steps_and_can_be_taken_and_undone(table):
    """The best grouping is revealed in four steps; taking it lays it out, and undo brings the own grouping back."""
    app: Visit = table()
    before = app.text()
    place = app.page.locator(".rt-best [data-focus=best-next]")
    corner = place.bounding_box()
    for step, label in enumerate(
        ("Is there a better grouping?", "How many points?", "Which cards move?", "Show the grouping"), 1
    ):
        box = place.bounding_box()
        assert (box["x"], box["y"]) == (corner["x"], corner["y"]), "each step is asked for at the same place"
        app.page.get_by_role("button", name=label).click()
        app.page.wait_for_selector(f".rt-best .rt-pips[aria-label='Step {step} of 4']")
        app.shoot(f"best-step-{step}")
    assert app.page.locator(".rt-best .rt-minitray").count() >= 4
    app.page.get_by_role("button", name="Take this").click()
    app.wait_figure("0")
    assert app.text() != before
    app.page.get_by_role("button", name="Undo").click()
    app.wait_text(before)
    assert not app.errors


def test_address_bar_carries_the_table_and_back_undoes(visit):
    """Each move is an entry of the address bar: its link opens the same table, and Back undoes."""
    app: Visit = visit()
    start = app.text()
    app.card("king of spades").click()
    app.page.keyboard.press("u")
    app.wait_loose(1)
    link = app.page.url
    fields = parse_qs(urlsplit(link).query)
    assert fields["rules"] == ["adgaming-13"] and "| KS" in fields["hand"][0]
    other: Visit = visit(url=link)
    assert other.text() == app.text()
    app.page.go_back()
    app.wait_text(start)
    app.page.go_forward()
    app.wait_text(other.text())
    app.page.keyboard.press("z")
    app.wait_text(start)
    app.page.keyboard.press("y")
    app.wait_text(other.text())
    app.reload()
    assert app.text() == other.text()
