"""Learn as a beginner meets it: the doors, lessons by mouse, touch and keyboard, and what the browser keeps."""

from __future__ import annotations

import json
from urllib.parse import parse_qs, urlsplit

import pytest

from rummy_tutor import get_rulebook
from rummy_tutor.tutor import kinds
from rummy_tutor.tutor.judging import judge_answer
from rummy_tutor.tutor.planting import make_task
from rummy_tutor.tutor.tasks import KINDS

from .conftest import Visit

assert kinds.__all__
LESSON = "?mode=learn&lesson=sets&task=sets.classify.5.1&rules=adgaming-13"


def right_answer(app: Visit) -> tuple[str, object]:
    """What the task that the address names asks for, and its right answer."""
    named = parse_qs(urlsplit(app.page.url).query)
    lesson, kind, seed, level = named["task"][0].split(".")
    task = make_task(get_rulebook(named["rules"][0]), lesson, kind, int(seed), int(level))
    return task.asks, KINDS[kind].answer(task)


def answer(app: Visit, press) -> None:
    """Answer the task on the page rightly, or at least, where cards are to be laid, somehow."""
    page = app.page
    asks, right = right_answer(app)
    if asks == "number":
        page.fill("[data-number]", str(right))
        page.keyboard.press("Enter")
    elif asks == "cards":
        for card in page.locator(".rt-learntable [data-card]").all():
            if card.get_attribute("aria-label").split(",")[0] in {name_card(one) for one in right}:
                press(card)
        press(page.locator("[data-act=answer]"))
    elif asks == "groups":
        lay_out(app, press, right)
        press(page.locator("[data-act=answer]"))
    elif asks == "moves":
        decide_moves(app, press, right)
    elif asks == "rulebooks":
        for one in right:
            press(page.locator(f".rt-choice[data-value='{one}']"))
        press(page.locator("[data-act=answer]"))
    else:
        press(page.locator(f".rt-choice[data-value='{right}']"))
    page.wait_for_selector(".rt-verdict")


def decide_moves(app: Visit, press, right) -> None:
    """Hold each move that is asked about for forbidden, or make it on the table, as is right."""
    page = app.page
    while (row := page.locator(".rt-moverows li[data-current=true] [data-act=refuse]")).count():
        move = row.get_attribute("data-move")
        if move in right:
            make_move(app, press, move)
        else:
            press(row)
        page.wait_for_selector(f".rt-moverows [data-act=refuse][data-move='{move}']", state="detached")
        if (on := page.locator("[data-act=go_on]")).count():  # a move shown done
            press(on)


def make_move(app: Visit, press, move: str) -> None:
    """Make a move on the table of a turn."""
    kind, *cards = move.split()
    turn = app.page.locator(".rt-turn")
    if kind == "take" and cards:
        return press(turn.locator(f"[data-move='{move}']"))
    for card in cards:
        press(turn.locator(f"[data-hand][data-text='{card}'][aria-pressed=false]").first)
    places = {
        "stock": "[data-act=stock]",
        "take": "[data-act=pile]",
        "throw": ".rt-button[data-act=throw]",
        "declare": ".rt-button[data-act=declare]",
        "add": "[data-act=add] >> nth=0",
    }
    return press(turn.locator(places.get(kind, f"[data-act=button][data-move={kind}]")))


def lay_out(app: Visit, press, groups) -> None:
    """Group the loose cards."""
    table = app.page.locator(".rt-learntable")
    if table.locator(".rt-tray").count():
        return  # cards to be moved, and not laid out
    wanted = [group for group in groups if len(group) > 1]
    for count, group in enumerate(wanted, 1):
        for card in group:
            name = name_card(card)
            press(table.locator(f".rt-loose [data-card][aria-pressed=false][aria-label^='{name}']").first)
        press(table.locator("[data-act=group]").first)
        app.wait_trays(count)


def name_card(card: str) -> str:
    """A card as the page names it to those who hear it."""
    from rummy_tutor.game.cards import Card
    from rummy_tutor.page.faces import card_name

    return card_name(Card.parse(card))


def work(app: Visit, press, most: int) -> None:
    """Read the worked example, then answer until the lesson is mastered, or so many tasks."""
    page = app.page
    page.wait_for_selector(".rt-steptext")
    while page.locator(".rt-steptext").count():
        before = page.locator(".rt-learnside").inner_text()
        press(page.locator("[data-next]"))
        page.wait_for_function("text => document.querySelector('.rt-learnside').innerText !== text", arg=before)
    for _ in range(most):
        answer(app, press)
        if page.locator(".rt-mastered").count():
            return
        press(page.locator("[data-next]"))
        page.wait_for_selector(".rt-verdict", state="detached")
    assert most < 40, "forty right answers did not master the lesson"


@pytest.mark.parametrize("way", ["mouse", "touch", "keyboard"])
def test_a_beginner_gets_from_the_first_screen_through_lessons(live_visit, way):
    """Two doors, a worked example, tasks with verdicts; by mouse three lessons one after the other, each mastered."""
    app: Visit = live_visit("", phone=way == "touch", reduced_motion="reduce")
    page = app.page

    def press(control) -> None:
        if way == "touch":
            control.tap()
        elif way == "keyboard":
            control.and_(page.locator(":not([aria-disabled=true])")).wait_for()
            control.focus()
            page.keyboard.press("Enter")
        else:
            control.click()

    page.wait_for_selector(".rt-door")
    app.shoot(f"learn-doors-{way}")
    press(page.locator(".rt-door").first)
    for lesson in range(3 if way == "mouse" else 1):
        work(app, press, 40 if way == "mouse" else 2)
        app.shoot(f"learn-mastered-{way}-{lesson}")
        assert not app.scrolls_sideways()
        if way == "mouse" and lesson < 2:
            press(page.locator("[data-next]"))
            page.wait_for_selector(".rt-steptext")
    press(page.locator("[data-act=home]"))
    state, count = ("mastered", 3) if way == "mouse" else ("begun", 1)
    page.wait_for_selector(f".rt-stop[data-state={state}]")
    assert page.locator(f".rt-stop[data-state={state}]").count() == count
    app.reload()
    page.wait_for_selector(f".rt-stop[data-state={state}]")
    assert page.locator(".rt-door").count() == 0
    assert not app.errors


def test_the_second_door_leads_to_the_table(live_visit):
    """Who knows rummy has a hand before him, and the focus on one of its cards."""
    app: Visit = live_visit("")
    app.page.locator("[data-act=door-know]").click()
    app.page.wait_for_selector(".rt-screen-analyse [data-card]:focus")
    assert not app.errors


def test_on_a_phone_a_number_is_checked_and_a_group_tapped_is_the_answer(live_visit):
    """What is no number is refused in a sentence; groups have their numbers, and the way on is in sight."""
    app: Visit = live_visit("?mode=learn&lesson=points&task=points.count.5.1&rules=adgaming-13", phone=True)
    page = app.page
    page.fill("[data-number]", "abc-5")
    page.keyboard.press("Enter")
    page.wait_for_selector(".rt-answernumber [role=alert]")
    field, helpers = (page.locator(f".rt-learnside {one}").bounding_box() for one in ("[data-number]", ".rt-helpers"))
    assert field["y"] + field["height"] <= helpers["y"]
    assert not page.locator(".rt-verdict").count() and not app.find_violations()
    page.evaluate(
        """() => { history.pushState(null, '', '?mode=learn&lesson=sets&task=sets.spot.5.1&rules=adgaming-13');
             dispatchEvent(new PopStateEvent('popstate', {state: null})); }"""
    )
    page.wait_for_selector(".rt-choices-group")
    assert page.locator(".rt-tray .rt-number:visible").all_inner_texts()[:2] == ["1", "2"]
    page.locator(".rt-tray [data-card]").first.tap(force=True)
    page.wait_for_selector(".rt-verdict :text('Your answer: Group 1.')")
    box = page.locator("[data-next]").bounding_box()
    assert box["y"] + box["height"] <= 915
    assert not app.errors


def test_a_wrong_answer_is_explained_and_progress_survives_reload_export_and_import(visit, tmp_path):
    """The verdict has the right answer and its rule; the progress is kept, saved, refused where damaged, deleted."""
    app: Visit = visit(LESSON)
    page = app.page
    page.wait_for_selector(".rt-choice")
    assert not app.find_violations()
    _, right = right_answer(app)
    page.locator(f".rt-choice:not([data-value='{right}'])").first.click()
    page.wait_for_selector(".rt-verdict[data-tone=bad] .rt-cite")
    page.wait_for_selector("[data-next]:focus")
    app.shoot("learn-wrong")
    page.emulate_media(color_scheme="dark")
    assert not app.find_violations()
    page.emulate_media(color_scheme="light")
    box = page.locator("[data-next]").bounding_box()
    assert box["y"] + box["height"] <= 720
    app.reload()
    page.wait_for_selector(".rt-learn .rt-state[data-state=begun]")
    page.locator("[data-act=home]").click()
    page.locator("[data-act=progress]").click()
    with page.expect_download() as saved:
        page.locator("[data-act=export]").click()
    file = tmp_path / "progress.json"
    saved.value.save_as(file)
    assert "sets" in json.loads(file.read_text())["courses"]["adgaming-13"]["lessons"]
    (tmp_path / "bad.json").write_text(file.read_text()[:100])
    page.set_input_files("[data-file]", tmp_path / "bad.json")
    page.wait_for_selector(".rt-learn .rt-message[data-tone=bad]")
    page.locator(".rt-learnhead [data-act=clear]").click()
    page.locator("[data-act=clear-yes]").click()
    page.wait_for_selector(".rt-learn .rt-message:has-text('deleted')")
    page.set_input_files("[data-file]", file)
    page.wait_for_selector(".rt-learn .rt-message:has-text('read from the file')")
    page.locator("[data-act=home]").click()
    page.wait_for_selector(".rt-stop[data-state=begun]")
    page.locator(".rt-mode[data-mode=analyse]").click()
    page.wait_for_selector(".rt-felt:visible")
    page.go_back()
    page.wait_for_selector(".rt-path:visible")
    assert not app.errors


def test_what_is_learnt_in_one_tab_is_known_in_another(live_visit):
    """A lesson begun in another tab of the browser is begun here without a reload; what is deleted there is gone."""
    here: Visit = live_visit("?mode=learn&rules=adgaming-13")
    here.page.wait_for_function("localStorage.getItem('rummy-tutor-progress')")
    there = Visit(here.page.context.new_page(), here.page.url.partition("?")[0] + LESSON)
    answer(there, lambda place: place.click())
    here.page.wait_for_selector(".rt-stop[data-state=begun] [data-lesson=sets]")
    there.page.locator("[data-act=home]").click()
    there.page.locator("[data-act=progress]").click()
    there.page.locator(".rt-learnhead [data-act=clear]").click()
    there.page.locator("[data-act=clear-yes]").click()
    here.page.wait_for_selector(".rt-stop[data-state=begun]", state="detached")
    assert not here.errors and not there.errors


def test_a_wild_card_keeps_its_mark_where_it_stands_for_another(live_visit):
    """In a sequence and in a set; the cards of a few groups use the room that the window has."""
    app: Visit = live_visit("?mode=learn&lesson=jokers&rules=adgaming-13")
    table = app.page.locator(".rt-learntable")
    table.locator(".rt-standing .rt-wildmark").nth(1).wait_for()
    assert table.locator(".rt-standing").count() == table.locator(".rt-standing .rt-wildmark").count() == 2
    app.page.wait_for_function("document.querySelector('.rt-learntable [data-card]').offsetWidth >= 64")
    assert not app.errors


MARRIAGE = {
    "two-minutes": "move spot", "points": "count", "pure": "classify complete build", "sets": "compare",
    "wild": "mark", "jokers": "repair", "declare": "declare?", "maal": "settle",
}  # fmt: skip
TASKS = [("marriage-21", lesson, kind) for lesson, kinds in MARRIAGE.items() for kind in kinds.split()]
TASKS += [("paplu-27", "turn", "discard"), ("paplu-27", "turn", "take?")]


def answer_wrongly(app: Visit, task) -> None:
    """Answer a task wrongly; of several moves every one."""
    page = app.page
    if task.asks == "number":
        page.fill("[data-number]", "999")
        page.keyboard.press("Enter")
    elif task.asks == "moves":
        for move in task.choices:
            act = "refuse" if task.turn.judge_move(move).allowed else "allow"
            page.locator(f"[data-act={act}][data-move='{move}']").click()
            app.answered()
            for on in page.locator("[data-act=go_on]").all():
                on.click()
    elif task.asks in ("groups", "cards", "rulebooks"):
        if task.asks == "rulebooks":
            one = next(one for one in task.choices if not judge_answer(task, [one]).right)
            page.locator(f".rt-choice[data-value='{one}']").click()
        page.locator(".rt-learnside [data-act=answer]").click()
        for again in page.locator(".rt-learnside :has([role=alert]) > [data-act=answer]").all():
            again.click()  # no card is asked about twice
    else:
        wrong = next(one for one in task.choices if not judge_answer(task, one).right)
        page.locator(f".rt-choice[data-value='{wrong}']").click()
    page.wait_for_selector(".rt-verdict")
    app.answered()


_NEXT = """() => { const box = document.querySelector('.rt-learnside [data-next]').getBoundingClientRect();
  const over = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  return box.top >= 0 && box.bottom <= innerHeight && over?.closest('[data-next]') === document.activeElement; }"""


@pytest.mark.parametrize("phone", [False, True], ids=["projector", "phone"])
def test_the_next_step_is_in_sight_after_every_kind_of_task(live_visit, phone):
    """It has the focus and lies under nothing, after a wrong answer and after what shows why it is wrong."""
    assert {kind for *_, kind in TASKS} == KINDS.keys()
    app, wide = None, {"phone": True} if phone else {"width": 1280, "height": 720}
    for rules, lesson, kind in TASKS:
        book = get_rulebook(rules)
        query = f"?mode=learn&rules={book.key}&lesson={lesson}&task={lesson}.{kind}.3.2"
        app = app or live_visit(query, **wide)
        app.page.goto(urlsplit(app.page.url)._replace(query=query[1:]).geturl())
        app.wait()
        answer_wrongly(app, make_task(book, lesson, kind, 3, 2))
        app.settle()
        assert app.page.evaluate(_NEXT), (kind, "verdict")
        for why in app.page.locator("[data-act=lay]").all():
            why.click()
            app.page.wait_for_selector(".rt-laidnote")
            app.settle()
            assert app.page.evaluate(_NEXT), (kind, "why")
    assert not app.errors


def test_a_phone_shows_the_cards_that_an_example_speaks_of(live_visit):
    """Both groups of the first step, and the whole hand of the second, stand above the modes, like the way on."""
    app: Visit = live_visit("?mode=learn&lesson=two-minutes&rules=gorummy-13", phone=True)
    page = app.page
    page.wait_for_selector(".rt-learntable [data-card]")
    foot = page.locator(".rt-modes").bounding_box()["y"]
    for cards in (".rt-learntable [data-card]", ".rt-learnturn [data-card]"):
        page.wait_for_selector(cards)
        for box in [page.locator(cards).last.bounding_box(), page.locator("[data-next]").bounding_box()]:
            assert box["y"] + box["height"] <= foot
        page.locator("[data-next]").tap()
    assert not app.errors
