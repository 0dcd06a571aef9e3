"""Learn as a beginner meets it: the doors, lessons by mouse, touch and keyboard, and what the browser keeps."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from rummy_tutor import get_rulebook
from rummy_tutor.tutor.judging import judge_answer
from rummy_tutor.tutor.kinds import KINDS
from rummy_tutor.tutor.lessons import list_lessons
from rummy_tutor.tutor.planting import make_task

from .conftest import Visit
from .walking import WAYS, Walker, read_task

LESSON = "?mode=learn&lesson=sets&task=sets.classify.5.1.2&rules=adgaming-13"


@pytest.mark.parametrize("way", WAYS)
def test_a_beginner_gets_from_the_first_screen_through_three_lessons(live_visit, way):
    """By each way alone, with every control found by its role and name; what is mastered is so after a reload."""
    app: Visit = live_visit("", phone=way == "touch")
    walker = Walker(app, way)
    door = walker.find("Start lesson 1")
    door.wait_for()
    app.shoot(f"learn-doors-{way}")
    walker.listen()
    walker.press(door)
    for lesson in range(3):
        walker.work()
        app.shoot(f"learn-mastered-{way}-{lesson}")
        assert not app.scrolls_sideways()
        if lesson < 2:
            walker.press(walker.find(re.compile("^Next lesson: ")))
    walker.press(walker.find("All lessons"))
    mastered = app.page.get_by_role("listitem").filter(has_text="mastered")
    expect(mastered).to_have_count(3)
    app.reload()
    expect(mastered).to_have_count(3)
    expect(door).to_have_count(0)
    assert not app.errors


def test_a_newcomer_answers_a_question_before_any_lesson(live_visit):
    """A wrong card is told why in a line, another try is free, and the right one goes to its place."""
    app: Visit = live_visit("")
    said, run = app.page.locator(".rt-trysaid"), app.page.locator(".rt-tryrun .rt-card:not(.rt-slot)")
    for card, line in (("7H", "it is a heart"), ("9S", "are missing before it")):
        app.page.locator(f"[data-offer='{card}']").click()
        expect(said).to_contain_text(line)
        expect(run).to_have_count(2)
        expect(app.page.locator(".rt-tryrun .rt-badge:visible, .rt-petal")).to_have_count(0)
    app.page.locator("[data-offer='7S']").click()
    expect(said).to_contain_text("Right: one suit, in order.")
    expect(run).to_have_count(3)
    expect(app.page.locator(".rt-tryrun .rt-badge")).to_have_text("Sequence")
    assert not app.errors and not app.find_violations()


def test_somebody_who_only_looked_on_is_never_welcomed_back(live_visit):
    """What the browser keeps of a visit without an answer makes nobody known, also not while the page is loading."""
    app: Visit = live_visit("")
    app.page.wait_for_function("localStorage.getItem('rummy-tutor-progress')")
    app.page.add_init_script(
        "window.welcomed = false; new MutationObserver(() => { window.welcomed ||= "
        "Boolean(document.querySelector('.rt-homegrid')); }).observe(document, { childList: true, subtree: true });"
    )
    app.reload()
    app.page.locator("[data-act=door-new]").wait_for()
    assert app.page.evaluate("window.welcomed") is False
    assert not app.errors


def test_what_is_to_be_pressed_in_a_step_is_marked_one_place_after_the_other(live_visit):
    """The pile is marked once the card to be thrown is selected; the round that is won is said so by the tutor."""
    app: Visit = live_visit("?mode=learn&lesson=two-minutes&rules=gorummy-13")
    page, onward = app.page, app.page.locator(".rt-learnside [data-next]")
    marked = page.locator(".rt-learnturn :is(.rt-turnplace, .rt-handcard):has(.rt-askmark)")
    onward.click()
    for offer in ("5D", "9D", "AD"):
        page.locator(f".rt-learnside [data-offer='{offer}']").click()
        onward.click()
    onward.click()
    page.locator(".rt-learnturn [data-act=stock]").click()
    expect(page.locator(".rt-turntold")).to_contain_text("With the J♥ you have the sequence 9♥ 10♥ J♥.")
    onward.click()
    expect(page.locator(".rt-turntold")).to_have_count(0)
    expect(marked).to_have_count(1)
    page.locator(".rt-learnturn [data-text=QD]").click()
    expect(marked).to_have_count(1)
    marked.locator("[data-act=pile]").click()
    onward.click()
    page.locator(".rt-learnturn [data-act=stock]").click()
    page.locator(".rt-learnturn [data-text=AC]").click()
    page.locator(".rt-learnturn [data-act=declare]").first.click()
    expect(page.locator(".rt-learnside .rt-bubble .rt-badge")).to_have_text("You win!")
    assert not app.errors and not app.find_violations()


def test_a_newcomer_has_four_screens_to_choose_from_and_the_rest_in_the_menu(live_visit):
    """Words, rules and the classroom come with the menu, until half of the lessons are known."""
    app: Visit = live_visit("")
    tools = app.page.locator(".rt-railtools .rt-railbutton")
    expect(app.page.locator(".rt-modes .rt-mode:visible")).to_have_count(4)
    expect(tools.first).to_be_hidden()
    app.page.locator("[data-act=menu]").click()
    expect(tools.last).to_be_visible()
    assert not app.errors


def test_the_second_screen_of_the_first_lesson_is_answered(live_visit):
    """A wrong card is told why, the right one makes the way on the main button; hearts in the text are red."""
    app: Visit = live_visit("?mode=learn&lesson=two-minutes&rules=gorummy-13")
    page, onward = app.page, app.page.locator(".rt-learnside [data-next]")
    onward.click()
    offers, main = page.locator(".rt-learnside .rt-offer"), page.locator(".rt-learnside .rt-main")
    expect(page.locator(".rt-learnside").get_by_role("button", name="Next")).to_have_count(0)
    offers.nth(1).click()
    expect(page.locator(".rt-trysaid")).to_contain_text("5♣ comes next, but in another suit. You need a ♦.")
    expect(main).to_have_count(0)
    offers.nth(0).click()
    expect(page.locator(".rt-learnside .rt-tryrun .rt-badge")).to_have_text("Sequence")
    expect(page.locator(".rt-trysaid")).to_have_text("Right: 3♦ 4♦ 5♦ are one suit, in order.")
    page.wait_for_selector(".rt-learnside .rt-main[data-next]:focus")
    page.wait_for_function("CSS.highlights.get('rt-red')?.size > 1")
    assert not app.errors and not app.find_violations()


def test_the_second_door_leads_to_the_table(live_visit):
    """Who knows rummy has a hand before him, and the focus on one of its cards."""
    app: Visit = live_visit("")
    app.page.locator("[data-act=door-know]").click()
    app.page.wait_for_selector(".rt-screen-analyse [data-card]:focus")
    assert not app.errors


def test_questions_lead_to_the_game_that_is_played(live_visit):
    """One question at a time, the focus on it; the game found is taken with one button, and the questions fold up."""
    app: Visit = live_visit("?mode=learn")
    page = app.page
    page.locator(".rt-apart summary").click()
    page.locator(".rt-choosing input").fill("13")
    page.keyboard.press("Enter")
    for _ in range(7):
        expect(page.locator("[data-asked]")).to_be_focused()
        assert not app.find_violations()
        if page.locator(".rt-choosing [data-take]").count():
            break
        page.locator(".rt-choosing li .rt-button").first.click()
        app.answered()
    page.locator(".rt-choosing [data-take]").click()
    expect(page.locator(".rt-apart summary")).to_be_focused()
    expect(page.locator(".rt-choosing")).to_be_hidden()
    assert not app.errors


def test_a_game_chosen_by_its_name_shows_its_lessons(live_visit):
    """The list of games folds up with the choice, and the way into the first lesson is in sight."""
    app: Visit = live_visit("?mode=learn")
    app.page.locator(".rt-apart summary").click()
    app.page.locator(".rt-apart [data-book=octro-13]").click()
    expect(app.page.locator(".rt-apart summary b")).to_have_text("Your game: Octro Indian Rummy")
    expect(app.page.locator(".rt-apart [data-book=octro-13]")).to_be_hidden()
    expect(app.page.locator(".rt-apart summary")).to_be_focused()
    expect(app.page.locator("[data-act=door-new]")).to_be_in_viewport(ratio=1)
    app.page.locator("[data-act=list]").click()
    expect(app.page.locator("[data-act=lesson]").last).to_be_in_viewport(ratio=1)
    expect(app.page.locator(".rt-stop")).to_have_count(len(list_lessons(get_rulebook("octro-13"))))
    assert not app.errors


def test_the_second_of_two_quick_presses_takes_no_hint_and_gives_no_answer(live_visit):
    """It was meant for the button that stood there before."""
    app: Visit = live_visit(LESSON)
    hint, answer = app.page.locator("[data-act=hint]"), app.page.locator("[data-act=choose]").first
    notes = app.page.locator(".rt-learn .rt-note")
    before = notes.count()
    for button in (hint, answer):
        button.dispatch_event("click", {"detail": 2})
    hint.click()
    expect(notes).to_have_count(before + 1)
    expect(app.page.locator(".rt-verdict")).to_have_count(0)
    assert not app.errors


def test_no_answer_is_marked_by_a_pointer_that_rests_where_it_comes_up(live_visit):
    """The button pressed stood there before; once the pointer moves, what it points at is marked."""
    app: Visit = live_visit("?mode=learn&rules=gorummy-13&lesson=sets")
    choice, background = app.page.locator(".rt-choice").first, "one => getComputedStyle(one).backgroundColor"
    while not choice.count():
        app.page.locator("[data-next], [data-act=show]").first.click()
        app.answered()
    fresh = app.page.locator(".rt-learnside[data-fresh]")
    expect(fresh).to_have_count(1)
    choice.hover()
    expect(fresh).to_have_count(0)
    marked = choice.evaluate(background)
    app.page.locator(".rt-learnside").evaluate("side => { side.dataset.fresh = 'true'; }")
    assert choice.evaluate(background) != marked
    assert not app.errors


def test_on_a_phone_a_number_is_checked_and_a_group_tapped_is_the_answer(live_visit):
    """What is no number is refused in a sentence; groups have their numbers, and the way on is in sight."""
    app: Visit = live_visit("?mode=learn&lesson=points&task=points.count.5.1.2&rules=adgaming-13", phone=True)
    page = app.page
    page.fill("[data-number]", "abc-5")
    page.keyboard.press("Enter")
    page.wait_for_selector(".rt-answernumber [role=alert]")
    field, helpers = (page.locator(f".rt-learnside {one}").bounding_box() for one in ("[data-number]", ".rt-helpers"))
    assert field["y"] + field["height"] <= helpers["y"]
    assert not page.locator(".rt-verdict").count() and not app.find_violations()
    page.evaluate(
        """() => { history.pushState(null, '', '?mode=learn&lesson=sets&task=sets.spot.5.1.2&rules=adgaming-13');
             dispatchEvent(new PopStateEvent('popstate', {state: null})); }"""
    )
    page.wait_for_selector(".rt-choices-group")
    assert page.locator(".rt-tray .rt-number:visible").all_inner_texts()[:2] == ["1", "2"]
    page.locator(".rt-tray [data-card]").first.tap(force=True)
    page.wait_for_selector(".rt-verdict")
    expect(page.locator(".rt-choice[data-value='1']")).to_have_attribute("data-mark", re.compile("right|wrong"))
    box = page.locator("[data-next]").bounding_box()
    assert box["y"] + box["height"] <= 915
    assert not app.errors


def test_a_wrong_answer_is_explained_and_progress_survives_reload_export_and_import(live_visit, tmp_path):
    """The verdict has the right answer and its rule; the progress is kept, saved, refused where damaged, deleted."""
    app: Visit = live_visit(LESSON)
    page = app.page
    page.wait_for_selector(".rt-choice")
    assert not app.find_violations()
    task = read_task(app)
    right = task.answer
    page.locator(f".rt-choice:not([data-value='{right}'])").first.click()
    page.wait_for_selector(".rt-verdict[data-tone=bad]")
    page.wait_for_selector("[data-next]:focus")
    page.locator(".rt-source summary").click()  # folded until it is asked for
    page.wait_for_selector(".rt-verdict[data-tone=bad] .rt-cite")
    app.shoot("learn-wrong")
    page.emulate_media(color_scheme="dark")
    assert not app.find_violations()
    page.emulate_media(color_scheme="light")
    box = page.locator("[data-next]").bounding_box()
    assert box["y"] + box["height"] <= 720
    app.reload()
    page.wait_for_selector(".rt-learn .rt-state[data-state=begun]", state="attached")
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
    Walker(there, "mouse").answer()
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
    "two-minutes": "move spot", "pure": "classify complete", "sets": "compare", "wild": "mark",
    "jokers": "repair", "declare": "declare? build", "loser": "count", "maal": "settle",
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


_CARDS = """() => [...document.querySelectorAll('.rt-learntable [data-card]')].map(card => {
  const { x, y, width } = card.getBoundingClientRect();
  return [x, y, width];
})"""


# after the other kinds of tasks other cards lie there, or other places
LIE_STILL = ("spot", "classify", "complete", "compare", "declare?", "discard")


@pytest.mark.parametrize("phone", [False, True], ids=["projector", "phone"])
def test_after_every_kind_of_task_the_next_step_is_in_sight_and_no_card_has_moved(live_visit, phone):
    """The way on has the focus and lies under nothing, after a wrong answer and after what shows why it is wrong; words
    under groups, the sentence of a verdict, what the hand costs: each has had its place before."""
    assert {kind for *_, kind in TASKS} == KINDS.keys()
    app: Visit = live_visit(LESSON, **({"phone": True} if phone else {"width": 1280, "height": 720}))
    for rules, lesson, kind in TASKS:
        app.step_to(f"?mode=learn&rules={rules}&lesson={lesson}&task={lesson}.{kind}.3.2.2")
        app.page.wait_for_selector(".rt-ask")
        app.settle()
        before = app.page.evaluate(_CARDS)
        answer_wrongly(app, make_task(get_rulebook(rules), lesson, kind, 3, 2))
        app.settle()
        assert app.page.evaluate(_NEXT), (kind, "verdict")
        if kind in LIE_STILL:
            assert before and app.page.evaluate(_CARDS) == before, kind
        for why in app.page.locator("[data-act=lay]").all():
            why.click()
            app.page.wait_for_selector(".rt-laidnote")
            app.settle()
            assert app.page.evaluate(_NEXT), (kind, "why")
    assert not app.errors


def test_a_phone_shows_the_cards_that_an_example_speaks_of(live_visit):
    """The groups of the first steps, and the whole hand of the first turn, stand above the dock with the way on."""
    app: Visit = live_visit("?mode=learn&lesson=two-minutes&rules=gorummy-13", phone=True)
    page = app.page
    page.wait_for_selector(".rt-learntable [data-card]")
    groups = ":is(.rt-learntable [data-card], .rt-learnside .rt-offer):visible"
    turn = ".rt-learnturn [data-card]:visible"
    for step in range(1, 8):
        page.wait_for_selector(f"text=Step {step} of ")
        app.settle()
        cards = turn if page.locator(turn).count() else groups
        box, foot = (page.locator(one).last.bounding_box() for one in (cards, ".rt-dock"))
        assert box["y"] + box["height"] <= foot["y"] and foot["y"] + foot["height"] <= 915
        if cards == turn:
            break
        shown = page.locator("[data-act=show]:visible")  # the way on comes with the answer
        if shown.count():
            shown.tap()
        page.locator("[data-next]").tap()
    assert step > 1 and cards == turn
    assert not app.errors


def test_a_phone_shows_four_groups_with_the_question_about_them(live_visit):
    """The question stands above the groups, and both are in sight with the answers."""
    app: Visit = live_visit("?mode=learn&lesson=two-minutes&rules=marriage-21&task=two-minutes.spot.3.2.2", phone=True)
    page = app.page
    page.wait_for_selector(".rt-learntable [data-card]")
    foot = page.locator(".rt-dock").bounding_box()["y"]
    for last in (page.locator(".rt-learntable [data-card]").last, page.locator(".rt-choice").last):
        box = last.bounding_box()
        assert box["y"] + box["height"] <= foot
    assert not app.errors


def test_a_small_phone_keeps_cards_and_buttons_in_sight(live_visit):
    """A wrong answer is told below the cards that it is about; the tools of a hand to lay out cover no button."""
    lesson, size = "?mode=learn&rules=gorummy-13&lesson=", {"phone": True, "width": 360, "height": 740}
    app: Visit = live_visit(f"{lesson}two-minutes&task=two-minutes.spot.9.1.2", **size)
    app.page.locator(".rt-choice").first.click()
    app.page.wait_for_selector(".rt-verdict[data-tone=bad]")
    app.settle()
    card, told = (app.page.locator(one).first.bounding_box() for one in (".rt-learntable [data-card]", ".rt-verdict"))
    assert card["y"] >= 0 and card["y"] + card["height"] <= told["y"]
    app = live_visit(f"{lesson}pure&task=pure.build.5.1.2", **size)
    app.page.wait_for_selector(".rt-learntable [data-card]")
    app.settle()
    tools, dock = (app.page.locator(one).bounding_box() for one in (".rt-learntable .rt-toolbar", ".rt-dock"))
    assert tools["y"] + tools["height"] <= dock["y"] + 1


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_a_wrong_answer_covers_no_choice(live_visit, phone):
    """What was asked and the cards that could be chosen stay in sight above what is said of the answer."""
    query = "?mode=learn&lesson=pure&task=pure.complete.5.1.2&rules=gorummy-13"
    app: Visit = live_visit(query, **({"phone": True} if phone else {"width": 1280, "height": 720}))
    app.page.locator(".rt-choice").nth(1).click()
    told = app.page.locator(".rt-verdict[data-tone=bad]")
    told.wait_for()
    app.settle()
    for shown in app.page.locator(".rt-ask, .rt-learntable [data-card], .rt-choice:visible").all():
        box = shown.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= told.bounding_box()["y"]
    assert not app.errors


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_loose_cards_of_a_question_stand_in_the_middle_of_their_place(live_visit, phone):
    """No empty line stands above them, and as much room before a row as after it."""
    query = "?mode=learn&rules=gorummy-13&lesson=points&task=points.count.3.2.2"
    app: Visit = live_visit(query, phone=phone, **({} if phone else {"width": 1280, "height": 720}))
    app.settle()
    cards = [card.bounding_box() for card in app.page.locator(".rt-learntable .rt-loose [data-card]").all()]
    place = app.page.locator(".rt-learntable .rt-loose").bounding_box()
    row = [card for card in cards if card["y"] == cards[0]["y"]]
    before = row[0]["x"] - place["x"]
    after = place["x"] + place["width"] - row[-1]["x"] - row[-1]["width"]
    assert cards[0]["y"] - place["y"] < 16 and abs(before - after) < 4 and not app.errors


def test_an_answer_with_nothing_grouped_is_asked_about_once(live_visit):
    """The first press asks, and a second one answers; where groups were made and undone since, it is asked anew."""
    app: Visit = live_visit("?mode=learn&lesson=loser&task=loser.build.0.1.2&rules=gorummy-13")
    page, cards = app.page, app.page.locator(".rt-learntable [data-card]")
    asked = page.locator(".rt-learnside :text('You have grouped nothing yet')")
    page.get_by_role("button", name="Check").click()
    asked.wait_for()
    for at in range(3):
        cards.nth(at).click()
    page.locator(".rt-learntable [data-act=group]").first.click()
    asked.wait_for(state="detached")
    page.wait_for_selector(".rt-loose .rt-traycost:has-text('10 cards')")
    page.locator(".rt-learntable [data-act=undo]").click()
    page.wait_for_selector(".rt-loose .rt-traycost:has-text('13 cards')")
    assert asked.count() == 0
    page.get_by_role("button", name="Check").click()
    asked.wait_for()
    page.get_by_role("button", name="Check").click()
    page.wait_for_selector(".rt-verdict[data-tone=bad]")
    assert not app.errors


def test_an_answer_without_a_card_is_asked_about_anew_once_a_card_was_selected(live_visit):
    """The warning goes with the first card selected, and comes before the empty answer when that is let go."""
    app: Visit = live_visit("?mode=learn&lesson=wild&task=wild.mark.1.1.2&rules=adgaming-13")
    page, card = app.page, app.page.locator(".rt-learntable [data-card]").first
    asked = page.locator(".rt-learnside :text('You have selected no card')")
    page.get_by_role("button", name="Check").click()
    asked.wait_for()
    card.click()
    asked.wait_for(state="detached")
    card.click()
    page.get_by_role("button", name="Check").click()
    asked.wait_for()
    assert page.locator(".rt-verdict").count() == 0 and not app.errors
