"""What the five pages say of play, each statement with the field that holds it, or why none does."""

from __future__ import annotations

from functools import reduce

import pytest

from rummy_tutor import RULEBOOKS, get_rulebook
from rummy_tutor.game.procedure import UNSTATED, Procedure
from rummy_tutor.rulebooks.files import dump_rulebook, loads_rulebook
from rummy_tutor.wording.describe import describe

# the source, what it says in short, the game, the field, and its value as data
MODELLED = [
    ("S0", "2 to 6 players", "rummy-21", "table.players", (2, 6)),
    ("S0", "a stake is laid on the table before the game", "rummy-21", "procedure.stake", True),
    ("S0", "a toss decides who moves first", "rummy-21", "procedure.starts", "toss"),
    (
        "S0",
        "the wild card is picked at random from the rest of the pack",
        "rummy-21",
        "procedure.wild_from",
        "chosen-at-random",
    ),
    ("S0", "the rest's first card begins the open deck", "rummy-21", "procedure.open_first", True),
    ("S0", "each turn draws from the closed or open deck, then throws", "rummy-21", "settlement.pick_up", "free"),
    ("S0", "a last card goes to the finish slot to declare", "rummy-21", "procedure.finish", "finish-slot"),
    (
        "S0",
        "a first drop is made without picking a card, a middle drop after one",
        "rummy-21",
        "procedure.dropping",
        "before-drawing",
    ),
    ("S0", "three moves missed in a row cost a middle drop", "rummy-21", "penalties.three_misses", 70),
    ("S1", "one card of the pack opens the discards", "gorummy-13", "procedure.open_first", True),
    ("S1", "a wild card is chosen at the start", "gorummy-13", "procedure.wild_from", "chosen-at-random"),
    ("S1", "a card goes to the finish slot to show", "gorummy-13", "procedure.finish", "finish-slot"),
    ("S1", "who drops must not have drawn in that turn", "gorummy-13", "procedure.dropping", "before-drawing"),
    ("S1", "the others play on after a wrong declaration", "gorummy-13", "procedure.play_on", True),
    ("S1", "three turns missed in a row cost a middle drop", "gorummy-13", "penalties.three_misses", 30),
    ("S2", "players deal in turn, clockwise", "octro-13", "procedure.dealer_moves", "clockwise"),
    ("S2", "the next card begins the discards", "octro-13", "procedure.open_first", True),
    (
        "S2",
        "the player left of the dealer draws the card that names the jokers",
        "octro-13",
        "procedure.wild_from",
        "first-player",
    ),
    ("S2", "he plays first", "octro-13", "procedure.starts", "left-of-dealer"),
    (
        "S2",
        "the top discard or the top of the stock is drawn, then a card thrown",
        "octro-13",
        "settlement.pick_up",
        "free",
    ),
    ("S2", "the last card goes to a place of its own to declare", "octro-13", "procedure.finish", "finish-slot"),
    ("S2", "the house checks the declaration", "octro-13", "procedure.checking", "referee"),
    ("S2", "play goes on after a wrong declaration", "octro-13", "procedure.play_on", True),
    ("S2", "dropping is possible at any time before somebody declares", "octro-13", "procedure.dropping", "any-time"),
    (
        "S3",
        "the highest card drawn chooses its seat first, who sits left of it deals",
        "paplu-13",
        "procedure.seating",
        "high-cards-choose",
    ),
    ("S3", "the player left of the dealer cuts", "paplu-13", "procedure.cut", "left"),
    ("S3", "the deal passes on counter-clockwise", "paplu-13", "procedure.dealer_moves", "counter-clockwise"),
    ("S3", "the stock's next card, under the stock, names the wild cards", "paplu-13", "procedure.wild_from", "stock"),
    ("S3", "the player right of the dealer begins", "paplu-13", "procedure.starts", "right-of-dealer"),
    ("S3", "turns go counter-clockwise", "paplu-13", "procedure.direction", "counter-clockwise"),
    ("S3", "the card taken may not be thrown in the same turn", "paplu-13", "settlement.pick_up", "free-but-kept"),
    ("S3", "melds stay in hand", "paplu-13", "procedure.laying", "at-the-end"),
    ("S3", "who goes rummy throws first", "paplu-13", "procedure.finish", "after-throwing"),
    ("S3", "the others check the hand shown", "paplu-13", "procedure.checking", "players"),
    (
        "S3",
        "who can declare on the first turn before drawing may, for double",
        "paplu-13",
        "penalties.before_first_move.double_before_draw",
        True,
    ),
    ("S3", "packing is done before drawing", "paplu-13", "procedure.dropping", "before-drawing"),
    ("S3", "the last player left wins", "paplu-13", "penalties.last_player_wins", True),
    ("S3", "21 cards: seats, cut and deal as with 13", "paplu-21", "procedure.seating", "high-cards-choose"),
    (
        "S3",
        "21 cards: a discarded joker stays, but for the first open card",
        "paplu-21",
        "settlement.pick_up",
        "no-joker-but-first-open",
    ),
    ("S3", "21 cards: a show follows the throw", "paplu-21", "procedure.finish", "after-throwing"),
    ("S3", "27 cards: played as with 21", "paplu-27", "procedure.wild_from", "stock"),
    ("S3", "Marriage: the player right of the dealer cuts", "marriage-21", "procedure.cut", "right"),
    ("S3", "Marriage: deal and turns go clockwise", "marriage-21", "procedure.direction", "clockwise"),
    ("S3", "Marriage: the player left of the dealer begins", "marriage-21", "procedure.starts", "left-of-dealer"),
    ("S3", "Marriage: tunnelas may be laid before play", "marriage-21", "procedure.tunnelas_first", True),
    ("S3", "Marriage: melds are laid to see the tiplu", "marriage-21", "procedure.laying", "to-see"),
    (
        "S3",
        "Marriage: the first to show draws the tiplu unseen from the middle",
        "marriage-21",
        "procedure.wild_from",
        "first-to-see",
    ),
    (
        "S3",
        "Marriage: who has seen takes no wild card from the discards",
        "marriage-21",
        "settlement.pick_up",
        "no-wild-once-seen",
    ),
    (
        "S3",
        "Marriage: eight dublees are shown after the draw, the rest thrown",
        "marriage-21",
        "procedure.finish",
        "after-drawing",
    ),
    ("S3", "Vazhushal: the highest card drawn deals", "vazhushal-13", "procedure.seating", "high-card-deals"),
    (
        "S3",
        "Vazhushal: the player right of the dealer cuts, also the rest of the pack",
        "vazhushal-13",
        "procedure.cut",
        "right",
    ),
    ("S3", "Vazhushal: the deal passes on clockwise", "vazhushal-13", "procedure.dealer_moves", "clockwise"),
    ("S3", "Vazhushal: the card of the cut names the wild cards", "vazhushal-13", "procedure.wild_from", "cut"),
    ("S3", "Vazhushal: that card is the stock's last", "vazhushal-13", "table.turned_drawn_last", True),
    ("S3", "Vazhushal: three pairs call for a new deal", "vazhushal-13", "settlement.redeal_pairs", 3),
    ("S3", "Vazhushal: the player left of the dealer begins", "vazhushal-13", "procedure.starts", "left-of-dealer"),
    (
        "S3",
        "Vazhushal: any discard with all above it, melded at once",
        "vazhushal-13",
        "settlement.pick_up",
        "any-if-lowest-melded",
    ),
    ("S3", "Vazhushal: melds are laid in one's turn", "vazhushal-13", "procedure.laying", "in-turn"),
    ("S3", "Vazhushal: own melds may be added to and rearranged", "vazhushal-13", "procedure.lay_off", True),
    ("S3", "Vazhushal: out by melding all but the card thrown", "vazhushal-13", "procedure.finish", "out-of-cards"),
    ("S3", "Vazhushal: with the stock used up scores are counted", "vazhushal-13", "settlement.stock_end", "score"),
    ("S4", "2 to 6 players", "adgaming-13", "table.players", (2, 6)),
    ("S4", "the wild card is selected at random", "adgaming-13", "procedure.wild_from", "chosen-at-random"),
    ("S4", "a card is drawn from one of two piles, then one thrown", "adgaming-13", "settlement.pick_up", "free"),
    ("S4", "a player drops at the start or in the middle", "adgaming-13", "procedure.dropping", "any-time"),
    (
        "S4",
        "leaving the table is a drop: a first one before a card is picked",
        "adgaming-13",
        "penalties.first_drop",
        20,
    ),
    ("S4", "three misses in a row are a middle drop", "adgaming-13", "penalties.three_misses", 40),
]
LEFT_OUT = [
    ("S0", "extra time for a move", "a clock of that site, no rule of the game"),
    ("S1", "a player needs a least amount to play", "money of that site"),
    ("S2", "sorting one's cards, tapping planks", "handling of that program"),
    ("S3", "tied cards are drawn again when seats are drawn", "no question to a learner depends on it"),
    (
        "S3",
        "which is turned first, the open card or the one that names the wild cards",
        "both lie there when play begins",
    ),
    ("S3", "cards are dealt one at a time, face down", "no question to a learner depends on it"),
    ("S3", "the exposed card's place, sideways under the stock", "how it looks, not what it does"),
    ("S3", "hands of who dropped are set aside unseen", "a table's manners; the analysis never shows them"),
    ("S3", "discards overlap so that each can be seen", "how they lie; the table shows them all"),
    ("S3", "a set number of hands or time ends a session", "a sitting ends when the players say so"),
    ("S4", "a sort button, a rummy table", "handling of that program"),
]


@pytest.mark.parametrize(("source", "said", "key", "path", "value"), MODELLED)
def test_what_a_page_says_of_playing_is_a_field(source: str, said: str, key: str, path: str, value: object) -> None:
    """The field has the value that the page says, and cites that page."""
    book = get_rulebook(key)
    assert reduce(getattr, path.split("."), book) == value, said
    assert source in (book.source_of(path) or "")


def test_what_is_left_out_has_its_reason() -> None:
    """Each statement that no field holds is listed once, of a page that exists, with a reason."""
    said = [one[1] for one in (*MODELLED, *LEFT_OUT)]
    assert all(source in ("S0", "S1", "S2", "S3", "S4") and why for source, _, why in LEFT_OUT)
    assert len(set(LEFT_OUT)) == len(LEFT_OUT) and not {one[1] for one in LEFT_OUT} & {one[1] for one in MODELLED}
    assert len(said) > 70


@pytest.mark.parametrize("key", ["paplu-13", "marriage-21", "vazhushal-13"])
def test_a_rulebook_file_keeps_the_procedure(key: str) -> None:
    """Written as a file and read again, a game is played as before; what a file does not name is as in its base."""
    book = get_rulebook(key)
    assert loads_rulebook(dump_rulebook(book)).procedure == book.procedure != Procedure()
    own = loads_rulebook(f'base = "{key}"\nkey = "ours"\ntitle = "Ours"\n[procedure]\ndropping = "any-time"\n')
    assert own.procedure.dropping == "any-time" and own.procedure.starts == book.procedure.starts


@pytest.mark.parametrize("key", RULEBOOKS)
def test_the_page_tells_how_a_round_is_played(key: str) -> None:
    """Who begins, what lies open, laying melds, the end, and dropping where that has a price; by R66 where silent."""
    book = get_rulebook(key)
    lines = {path: line for line in describe(book) for path in line.paths if path.startswith("procedure.")}
    drops = {"procedure.dropping"} if book.penalties.first_drop is not None else set()
    told = {f"procedure.{part}" for part in ("starts", "open_first", "tunnelas_first", "laying", "lay_off")}
    assert set(lines) == {*told, *drops, "procedure.finish", "procedure.checking"}
    for path, line in lines.items():
        silent = getattr(book.procedure, path.removeprefix("procedure.")) == UNSTATED
        assert line.source and (not silent or "R66" in str(line.source))
