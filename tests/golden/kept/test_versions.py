"""Versions of what is kept: no answer is judged by another task, lessons may move, and what cannot be read stays."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

import rummy_tutor as rt
from rummy_tutor.game.messages import TutorError
from rummy_tutor.hosts.live import book, results
from rummy_tutor.hosts.live.drawing import draw_desk
from rummy_tutor.hosts.live.keeping import records
from rummy_tutor.hosts.live.room import Room
from rummy_tutor.page.classroom.desk import desk_of
from rummy_tutor.page.classroom.lists import read_code, read_file, read_kept, write_code, write_kept, write_list
from rummy_tutor.page.classroom.questions import TaskQuestion
from rummy_tutor.page.classroom.sheet import make_sheet
from rummy_tutor.page.drawing import draw
from rummy_tutor.page.learn.study import study_of
from rummy_tutor.page.learn.view import draw_learn
from rummy_tutor.page.my_rules.kept import write_memory
from rummy_tutor.page.panels import pick_panels
from rummy_tutor.page.puzzles.board import find_board
from rummy_tutor.page.round.view import draw_round
from rummy_tutor.page.session import Session
from rummy_tutor.page.shell.links import link_of
from rummy_tutor.rounds.series import Series
from rummy_tutor.rulebooks import RULEBOOKS
from rummy_tutor.tutor import Task, lessons, make_task, planting
from rummy_tutor.tutor.beliefs import BY_KEY as BELIEFS
from rummy_tutor.tutor.lines import answer_task
from rummy_tutor.tutor.planting import name_task
from rummy_tutor.tutor.progress import Progress, ProgressError
from rummy_tutor.wording.speech import say
from tests.hosts.asking import give_answer

from . import tasks
from .opening import BY_NAME, FIRST_HAND, TIMES, ask, open_class, opener, without_offers
from .test_kept import FILES, FOLDERS, NAMING, TODAY, compare_without_task, find_holds
from .write import hold_class, make_list

FIRST = FOLDERS[0]
LESSON = {"lesson": "sets", "kind": "classify", "rulebook": "octro-13", "seed": 7, "level": 2}
NAME = "sets.classify.7.2"  # as the first version wrote it


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """A version that makes other tasks of the same seeds."""
    monkeypatch.setattr(planting, "TASKS_VERSION", planting.TASKS_VERSION + 1)


@pytest.fixture
def moved(monkeypatch: pytest.MonkeyPatch) -> None:
    """A version in which one lesson has another name, and one has been split in two."""
    monkeypatch.setitem(lessons.MOVED, "suits", ("sets",))
    monkeypatch.setitem(lessons.MOVED, "long", ("pure", "jokers"))


def open_at(search: str) -> Session:
    """A page that was opened with an address."""
    session = Session(FIRST_HAND, "adgaming-13")
    ask(session, "link", search=search, first=True)
    ask(session, "learn", do="recall", data=None)
    return session


def task_of(session: Session) -> Task | None:
    """The task that Learn asks."""
    asked = study_of(session).asked
    return None if asked is None else asked.task


def read_text(name: str) -> str:
    """A file of the first version."""
    return (FIRST / name).read_text(encoding="utf-8")


def read_json(name: str) -> Any:
    """The values of a file of the first version."""
    return json.loads(read_text(name))


def rename(value: object, names: dict[str, str]) -> Any:
    """Plain values in which lessons have other names, as keys and as values, also before a slash."""
    if isinstance(value, dict):
        return {rename(key, names): rename(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [rename(one, names) for one in value]
    if isinstance(value, str):
        lesson, slash, belief = value.partition("/")
        return f"{names.get(lesson, lesson)}{slash}{belief}"
    return value


# ---- tasks -----------------------------------------------------------------------------------------------------
def test_the_digest_is_of_the_version_of_the_tasks() -> None:
    """Whoever changes what a seed gives has the digest written anew, and for that raises the version."""
    assert tasks.read_version() == planting.TASKS_VERSION
    kept = tasks.read_digests()
    assert not tasks.is_made_otherwise(kept, kept)
    group = next(iter(kept))
    assert tasks.is_made_otherwise(kept, {**kept, group: f"???{kept[group][3:]}"})  # the task
    assert tasks.is_made_otherwise(kept, {**kept, group: f"{kept[group][:3]}???{kept[group][6:]}"})  # its answer
    assert not tasks.is_made_otherwise(kept, {**kept, group: f"{kept[group][:6]}???{kept[group][9:]}"})  # a verdict
    with pytest.raises(SystemExit):
        tasks.check_version(kept, {**kept, group: "???"})


def test_a_version_of_tasks_stands_in_names_from_the_second_on(later: None) -> None:
    """Addresses, entries and requests say of which version their tasks are; those without one are of the first."""
    task = make_task("octro-13", "sets", "classify", 7, 2)
    name = f"{NAME}.{planting.TASKS_VERSION}"
    assert name_task(task) == name
    session = open_at(f"?mode=learn&lesson=sets&task={name}&rules=octro-13")
    assert task_of(session) is not None and not session.notes
    assert f"task={name}&" in link_of(session)


@pytest.mark.parametrize("name", [NAME, "sets.classify.7.2.3", "sets.classify.7.2.0", "sets.build.7.2.99"])
def test_a_link_to_a_task_of_another_version_opens_its_lesson_and_says_so(name: str) -> None:
    """In one sentence, and the address names that task no longer."""
    session = open_at(f"?mode=learn&lesson=sets&task={name}&rules=octro-13")
    (note,) = map(say, session.notes)
    assert "another version" in note and note.count(".") == 1
    drawn = draw_learn(session)
    assert (drawn["screen"], study_of(session).of[0], task_of(session)) == ("lesson", "sets", None)
    assert link_of(session) == "?mode=learn&lesson=sets&rules=octro-13"


def test_a_link_over_the_open_lesson_says_so_too(later: None) -> None:
    """A task that is asked stays."""
    session = open_at(f"?mode=learn&lesson=sets&task={NAME}.{planting.TASKS_VERSION}&rules=octro-13")
    before = task_of(session)
    assert before is not None
    ask(session, "link", search=f"?mode=learn&lesson=sets&task={NAME}&rules=octro-13")
    draw_learn(session)
    assert len(session.notes) == 1 and task_of(session) == before


def test_a_list_of_another_version_opens_its_lessons_and_says_so(later: None) -> None:
    """File, link and browser hold it as it was; a task added now is asked again as long as tasks stay the same."""
    one = read_file(read_text("list-mixed.json"))
    today = make_list().to_data()
    entries = [{name: value for name, value in entry.items() if name != "tasks"} for entry in today["entries"]]
    assert one.to_data() == {**today, "entries": entries} == read_code(write_code(one)).to_data()
    session = Session(FIRST_HAND, "octro-13")
    for what, values in (("lists", {}), ("recall", {"data": write_kept([one])}), ("open", {"at": 0})):
        ask(session, "class", do=what, **values)
    ask(session, "class", do="add", source="lesson", lesson="sets", n=1, seed=7, example=False)
    added = desk_of(session).lists[0].entries[-1]
    assert added == {
        "lesson": "sets",
        "kind": "classify",
        "rulebook": "octro-13",
        "seed": 7,
        "level": 1,
        "tasks": planting.TASKS_VERSION,
    }
    ask(session, "class", do="show", source="list")
    ask(session, "class", do="next")
    while study_of(session).example is not None and not session.notes:
        ask(session, "class", do="next")
    (note,) = map(say, session.notes)
    assert "another version" in note and task_of(session) is None and draw_learn(session)["screen"] == "lesson"
    other = Session(FIRST_HAND, "octro-13")
    ask(other, "link", search=f"?mode=class&list={write_code(type(one)('New', (added,)))}", first=True)
    ask(other, "class", do="recall", data=None)
    task = task_of(other)
    assert task is not None and task.to_dict() == make_task("octro-13", "sets", "classify", 7).to_dict()
    assert not other.notes


@pytest.fixture
def class_file(tmp_path: Path) -> Path:
    """A class under way, kept by this version."""
    path = tmp_path / "class.json"
    records.save(hold_class(), path)
    return path


def test_answers_of_a_class_keep_the_verdicts_that_they_got(
    class_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are counted, exported and summed up as before, with the cards that were asked; nothing is judged again."""
    before = records.load(class_file)
    before.items = [item for item in before.items if not item.is_hand]  # a hand is the same in any version
    records.save(before, class_file)
    rows, repeats, words = tell_class(before)
    done = json.loads(results.export(before, "json", names=True)["text"])
    monkeypatch.setattr(planting, "TASKS_VERSION", planting.TASKS_VERSION + 1)
    monkeypatch.setattr(TaskQuestion, "judge", lambda *_: pytest.fail("an answer is judged by another task"))
    for path in (class_file, tmp_path / "again.json"):
        room = records.load(path)
        records.save(room, tmp_path / "again.json")
        assert [item.before is not None for item in room.items] == ["lesson" in item.request for item in room.items]
        assert json.loads(results.export(room, "json", names=True)["text"]) == done
        assert tell_class(room) == (rows, repeats, words)


def tell_class(room: Room) -> tuple[object, ...]:
    """The answers of a class, what is to be repeated, and what a spreadsheet says of each answer."""
    told = csv.DictReader(io.StringIO(results.export(room, "csv", names=True)["text"]))
    names = ("task", "lesson_in_words", "student", "answer", "right", "verdict", "belief_in_words")
    words = [[row[name] for name in names] for row in told]
    return list(results.list_answers(room, names=True)), results.list_repeats(room), words


def test_a_class_goes_on_with_the_next_task_after_those_of_another_version(class_file: Path, later: None) -> None:
    """The last one is shown to nobody and takes no answers; the plan, the students and their names are there."""
    room = records.load(class_file)
    room.items.pop()  # a hand
    while "lesson" not in room.items[-1].request:
        room.items.pop()
    student = next(iter(room.students.values()))
    assert room.item is None and draw_desk(room, set())["given"] == sum(len(one.answers) for one in room.items) > 0
    with pytest.raises(TutorError) as caught:
        give_answer(room, student, len(room.items) - 1, "set", 1.0)
    assert caught.value.code == "nothing-asked"
    room.next(5.0)
    assert room.item is not None and room.item.before is None and room.item.request["tasks"] == planting.TASKS_VERSION
    assert [one.name for one in room.students.values()] == ["Asha", "Ravi", "मीना", "Ben"]


def test_a_class_without_verdicts_is_not_judged_by_other_tasks() -> None:
    """The first version kept none: its file is refused in one sentence, and stays."""
    path = FIRST / "class-going.json"
    text = read_text("class-going.json")
    with pytest.raises(TutorError) as caught:
        records.load(path)
    assert caught.value.key == "bad-class:version" and read_text("class-going.json") == text


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_what_names_no_task_is_read_by_a_version_with_other_tasks(path: Path, later: None) -> None:
    """Progress, lists, series, rules and hands are the same; the tasks of links are left out."""
    opened = without_offers(json.loads(json.dumps(opener(path)(path.read_text(encoding="utf-8")).holds)))
    holds = without_offers(find_holds(path))
    if path.name.startswith(NAMING):
        compare_without_task(opened, holds)
    else:
        assert opened == holds


# ---- lessons that moved ------------------------------------------------------------------------------------------
def test_lessons_that_moved_have_others_today() -> None:
    """No lesson of today is said to have moved, and what moved leads to lessons that there are."""
    for key, keys in lessons.MOVED.items():
        assert key not in lessons.BY_KEY and keys and set(keys) <= set(lessons.BY_KEY)


def test_progress_follows_a_lesson_that_was_renamed(moved: None) -> None:
    """Answers, mastery, what is believed and when it comes back are those of the lesson of today."""
    data = read_json("progress-gorummy-13.json")
    progress = Progress.from_data(rename(data, {"sets": "suits"}))
    assert progress == Progress.from_data(data)
    assert Progress.from_data(progress.to_data()) == progress


def test_progress_of_a_lesson_that_was_split_counts_for_each_part(moved: None) -> None:
    """Whoever had mastered it has mastered both; a part that has been begun by itself stays as it is."""
    data = read_json("progress-gorummy-13.json")
    data["lessons"] = {rename(key, {"pure": "long"}): one for key, one in data["lessons"].items() if key != "jokers"}
    data["reviews"] = {
        rename(key, {"pure": "long"}): one for key, one in data["reviews"].items() if not key.startswith("jokers")
    }
    before, after = Progress.from_data(read_json("progress-gorummy-13.json")), Progress.from_data(data)
    assert after.lessons["pure"] == before.lessons["pure"] and after.reviews["pure"] == before.reviews["pure"]
    jokers = after.lessons["jokers"]
    assert jokers.mastered and jokers.steps == after.lessons["pure"].steps
    assert all("jokers" in BELIEFS[belief].lessons for belief in jokers.learner.keys)
    assert after.reviews["jokers"] == before.reviews["pure"] and after.state("jokers", TIMES[2]) == "due"
    both = {
        **data,
        "lessons": {**data["lessons"], "jokers": read_json("progress-gorummy-13.json")["lessons"]["jokers"]},
    }
    assert Progress.from_data(both).lessons["jokers"] == before.lessons["jokers"]


def test_links_lists_classes_and_programs_follow_lessons(moved: None, tmp_path: Path) -> None:
    """Whatever names the lesson of before opens that of today; of a split one the part that has the kind of task."""
    assert study_of(open_at("?mode=learn&lesson=suits&rules=octro-13")).of[0] == "sets"
    session = open_at("?mode=learn&lesson=suits&task=suits.classify.7.2.2&rules=octro-13")
    task = task_of(session)
    assert task is not None and task.to_dict() == make_task("octro-13", "sets", "classify", 7, 2).to_dict()
    assert f"task={NAME}.2&" in link_of(session)
    draw_learn(session)
    assert task_of(session) is task  # it isn't made anew at each look
    assert study_of(rt.Lesson("suits", rulebook="octro-13").session).of[0] == "sets"
    assert make_sheet("suits", "octro-13", 2) == make_sheet("sets", "octro-13", 2)
    asked = {name: LESSON[name] for name in ("kind", "rulebook", "seed", "level")}
    assert answer_task({"lesson": "suits", **asked}) == answer_task(dict(LESSON))
    assert answer_task({"lesson": "long", "kind": "repair", "rulebook": "octro-13"})["task"]["lesson"] == "jokers"
    one = read_file(read_text("list-mixed.json"))
    old = rename(one.to_data(), {"sets": "suits", "jokers": "long"})
    for found in (
        read_file(json.dumps({**write_list(one), **old})),
        *read_kept({**write_kept([one]), "lists": [old]}),
        read_code(write_code(type(one)(old["title"], tuple(old["entries"])))),
    ):
        assert found == one
    path = TODAY[-1] / "class-going.json"
    going = rename(json.loads(path.read_text(encoding="utf-8")), {"sets": "suits"})
    (tmp_path / "old.json").write_text(json.dumps(going), encoding="utf-8")
    holds = open_class(tmp_path / "old.json", tmp_path / "copy").holds
    kept = find_holds(path)
    assert [holds[name] for name in ("tasks", "answers", "students")] == json.loads(
        json.dumps([kept[name] for name in ("tasks", "answers", "students")])
    )


# ---- what cannot be read -----------------------------------------------------------------------------------------
def test_a_lesson_that_is_not_known_is_kept_on() -> None:
    """As a later version may have written it: it is not shown, and written again as it was."""
    data = read_json("progress-gorummy-13.json")
    data["lessons"]["bluffing"] = {"anything": [1, 2]}
    progress = Progress.from_data(data)
    assert "bluffing" not in progress.lessons and progress.to_data() == data
    task = progress.next_task("sets", RULEBOOKS["gorummy-13"], TIMES[0], 3)
    after = progress.record(task, task.choices[0], progress.judge(task, task.choices[0]), TIMES[0])
    assert after.to_data()["lessons"]["bluffing"] == data["lessons"]["bluffing"]


def test_a_belief_that_is_no_more_loses_no_lesson() -> None:
    """What was thought of the learner begins anew, what they have answered and mastered stays."""
    data = read_json("progress-gorummy-13.json")
    course = data["lessons"]["sets"]
    course["possible"] = [*course["possible"], "gone"]
    course["likely"] = {"gone": 0.9, "knows": 0.1}
    after, before = Progress.from_data(data).lessons["sets"], Progress.from_data(read_json("progress-gorummy-13.json"))
    assert (after.steps, after.mastered) == (before.lessons["sets"].steps, True)
    assert "gone" not in after.learner.keys and abs(sum(after.learner.likely.values()) - 1) < 1e-6


def test_progress_of_another_version_is_refused_in_one_sentence_and_stays() -> None:
    """In the browser: nothing is written over it, neither by answers nor by a file that is read."""
    for change in ({"version": 2}, {"courses": {"octro-13": {**read_json("progress-new.json"), "version": 2}}}):
        session = Session(FIRST_HAND, "octro-13")
        ask(session, "mode", mode="learn")
        ask(session, "learn", do="recall", data={**read_json("courses.json"), **change})
        drawn = draw_learn(session)
        assert drawn["said"]["tone"] == "bad" and "another version" in drawn["said"]["text"]
        ask(session, "learn", do="load", text=read_text("courses.json"))
        drawn = draw_learn(session)
        assert drawn["data"] is None and not drawn["recalled"] and "does not keep it" in drawn["said"]["text"]
        assert study_of(session).to_data() == read_json("courses.json")
        ask(session, "learn", do="lesson", lesson="sets")
        while study_of(session).example is not None:
            ask(session, "learn", do="step")
        task = task_of(session)
        assert task is not None
        ask(session, "learn", do="answer", answer=tasks.find_right(task))
        assert draw_learn(session)["data"] is None
        ask(session, "learn", do="forget")
        assert draw_learn(session)["data"] is not None
    with pytest.raises(ProgressError) as caught:
        Progress.from_data({**read_json("progress-new.json"), "version": 2})
    assert caught.value.key == "bad-progress:version"


def test_lists_of_another_version_are_refused_in_one_sentence_and_stay() -> None:
    """Those of the browser are not written over, and a file changes nothing."""
    session = Session(FIRST_HAND, "octro-13")
    ask(session, "class", do="lists")
    ask(session, "class", do="recall", data={**read_json("lists.json"), "version": 2})
    drawn = draw(pick_panels("classroom"), session)["classroom"]["chooser"]
    assert drawn["data"] is None and "later version" in drawn["said"]["text"]
    ask(session, "class", do="load", text=json.dumps({**read_json("list-mixed.json"), "version": 2}))
    drawn = draw(pick_panels("classroom"), session)["classroom"]["chooser"]
    assert desk_of(session).lists == () and "later version" in drawn["said"]["text"]
    ask(session, "class", do="load", text=read_text("list-mixed.json"))
    assert draw(pick_panels("classroom"), session)["classroom"]["chooser"]["data"] is None


def test_a_class_of_another_version_is_refused_in_one_sentence_and_stays(tmp_path: Path) -> None:
    """Under way, and exported."""
    for name, read in (("class-going.json", records.load), ("class-done.json", book.load_class)):
        path = tmp_path / name
        text = json.dumps({**read_json(name), "version": 2})
        path.write_text(text, encoding="utf-8")
        with pytest.raises(TutorError) as caught:
            read(path)
        assert caught.value.key == "bad-class:version" and "another version" in str(caught.value)
        assert path.read_text(encoding="utf-8") == text


def test_a_series_of_another_version_is_refused_in_one_sentence_and_stays(tmp_path: Path) -> None:
    """By programs and on the page; the round on the table stays as well."""
    path = tmp_path / "pool.json"
    text = json.dumps({**read_json("series-pool.json"), "series": 2})
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TutorError) as caught:
        Series.load(path)
    assert caught.value.code == "bad-version" and path.read_text(encoding="utf-8") == text
    session = Session(FIRST_HAND, "octro-13")
    ask(session, "round", do="open", link="s0-six")
    before = draw_round(session)["seats"]
    ask(session, "round", do="load", text=text)
    drawn = draw_round(session)
    assert drawn["seats"] == before and "of version '2'" in drawn["said"]["text"]


def test_rules_of_another_version_are_refused_in_one_sentence_and_stay(tmp_path: Path) -> None:
    """A file with a rule that is not known names it; rulebooks and the draft of a browser are kept on as they are."""
    path = tmp_path / "ours.toml"
    text = read_text("rulebook-ours.toml") + "\n[bluffing]\nallowed = true\n"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TutorError) as caught:
        rt.get_rulebook(path)
    assert "bluffing" in str(caught.value) and path.read_text(encoding="utf-8") == text
    kept = read_json("rules.json")
    other = {**kept["books"][0], "key": "other", "bluffing": True}
    draft = {**kept["draft"], "book": {**kept["draft"]["book"], "key": "draft", "bluffing": True}}
    session = Session(FIRST_HAND, "octro-13")
    ask(session, "my_rules", do="recall", memory={"books": [*kept["books"], other], "draft": draft})
    (note,) = map(say, session.notes)
    assert note.startswith("2 of your rulebooks") and "another version" in note
    written = write_memory(session)
    assert written["books"] == [*kept["books"], other, draft["book"]] and written["draft"] is None
    again = Session(FIRST_HAND, "octro-13")
    ask(again, "my_rules", do="recall", memory={"books": written["books"], "draft": None})
    assert write_memory(again) == written


def test_rules_that_a_link_brings_take_the_place_of_none_that_a_browser_keeps() -> None:
    """Of the same key and other rules, both are there once the browser has told which it keeps."""
    kept = read_json("rules.json")
    link = link_of(Session(FIRST_HAND, {**kept["books"][0], "scoring": {"cap": 77}}))
    session = Session(FIRST_HAND, "octro-13")
    ask(session, "link", search=link, first=True)
    ask(session, "my_rules", do="recall", memory=kept)
    assert sorted(book.scoring.cap for book in session.own.values() if book.key.startswith("ours")) == [33, 77]


@pytest.mark.parametrize("memory", ["damaged", {"books": "none"}, [1]])
def test_damaged_rules_of_a_browser_are_said_to_stay(memory: object) -> None:
    """In one sentence."""
    session = Session(FIRST_HAND, "octro-13")
    ask(session, "my_rules", do="recall", memory=memory)
    (note,) = map(say, session.notes)
    assert "cannot be read" in note


def test_solved_puzzles_that_cannot_be_read_stay() -> None:
    """Nothing is sent to be kept over them, and one sentence says so."""
    session = Session(FIRST_HAND, "octro-13")
    ask(session, "mode", mode="puzzles")
    ask(session, "puzzle", do="open", kept={**read_json("puzzles.json"), "format": "rummy-tutor-puzzles-2"})
    board = find_board(session)
    assert board is not None and not board.record.lasts and len(session.notes) == 1
    assert draw(pick_panels("puzzles"), session)["puzzles"]["record"] is None


def test_each_sort_of_what_is_kept_is_tried() -> None:
    """The files of the first version hold each of them."""
    sorts = {path.name.partition("-")[0].partition(".")[0] for path in FILES}
    assert sorts | {"rulebookjson"} == set(BY_NAME)
