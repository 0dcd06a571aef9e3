"""The sources, the numbered rulings where they are silent or contradict themselves, and their own slips.

``Rulebook.sources`` and every explanation cite these by their numbers. R1 to R29 settle how the five
published pages are read; R30 and up are readings this product had to choose to give every hand one answer.
"""

from __future__ import annotations

import re

SOURCES: dict[str, str] = {
    "S0": "a page on 21-card rummy with value cards and marriages",
    "S1": "GoRummy's page on points rummy",
    "S2": "Octro's page on 13-card Indian rummy",
    "S3": "a card-game encyclopaedia's page on Indian rummy and its relatives",
    "S4": "AD Gaming's page of rummy rules",
}

RULINGS: dict[str, str] = {
    "R1": "A wild card that stands for itself is an ordinary card: a sequence stays pure with it, and it counts "
    "in sets, tunnelas and dublees like any other.",
    "R2": "The ace goes under the 2 or over the king, never between them. Fourteen cards from ace to ace are one "
    "legal sequence.",
    "R3": "Jokers alone make neither a sequence nor a set: one card has to stand for itself. Tunnelas and dublees of "
    "printed jokers, groups of jokers that a rulebook names, and spare jokers are apart from this.",
    "R4": "Sequences and sets begin at three cards. A set ends at four, jokers included, and its ordinary cards all "
    "have different suits.",
    "R5": "A group is what was laid: a joker put next to a pure run spoils its purity. Where the same cards can be "
    "read in two ways, the player gets the better one.",
    "R6": "A joker left over costs nothing, and inside a counted group it is never worth points (Vazhushal differs).",
    "R7": "Court cards, aces and tens cost 10 each, lower cards their number; with Octro an ace costs 1.",
    "R8": "A hand holds the cards dealt, or one more after drawing, which is then thrown. Any other number is still "
    "counted, but cannot declare.",
    "R9": "Half of an odd number is rounded down, yet not under the stated minimum.",
    "R10": "A cap comes last, after everything else has been counted.",
    "R11": "In the 21-card games a loser always pays 2 points or more.",
    "R12": "Half the value of the cards, before one's first move, means half of what the hand would ordinarily cost.",
    "R13": "What a capped loser does not pay is taken off the winner first: gains and losses still cancel.",
    "R14": "Points rummy uses two packs with one printed joker each, where the page names no upper number.",
    "R15": "In points rummy all four cards of the turned rank are wild.",
    "R16": "With Octro a turned printed joker makes nothing else wild.",
    "R17": "With Octro an ace costs 1, since its page lists only J, Q, K and 10 among the tens.",
    "R18": "Jokers are welcome in the groups of one rank in Paplu, though its page shows none there.",
    "R19": "In 21 Card Indian Rummy with a printed joker turned all aces are wild, but of the aces only A♠ "
    "earns a bonus; 2♠ is then the upper joker, K♠ the lower.",
    "R20": "In 21 Card Indian Rummy a tunnela is a meld like others and does not stand in for a pure sequence.",
    "R21": "Two points for a hand melded to the last card: taken at its word, also without three pure sequences.",
    "R22": "A wrong declaration in 21 Card Indian Rummy costs 120, its cap; who had no turn yet pays half, 60 at "
    "most, and half the bonus.",
    "R23": "Marriages in 27 Card Rummy earn what they earn in its parent game.",
    "R24": "A dublee in Marriage is two cards standing for themselves: when seven are shown, nobody knows the tiplu.",
    "R25": "In Vazhushal a turned printed joker leaves only the printed jokers wild.",
    "R26": "With AD Gaming a turned queen makes every queen wild, as the page's own set of five needs.",
    "R27": "With AD Gaming a turned printed joker leaves only the printed jokers wild.",
    "R28": "With AD Gaming sets are exempt too once the requirement is met, as in the page's third player.",
    "R29": "Three cards laid as king, ace and 2 of a suit are never a meld, whichever of them are wild.",
    "R30": "A card is loose as laid if it lies alone. With one card too many, the card thrown is the loose one whose "
    "going helps most; if none lies alone, all are counted and nothing can be declared. Where melds are worth points, "
    "they then count for no more than the best that can be kept of them.",
    "R31": "With Octro any group of jokers, also a single joker, is a plank of its own that never stands in the way; "
    "below the requirement even the cheapest hand costs the full 80.",
    "R32": "Jokers in no other meld may lie anywhere outside sequences, sets, tunnelas and dublees, in one heap or "
    "several; only a rulebook that asks for one group wants them together.",
    "R33": "Two melds in Vazhushal are the same if they show the same cards, jokers at their places; the second counts "
    "as loose, and so does any group that is no meld.",
    "R34": "The turned card lies on the table: one copy fewer of it can be in a hand.",
    "R35": "Three pairs that call for a new deal in Vazhushal are three times two cards of a rank, and the ranks may "
    "differ: the page says so in as many words, and asks for it of three players with a single pack too, where no card "
    "comes twice and no rank six times. So read, four dealt hands of five call for a new deal; other pages want pairs "
    "of identical cards, as does the house option identical-pairs.",
    "R36": "Value cards are counted over all cards held, each in one place; with no turned card known they earn "
    "nothing. Tunnelas shown before play are left out, since they depend on the showing.",
    "R37": "In 27 Card Rummy the cards besides dublees or jokers have to be in sequences, sets or tunnelas.",
    "R38": "Where several levels of the count hold, the one that costs least does: a large hand that meets Octro's "
    "requirement never pays more than the flat 80 of one that misses it.",
    "R39": "In Vazhushal players with the same best score at the end of the stock get a game point each.",
    "R40": "Leaving the table is a drop wherever drops have a price, a first drop before drawing and a middle drop "
    "after it, as S4 has it. Leaving and three misses in a row are drops for the value cards too: none are paid.",
    "R41": "If the winner of a game of Paplu had not even drawn, who had no turn pays twice what his hand ordinarily "
    "counts to.",
    "R42": "Who had no turn yet pays half of what he owes each opponent for value cards, rounded down; for his own he "
    "gets the whole.",
    "R43": "In a pool the winner of a round takes nothing and the losers' points stay on their scores. Who reaches the "
    "limit of 101 or 201 is out, and the last one in wins; nobody comes back, unless the house allows it (R48).",
    "R44": "Best of two or three is so many rounds, in each of which the winner takes the losers' points. The highest "
    "total wins; those who share it play on until one leads.",
    "R45": "The winner bears all that capped losers are let off, also what they owe others, until he loses as much as "
    "anybody may. Beyond that the others go without, who is owed most first and equal sums by name; who falls under "
    "the cap for it is let off in turn.",
    "R46": "Who lost before his first move pays the ordinary count where a page has no rule for it.",
    "R47": "A turned printed joker that doubles the score of Paplu doubles drops as well, and after any halving.",
    "R48": "Where a pool lets players come back, who is out returns with one point more than the highest score of "
    "those still in, as long as none of those has more than 79 in a pool of 101, or 174 in one of 201. He may do so "
    "more than once, and pays the entry fee anew.",
    "R49": "The entry fees of a match are its prize, and the last one in or the highest total takes all of it, unless "
    "the last players of a pool share it (R53). In best of two or three everybody starts with 80 chips for each round, "
    "and a point is a chip.",
    "R50": "House rules of Marriage found beside S3: who has not seen the tiplu earns nothing for maal, and it may be "
    "the winner who earns it instead, from everybody.",
    "R51": "Another house rule of Marriage found beside S3: with four players or more, a loser who has seen the tiplu "
    "by showing dublees pays no points for his hand, only maal, and the 5 for a win by dublees.",
    "R52": "Fouls in Marriage are a house rule too: who makes one pays neither 3 nor 10 in that round; he gives for "
    "the others' maal and for a win by dublees like any loser, but earns nothing for his own, which goes where the "
    "maal of who has not seen goes. He owes 15 points to who wins the next round, also if he sits it out, and nothing "
    "if he wins it himself.",
    "R53": "Where the last two or three players of a pool that more began agree to share its prize, each first gets "
    "one entry fee for every first drop that he could still afford beyond those of the player who can afford the "
    "fewest. The rest, an entry fee at least, is shared equally; what does not divide goes by hundredths to the lowest "
    "scores.",
}

SLIPS: dict[str, str] = {
    "X1": "S0's table of six gives its second player 120 in the end. −50 + 200 − 30 − 10 makes 110, and with 110 "
    "the table sums to nought.",
    "X2": "S4's player 1 is charged 45, with Q♠ counted as ten although queens are wild. As laid the hand costs 35, "
    "regrouped 19.",
    "X3": "S4's player 3 pays 23 as laid, which is right; the same cards regrouped cost 22.",
    "X4": "S4's second invalid example is invalid as laid, yet its thirteen cards declare once a joker moves: "
    "9♠ 10♠ J♠ are pure without it.",
    "X5": "S4's table of six cannot come out of its own two packs: thirteen cards lie there too often, Q♦ seven times.",
    "X6": "S4's third invalid example costs 80 as laid; regrouped it costs 30.",
}

_CODE = re.compile(r"\b[SRX]\d+\b")


def find_citations(text: str) -> tuple[str, ...]:
    """The numbers of sources, rulings and slips named in a text, each once.

    Example:
        >>> find_citations("S0, R8 and S0")
        ('S0', 'R8')
    """
    return tuple(dict.fromkeys(_CODE.findall(text)))


def look_up(code: str) -> str:
    """What a source, ruling or slip says.

    Raises:
        KeyError: there is no such number.

    Example:
        >>> look_up("S1")
        "GoRummy's page on points rummy"
    """
    return {**SOURCES, **RULINGS, **SLIPS}[code]
