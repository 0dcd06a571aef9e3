"""The sentence of every reason code, in one table; ``explain`` fills it in."""

from __future__ import annotations

# code, or code and variant -> sentence, the field it comes from, and rulings beyond what that field cites.
# In braces: a detail of the reason (cards as 7♠); name_n is a number with its noun.
SENTENCES: dict[str, tuple[str, str, str]] = {
    # groups that are no meld
    "wraps": ("{cards} is no sequence: the ace goes below the 2 or above the king, not between.", "melds.aces", "R29"),
    "no-dublees": ("{cards}: two identical cards are no group in this game.", "melds.dublees", ""),
    "too-few-cards": ("{cards} is too short: sequences and sets begin at three cards.", "melds", "R4"),
    "no-natural": ("Printed jokers alone are no meld: at least one card must stand for itself.", "melds", "R3"),
    "jokers-do-not-fit": (
        "{cards} are all wild, and whichever stands for itself, the others do not fit.",
        "melds",
        "R3",
    ),
    "joker-not-wild": ("The printed joker is not wild in this game, so it fits no group.", "wilds.printed", ""),
    "neither": ("{cards} are neither all of one suit nor all of one rank.", "melds", ""),
    "no-tunnelas": ("Three times {card} is no meld: this game has no tunnelas.", "melds.tunnela_from", ""),
    "tunnela-needs-players": (
        "Three times {card} is a meld only with {players} or more players.",
        "melds.tunnela_from",
        "",
    ),
    "same-suit-twice": ("{card} is in the set {count} times: each suit may be there once.", "melds.set_suits", ""),
    "all-one-suit": ("Every card is {card}: the cards of a set may not all be of one suit.", "melds.set_suits", ""),
    "set-too-long": ("{count} cards are too many: a set holds {most} at most.", "melds.set_max", ""),
    "sequence-too-long": ("{count} cards are too many: a sequence holds {most} at most.", "melds.run_max", ""),
    "too-many-wilds:set": ("{count} jokers are too many: a set takes {most} at most.", "melds.set_wilds", ""),
    "too-many-wilds:impure-sequence": (
        "{count} jokers are too many: a sequence takes {most} at most.",
        "melds.run_wilds",
        "",
    ),
    "more-wilds-than-naturals": (
        "{wilds_n} to {naturals_n}: a set may not hold more jokers than other cards.",
        "melds.set_wilds_up_to_naturals",
        "",
    ),
    "same-card-twice": ("{card} is there more than once: a sequence uses each card once.", "melds", ""),
    "gap": ("{cards} do not follow each other: {missing_n} missing between them.", "melds", ""),
    "gap:wilds": ("{cards} do not follow each other: {missing_n} missing, and only {wilds_n} to fill in.", "melds", ""),
    "laid-twice": (
        "This meld lies there already: one player may not lay two identical ones.",
        "melds.identical",
        "R33",
    ),
    # what a level asks for and the hand lacks
    "no-pure-sequence": ("No pure sequence: {needs_n} needed for a better count.", "scoring.tiers", ""),
    "too-few-pure": ("{has_n}: {needs_n} needed for a better count.", "scoring.tiers", ""),
    "too-few-sequences": ("{has_n}: {needs_n} needed for a better count.", "scoring.tiers", ""),
    "no-long-sequence": (
        "No sequence has four cards or more: {needs_n} needed for a better count.",
        "scoring.tiers",
        "",
    ),
    "too-few-tunnelas": ("{has_n}: {needs_n} needed for a better count.", "scoring.tiers", ""),
    "too-few-dublees": ("{has_n}: {needs_n} needed for a better count.", "scoring.tiers", ""),
    "too-few-jokers": ("{has_n} outside other melds: {needs_n} needed for a better count.", "scoring.tiers", "R32"),
    # the count and the hand
    "floor": ("Raised from {raw} to {floor}: a loser never pays less.", "scoring.floor", ""),
    "doubled": ("A printed joker was turned up, so points count {factor} times.", "scoring.printed_factor", ""),
    "capped": ("Cut from {raw} to {cap}: a hand never costs more.", "scoring.cap", "R10"),
    "declares": ("These cards can declare: {way}.", "objectives", ""),
    "wrong-size": (
        "{held_n}, but this game deals {deal}: they are counted as held and cannot declare.",
        "deal",
        "",
    ),
    "no-loose-card": (
        "{held_n} and none of them alone: with no card to throw, all count and nothing can be declared.",
        "deal",
        "R30",
    ),
    "one-to-throw": (
        "One card must still be thrown, and the most that can be kept, without {card}, is {left}.",
        "deal",
        "R30",
    ),
    # the table
    "pack-surplus": ("{held} × {card}: this table's pack holds {available}.", "table.packs", ""),
    "pack-surplus:turned": (
        "{held} × {card}: with one copy turned up, no more than {available} can be held.",
        "table.packs",
        "R34",
    ),
    "turned-ignored": ("{card} makes nothing wild: no card is turned up in this game.", "wilds.exposed", ""),
    "void": (
        "The stock was used up: the game is void, and nobody pays anything, not even for a drop.",
        "settlement.stock_end",
        "",
    ),
    "seat-size": (
        "{player} holds {held_n}, but this game deals {deal}: they are counted as held.",
        "deal",
        "",
    ),
    "turned-unknown": ("No turned card is known, so value cards earn nothing.", "bonus", "R36"),
    "redeal": (
        "{pairs} pairs or more, each of one rank: dealt so, the cards call for a new deal.",
        "settlement.redeal_pairs",
        "R35",
    ),
    "redeal-identical": (
        "{pairs} pairs or more of identical cards: dealt so, the cards call for a new deal.",
        "settlement.redeal_identical",
        "R35",
    ),
    "players-adjusted": ("Judged for {taken} players: this game is not for {asked}.", "table.players", ""),
    "turned-joker-ignored": (
        "No printed joker can be turned up in this game, so no wild card is known.",
        "table.packs",
        "",
    ),
    "jokers-set-aside": ("{jokers_n} set aside: this game is played without.", "table.packs", ""),
}

NOUNS = {
    "held": "card",
    "naturals": "other card",
    "wilds": "joker",
    "jokers": "printed joker",
    "missing": "card",
}

# what a hand has too few of, by the code that says so
TOO_FEW = {
    "too-few-pure": "pure sequence",
    "too-few-sequences": "sequence",
    "too-few-tunnelas": "tunnela",
    "too-few-dublees": "dublee",
    "too-few-jokers": "joker",
}

# the lines of a ledger: code, or code and variant -> sentence without its full stop, the fields it follows
# (parted by commas), and rulings beyond what those cite. {does} is "A pays B 10 points", or, in a match
# whose points stay on the score, "A takes 10 points on the score".
ENTRIES: dict[str, tuple[str, str, str]] = {
    "lost:laid": ("{does} for the hand as laid", "scoring.tiers", "R5"),
    "lost:best": ("{does} for the hand at its best", "scoring.tiers", ""),
    "lost:stated": ("{does}, the count stated", "scoring.tiers", ""),
    "lost:cut": ("{does} for the {stated} stated", "scoring.tiers,scoring.cap", ""),
    "lost:raised": ("{does} for the {stated} stated", "scoring.tiers,scoring.floor", ""),
    "lost:seen": ("{does}, having seen the turned card", "scoring.tiers", ""),
    "lost:unseen": ("{does}, not having seen the turned card", "scoring.tiers", ""),
    "lost:seen-by-dublees": ("{does}, having seen the turned card by dublees", "settlement.dublee_loser_free", ""),
    "lost-before-first-move:seen-by-dublees": (
        "{does}, having seen the turned card by dublees",
        "settlement.dublee_loser_free",
        "",
    ),
    "lost-before-first-move:half": (
        "{does}, half of {count}, as the round ended before a first move",
        "penalties.before_first_move",
        "R9",
    ),
    "lost-before-first-move:unmeldable": (
        "{does}, half of the {count} in cards that fit no meld, as the round ended before a first move",
        "penalties.before_first_move",
        "R9",
    ),
    "lost-before-first-move:double": (
        "{does}, twice the count of {count}, as the winner had not even drawn",
        "penalties.before_first_move.double_before_draw",
        "R41",
    ),
    "lost-before-first-move:ordinary": (
        "{does}, the ordinary count: no rule here spares who had no move",
        "scoring.tiers",
        "R46",
    ),
    "first-drop": ("{does} for a first drop", "penalties.first_drop", ""),
    "middle-drop": ("{does} for a middle drop", "penalties.middle_drop", ""),
    "three-misses": ("{does} for three misses in a row", "penalties.three_misses", ""),
    "left-table:first": ("{does} for leaving before drawing, a first drop", "penalties.first_drop", "R40"),
    "left-table:middle": ("{does} for leaving after drawing, a middle drop", "penalties.middle_drop", "R40"),
    "wrong-declaration": ("{does} for a wrong declaration", "penalties.wrong_declaration", ""),
    "foul": ("{does} for the hand; the foul costs {price}, to who wins the next round", "penalties.foul", ""),
    "foul-before": ("{does} for a foul in the round before", "penalties.foul", ""),
    "bonus": ("{payer} gives {amount} for {payee}'s {what}", "bonus", ""),
    "bonus:half": (
        "{payer}, who had no move, gives {amount}, half of {whole}, for {payee}'s {what}",
        "bonus.halved_before_first_move",
        "R42",
    ),
    "bonus:unseen": (
        "{payer} gives {amount} for {payee}'s {what}, {rest} of it maal of who {whose}",
        "bonus.unseen_to_winner",
        "R50",
    ),
    "bonus:only-unseen": (
        "{payer} gives {amount} for maal of who {whose}, which {payee} earns",
        "bonus.unseen_to_winner",
        "R50",
    ),
    "dublee-win": ("{does} more, as the round was won by dublees", "settlement.dublee_win", ""),
    "net-loss-cap": (
        "{payer} would lose {loss} and is let off {amount} of what {payee}, the winner, would get: {cap} is the most",
        "settlement.net_loss_cap",
        "R13",
    ),
    "net-loss-cap:others": (
        "{payer} would lose {loss} and is let off {amount} of what {payee} would get: {cap} is the most",
        "settlement.net_loss_cap",
        "R13 R45",
    ),
    "net-loss-cap:borne": (
        "{payer}, the winner, gives {payee} the {amount} that {loser} is let off",
        "settlement.net_loss_cap",
        "R13 R45",
    ),
    "game-point:declared": ("{payee} gets {games} for going out", "settlement.game_point", ""),
    "game-point:last-left": ("{payee} gets {games} as the last one left", "settlement.game_point", ""),
    "game-point:score": (
        "{payee} gets {games} for the best score, {score}",
        "settlement.game_point,settlement.stock_end",
        "",
    ),
    "game-point:shared": (
        "{payee} gets {games} for the best score, {score}, shared with others",
        "settlement.game_point,settlement.stock_end",
        "R39",
    ),
}
