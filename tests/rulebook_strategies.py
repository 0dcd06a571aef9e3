"""Random rulebooks from sensible values of every field that the engine reads, and hands to try them on."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from enum import Enum
from typing import Any, get_type_hints

from hypothesis import strategies as st

from rummy_tutor.game.cards import CARDS, PRINTED_JOKER, Card
from rummy_tutor.game.rules import (
    MELDS,
    Aces,
    Bonus,
    Halving,
    JokerGroups,
    Kind,
    Knock,
    KnockLimit,
    Leaving,
    Measure,
    Melds,
    Needs,
    Objective,
    Pack,
    Penalties,
    PickingUp,
    Pool,
    Procedure,
    Rest,
    Rulebook,
    RuleError,
    Scoring,
    SetSuits,
    Settlement,
    Table,
    Tier,
    ValueCard,
    WhenStockEnds,
    WildRanks,
    Wilds,
)
from rummy_tutor.game.table import Deal, set_table

PURE, IMPURE, SET, TUNNELA, DUBLEE, JOKERS = (
    Kind.PURE_SEQUENCE,
    Kind.IMPURE_SEQUENCE,
    Kind.SET,
    Kind.TUNNELA,
    Kind.DUBLEE,
    Kind.JOKERS,
)
EXEMPT = (
    MELDS,
    MELDS,
    MELDS,
    (PURE,),
    (PURE, TUNNELA),
    (PURE, IMPURE),
    (PURE, SET),
    (PURE, SET, TUNNELA),
    (*MELDS, DUBLEE),
    (*MELDS, JOKERS),
    (JOKERS,),
    (PURE, DUBLEE),
    (SET,),
    (),
)


def fork(rng: random.Random) -> random.Random:
    """Further random choices that leave the others as they are: a field that came later changes no rulebook besides."""
    state = rng.getstate()[1]
    return random.Random(repr((state[0], state[-1])))


def random_needs(rng: random.Random, melds: Melds, small: bool) -> Needs:
    """Some groups to ask for; fewer for small hands."""
    most = 1 if small else 3
    sorts = ["pure", "sequences", "both"]
    sorts += ["long_sequences"] if melds.run_max > 3 else []
    sorts += ["tunnelas"] if melds.tunnela_from is not None else []
    sorts += ["dublees"] if melds.dublees else []
    sorts += ["jokers"] if melds.jokers is not JokerGroups.NONE else []
    if rng.random() < 0.04:  # also groups that the rules of melds do not know: such needs are never met
        sorts = ["long_sequences", "tunnelas", "dublees", "jokers"]
    sort = rng.choice(sorts)
    if sort == "both":
        pure = rng.randint(0, most)
        long = int(melds.run_max > 3 and rng.random() < 0.3)
        return Needs(pure=pure, sequences=pure + rng.randint(0, 1), long_sequences=long)
    if sort == "dublees":
        return Needs(dublees=rng.randint(1, 3 if small else 7))
    if sort == "jokers":
        return Needs(jokers=rng.randint(2, 3 if small else 6))
    return Needs(**{sort: rng.randint(1, most)})


def random_melds(rng: random.Random) -> Melds:
    """Rules of melds; each field keeps its usual value about half of the time, in some books hardly any does."""
    kept = rng.choice((0.5, 0.5, 0.5, 0.1))

    def pick(usual: object, *others: object) -> object:
        return usual if rng.random() < kept else rng.choice(others)

    tunnela_from = pick(None, 2, 5)
    run_min, set_min = (rng.choice((4, 4, 5)) if rng.random() < 0.12 else 3 for _ in range(2))
    return Melds(
        aces=pick(Aces.LOW_OR_HIGH, Aces.LOW, Aces.HIGH, Aces.ROUND),
        run_min=run_min,
        run_max=pick(14, *[most for most in (3, 4, 5, 6, 8, 13) if most >= run_min]),
        run_wilds=pick(None, 0, 1, 2, 3),
        set_min=set_min,
        set_max=pick(max(4, set_min), None, *[most for most in (3, 5) if most >= set_min]),
        set_suits=pick(SetSuits.DISTINCT, SetSuits.NOT_ALL_ONE),
        set_wilds=pick(None, 0, 1, 2),
        set_wilds_up_to_naturals=rng.random() < 0.2,
        naturals=2 if rng.random() < 0.1 else 1,
        naturals_per_wild=rng.choice((1, 2, 2, 3)) if rng.random() < 0.12 else 0,
        joker_sets=rng.random() < 0.15,
        tunnela_from=tunnela_from,
        tunnela_counts_pure=tunnela_from is not None and rng.random() < 0.5,
        joker_tunnelas=rng.random() < 0.7,
        dublees=rng.random() < 0.4,
        dublee_ranks=rng.random() < 0.25,
        dublee_jokers=rng.random() < 0.25,
        jokers=pick(JokerGroups.NONE, JokerGroups.ONE_GROUP, JokerGroups.ASIDE, JokerGroups.SPARE),
        identical=rng.random() < 0.75,
    )


def random_wilds(rng: random.Random) -> Wilds:
    """How cards become wild."""
    return Wilds(
        printed=rng.random() < 0.9,
        offsets=rng.choice(((), (), (0, 1, -1), (0,), (0, 1, -1, 2, -2), (1, 2))),
        ranks=rng.choice((WildRanks.ALL_SUITS, *WildRanks)),
        printed_counts_as=rng.choice((None, CARDS[0])),
        printed_adds=rng.choice(((), (), (CARDS[13], CARDS[26]))),
        exposed=rng.random() < 0.95,
        hidden=rng.random() < 0.1,
        as_itself=rng.random() < 0.8,
    )


def random_tiers(rng: random.Random, melds: Melds, melded: bool, small: bool) -> tuple[Tier, ...]:
    """Levels of the count; the last holds for every hand."""
    tiers = []
    for number in range(rng.randint(0, 3)):
        flat = None if melded or rng.random() < 0.75 else rng.choice((0, 2, 10, 80))
        tiers.append(
            Tier(
                code=f"level-{number}",
                needs=random_needs(rng, melds, small) if rng.random() < 0.8 else Needs(),
                rest=Rest.MELDED if rng.random() < 0.2 else Rest.ANYTHING,
                exempt=() if flat is not None else rng.choice(EXEMPT),
                flat=flat,
                players_from=5 if rng.random() < 0.1 else 1,
            )
        )
    last = rng.random()
    if last < 0.6 or melded:
        tiers.append(Tier(code="last", exempt=() if last < 0.4 else rng.choice(EXEMPT)))
    else:
        tiers.append(Tier(code="last", exempt=rng.choice(EXEMPT)) if last < 0.9 else Tier(code="last", flat=80))
    return tuple(tiers)


def random_objective(rng: random.Random, name: str, melds: Melds, small: bool, melded: bool) -> Objective:
    """A way to declare, rarely one that any hand meets."""
    needs = random_needs(rng, melds, small) if rng.random() < 0.9 else Needs()
    if not melded and rng.random() < 0.12:
        deadwood, by = rng.choice((0, 3, 10, 10, 21)), rng.choice(tuple(KnockLimit))
        return Objective(name=name, needs=needs, rest=Rest.ANYTHING, deadwood=deadwood, deadwood_by=by)
    anything = rng.random() < (0.2 if needs != Needs() else 0.05)
    return Objective(
        name=name,
        needs=needs,
        rest=Rest.ANYTHING if anything else Rest.MELDED,
        players_from=5 if rng.random() < 0.1 else 1,
        factor=2 if rng.random() < 0.1 else 1,
    )


def random_seating(rng: random.Random) -> Table:
    """How many play, with which packs."""
    least, most = rng.choice(((2, 6), (2, 6), (2, 4), (2, 2), (1, 6), (3, 8), (2, 12)))
    middle = rng.randint(least, most)
    served = (middle, most) if rng.random() < 0.3 and middle < most else (most,)
    packs = tuple(
        (players, Pack(decks=rng.choice((1, 2, 2, 3)), printed_jokers=rng.choice((0, 1, 2, 4, 6))))
        for players in served
    )
    return Table(players=(least, most), packs=packs, turned_drawn_last=rng.random() < 0.2)


def random_penalties(rng: random.Random, melded: bool) -> Penalties:
    """Prices of leaving; each is missing now and then."""
    more = fork(rng)

    def price() -> int | None:
        return None if rng.random() < 0.2 else rng.choice((0, 1, 10, 20, 30, 80))

    halving = Halving(
        least=rng.choice((0, 2)),
        most=rng.choice((None, 40, 60)),
        unmeldable_only=rng.random() < 0.3,
        double_before_draw=rng.random() < 0.3,
    )
    return Penalties(
        first_drop=price(),
        middle_drop=price(),
        three_misses=price(),
        wrong_declaration=price(),
        before_first_move=None if rng.random() < 0.4 else halving,
        left_table=more.choice((0, 40, 80, None if melded else Leaving.FULL_COUNT)) if more.random() < 0.3 else None,
        foul=price() if rng.random() < 0.3 else None,
        last_player_wins=rng.random() < 0.8,
    )


def random_bonus(rng: random.Random, tunnelas: bool) -> Bonus | None:
    """Value cards, more often none."""
    more = fork(rng)
    if rng.random() < 0.6:
        return None
    offsets = rng.sample((0, 1, -1, 2, -2), rng.randint(0, 4))
    cards = tuple(
        ValueCard(
            name=f"value {at}",
            offset=offset,
            points=tuple(sorted(rng.choice((1, 2, 5, 10, 30)) for _ in range(rng.randint(1, 3)))),
            other_suit=rng.random() < 0.15,
        )
        for at, offset in enumerate(offsets)
    )
    if rng.random() < 0.15:
        cards += (ValueCard(name="man", card=PRINTED_JOKER, points=(2, 5)),)
    return Bonus(
        cards=cards,
        marriage=rng.choice(((), (10,), (10, 20), (100, 300, 500))),
        laid_tunnelas=rng.choice((None, None, (5, 10, 20))),
        hand_tunnelas=more.choice(((5,), (5, 15, 25), (0, 7, 7))) if tunnelas and more.random() < 0.4 else (),
        halved_before_first_move=rng.random() < 0.3,
        only_if_seen=rng.random() < 0.2,
        unseen_to_winner=rng.random() < 0.2,
    )


def random_pick_up(rng: random.Random, hidden: bool) -> PickingUp | tuple[PickingUp, ...]:
    """What may not be taken from the discards: one rule, or several that go together."""
    more, late = fork(rng), (PickingUp.ONCE_SEEN, PickingUp.STOCK_FIRST)
    one = rng.choice([rule for rule in PickingUp if rule not in late])
    known = [rule for rule in PickingUp if hidden or rule is not PickingUp.ONCE_SEEN]
    if more.random() < 0.7:
        return one
    return tuple(more.sample([rule for rule in known if rule is not PickingUp.ANY_IF_LOWEST_MELDED], 3))


def random_settlement(rng: random.Random, hidden: bool) -> Settlement:
    """Who pays whom."""
    return Settlement(
        winner_takes=rng.random() < 0.75,
        net_loss_cap=rng.choice((None, None, None, 0, 50, 200)),
        dublee_win=rng.choice((0, 0, 0, 5)),
        dublee_loser_free=rng.choice((None, None, 2, 4)),
        game_point=rng.choice((None, None, None, 1)),
        pool=rng.choice((None, None, None, *Pool)),
        rejoin=rng.random() < 0.2,
        split_by_drops=rng.random() < 0.2,
        wrong_declaration_ends=rng.random() < 0.2,
        stock_end=rng.choice(tuple(WhenStockEnds)),
        redeal_pairs=rng.choice((None, None, 3)),
        redeal_identical=rng.random() < 0.2,
        pick_up=random_pick_up(rng, hidden),
    )


def random_procedure(rng: random.Random) -> Procedure:
    """How it is played: any choice of each field."""
    hints: dict[str, Any] = get_type_hints(Procedure)
    return Procedure(
        **{
            item.name: rng.choice(tuple(hints[item.name]) if issubclass(hints[item.name], Enum) else (False, True))
            for item in fields(Procedure)
        }
    )


def random_rulebook(rng: random.Random, deal: int) -> Rulebook:
    """A rulebook for hands of so many cards; a RuleError where the values drawn do not go together."""
    small, more = deal < 11, fork(rng)
    melds = random_melds(rng)
    melded = rng.random() < 0.2
    ways = range(rng.choice((1, 1, 1, 2, 3)))
    objectives = tuple(random_objective(rng, f"way-{number}", melds, small, melded) for number in ways)
    ace = rng.choice((10, 10, 1, 15))
    scoring = Scoring(
        measure=Measure.MELDED_MINUS_LOOSE if melded else Measure.PENALTY,
        tiers=random_tiers(rng, melds, melded, small),
        cap=None if melded or rng.random() < 0.5 else rng.choice((20, 40, 80)),
        floor=0 if melded or rng.random() < 0.7 else 2,
        ace=ace,
        ranks=tuple(rng.choice((5, 10, 2)) for _ in range(12)) if rng.random() < 0.12 else (),
        ace_low=rng.randint(0, ace) if melded and rng.random() < 0.3 else None,
        loose_wild=rng.choice((0, 0, 0, 2, 10, 20)),
        wild_at_face=rng.random() < 0.3,
        printed_factor=1 if melded or rng.random() < 0.8 else 2,
    )
    key, seating, wilds = f"random-{rng.randrange(1 << 60)}", random_seating(rng), random_wilds(rng)
    costly = melds.jokers is JokerGroups.SPARE and (scoring.loose_wild or scoring.wild_at_face)
    if wilds.exposed and not costly and more.random() < 0.15:
        objectives = tuple(
            replace(way, needs=replace(way.needs, marriages=more.choice((0, 1, 1, 2)))) for way in objectives
        )
    return Rulebook(
        key=key,
        title="A random rulebook",
        deal=deal,
        table=seating,
        wilds=wilds,
        melds=melds,
        objectives=objectives,
        scoring=scoring,
        penalties=random_penalties(rng, melded),
        bonus=random_bonus(rng, melds.tunnela_from is not None),
        settlement=random_settlement(rng, wilds.hidden),
        procedure=random_procedure(rng),
    )


def accepted_knock(rng: random.Random, deal: int) -> Rulebook:
    """A random rulebook by which two hands are counted: no wild cards, and who declares may have cards left over."""
    while True:
        try:
            melds = replace(random_melds(rng), dublees=False, jokers=JokerGroups.NONE, identical=True)
            needs = Needs(pure=1) if rng.random() < 0.15 else Needs()
            knock = Knock(
                gin=rng.choice((0, 20, 25)),
                undercut=rng.choice((0, 10, 25)),
                big_gin=rng.choice((None, 31)),
                lay_off=rng.random() < 0.8,
            )
            return Rulebook(
                key=f"knock-{rng.randrange(1 << 60)}",
                title="A random rulebook of two counted hands",
                deal=deal,
                table=Table(players=(2, 2), packs=((2, Pack(decks=rng.choice((1, 1, 2)), printed_jokers=0)),)),
                wilds=Wilds(printed=False),
                melds=melds,
                objectives=(
                    Objective(name="gin", needs=needs),
                    Objective(name="knock", needs=needs, rest=Rest.ANYTHING, deadwood=rng.choice((5, 10, 20))),
                ),
                scoring=Scoring(tiers=(Tier(code="left", exempt=MELDS),), ace=rng.choice((1, 10))),
                settlement=Settlement(knock=knock),
            )
        except RuleError:
            continue


def accepted_rulebook(rng: random.Random, deal: int) -> Rulebook:
    """The first random rulebook that is accepted, now and then one by which two hands are counted."""
    more = fork(rng)
    if deal <= 13 and more.random() < 0.03:
        return accepted_knock(more, deal)
    while True:
        try:
            return random_rulebook(rng, deal)
        except RuleError:
            continue


def random_table(rng: random.Random, book: Rulebook) -> Deal:
    """A rulebook at a random table, with a card turned or none."""
    turned = None if rng.random() < 0.1 else CARDS[rng.randrange(52)]
    least, most = book.table.players
    players = min(most, max(least, rng.choice((2, 4, 6))))
    if book.table.pack_for(players).printed_jokers and rng.random() < 0.08:
        turned = PRINTED_JOKER
    return set_table(book, turned, players)


def random_cards(rng: random.Random, deal: Deal, size: int) -> tuple[Card, ...]:
    """A hand of so many cards that the pack can have dealt, full of near melds and wild cards."""
    pack = deal.pack
    left = [pack.copies(card) for card in CARDS]
    if deal.turned is not None and deal.rulebook.wilds.exposed and not deal.rulebook.table.turned_drawn_last:
        left[deal.turned.index] = max(0, left[deal.turned.index] - 1)
    hand: list[int] = []

    def take(index: int) -> None:
        if left[index] > 0 and len(hand) < size:
            left[index] -= 1
            hand.append(index)

    more = fork(rng)
    if deal.asks_marriages:
        for card in deal.marriage * more.choice((0, 1, 1, 1, 2)):
            take(card.index)
    if rng.random() < 0.15:  # nearly all of two or three ranks, among them equal cards
        ranks = rng.sample(range(13), rng.choice((2, 2, 3)))
        narrow = [suit + rank for rank in ranks for suit in range(0, 52, 13)] + [52]
        for index in rng.choices(narrow, k=3 * size):
            take(index)
    while len(hand) < size:
        shape, suit, rank = rng.random(), rng.randrange(4) * 13, rng.randrange(13)
        if shape < 0.4:  # part of a run, with a bias to the ends
            rank = rng.choice((rank, rank, 11, 12, 0))
            for place in range(rank, rank + rng.randint(2, 5)):
                take(suit + place % 13)
        elif shape < 0.6:
            for other in rng.sample(range(4), rng.randint(2, 4)):
                take(other * 13 + rank)
        elif shape < 0.7:
            for _ in range(rng.randint(2, 3)):
                take(suit + rank)
        elif shape < 0.85:
            wild = [card.index for card in CARDS if deal.is_wild[card.index]]
            if wild:
                take(rng.choice(wild))
        else:
            take(rng.randrange(53))
    rng.shuffle(hand)
    return tuple(CARDS[index] for index in hand)


def wild_cards(rng: random.Random, deal: Deal, size: int) -> tuple[Card, ...]:
    """A hand of nearly all wild cards, as many as there are; the rest are as ``random_cards`` deals them."""
    share = rng.choice((1, 1, 0.9, 0.7))
    pack = [card for card in CARDS for _ in range(deal.pack.copies(card))]
    if deal.turned in pack:
        pack.remove(deal.turned)
    wild = [card for card in pack if deal.is_wild[card.index]]
    taken = rng.sample(wild, min(len(wild), round(size * share)))
    others = [card for card in random_cards(rng, deal, size) if not deal.is_wild[card.index]]
    rest = [card for card in pack if not deal.is_wild[card.index]]
    while len(others) < size:
        others.append(rest.pop(rng.randrange(len(rest))))
    return (*taken, *others[: size - len(taken)])


@st.composite
def rulebooks(draw: st.DrawFn, deal: int = 13) -> Rulebook:
    """Rulebooks that are accepted."""
    return accepted_rulebook(random.Random(draw(st.integers(0, 2**32))), deal)
