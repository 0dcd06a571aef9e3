"""What a translator is told of a sentence beside its own comment: what stands in its places, and what a label is.

A comment in the English files tells what only that sentence has; what many have alike is derived here from the names of
places and from keys, and written into the file of a language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

SHORT = 2  # words of a label that says too little by itself

# the names of places, and what stands there
_PLACES = """
a, b: the names of two rulebooks
ace: what an ace costs, in points
address, url: an address on the network
aim, belief, rule: a whole sentence
all: how many there are in all
allowed, games: the names of games, in a list
also, base, new, old, plain, spare, stands, thrown, threw, useless: a card such as 7♠
answer: an answer, as a number or in words
answers, classes, count, held, taken, there, times, seen, good, right, won: how many
asked: what a hand must hold, a list such as “at least 2 sequences, one of them pure”
at: its number in order
available: how many the pack has
bar, slash, ten: a sign to type as it is
before: the number of points without the change
best: the number of points of the best grouping
better, near, fewer: how many cards do this
better_share, near_share, share, chance: a share such as 12 %
bots: how many computer players are named
button: the words on a button
card, joker, natural, other, turned: a card such as 7♠, or the words for a printed joker
cards, copies, excess, extra, lack, missed, missing, wilds, shown: cards such as 7♠ 8♠, with spaces or commas between
code, command, short: letters to type as they are
column, line: a number, counted from 1
costs, earns, single: how many points
deal, dealt: how many cards are dealt to a hand
decks, jokers: a number with its noun, as in “2 decks of 52 cards”
done: how many are done
dublees_won, tunnelas, pairs, to_show, misses, needed, needs, wanted, enough: how many are needed
ending: how the round ended for a player
error: a number after ±
factor: a number to multiply by
far: how many cards have to be exchanged
fee, price, prize, rate: an amount of money or points
field: the name of a field in a file or a form
figure: points or a score, such as “12 points”
figures, numbers: numbers, in a list
file: the name of a file
first, last, low, high: the first and the last of a list or a range
found: what was given, as it was written
game, rulebook: the name of a game
given: what was given or answered: cards, a number or a name
group: the number of a group of cards
groups: groups of cards, with a list's commas
hands: how many hands there are
here: how many are in the class
key: a key to type as it is, such as gorummy-13
kind, meld: what a group of cards is, such as “pure sequence”
kinds: what groups of cards are, in the plural, such as “sequences”
known: what there is, a list ending with “or”
lacks: a sentence that says what the hand lacks
laid: the number of points, or what a hand is, as it is laid
later: the number of a lesson
least: the smallest number or a number of points
left: how many are left; in a comparison, what else differs
less, points, loose, sum, total, net, yours, middle: a number, most often of points
lesson: the number or title of a lesson
lesson_jokers, lesson_loser, lesson_maal, lesson_pure, lesson_seeing, lesson_wild: the number of a lesson
lessons: the names or numbers of lessons
long: how many of them have four cards or more
m: another number
maal: the word for value cards in this game
meant: a word that is nearly the one given
mended: the number of a group
mine, theirs: what a game says of it
more: a larger number than the one before
most: the largest number
move: a move in words
n: a number; where there are two forms it chooses between them
name, player, payer, payee, winner, first_name: a player's name, or the word for “you”
names: players' names, or names of options, in a list
next: the number of a group
none: what a field left empty means
note: a sentence
number, size, value, of: a number
option: an option to type as it is, such as --json
options: the titles of house options, in a list
others: the other players, as a number with its noun
out: a folder or a card
outs: how many cards of the stock help
packed, packed_first: a size in kB
parts: sentences that come before
place: a player or a place, such as a field
places: what a card stands for, in a list
players: the number of players, or the word with it
printed: the number that a source prints
program: the name of a program
pure: how many of them are pure
rank, suit: a rank, a suit
rest: how many other ones
round, rounds: the number of a round, or of rounds with the noun
score: a score in points
seat, seats: the number of a player, or several
second: the second of two names
seed: the number that makes the same deal again
sequences: how many sequences there are
slot: the name of a place on the table
source, sources: where a rule comes from, such as S1
stated: the number that was given
term: the title of a rule
text: what was written
title: a title
told: a sentence that says why
turn: the number of a turn
type: what kind of value it is
verdict: whether to take the card
version: a version such as 1.2
what: what it is about, in a few words
where: the place in a file
why: a sentence that says why
wild: the word for wild cards, or a wild card such as 7♠
words: what was written, in a list
worth: how many points a hand costs
wrong: how many points
""".strip()

# how keys begin, and what such a label is; the longest counts
_LABELS = """
a-kind: what a group of cards is, with its article
advice: said of the way to declare
card: said of a card, read aloud after its name
class.animal-: a student's name: an animal
class: a label or a button on a page of the class
classroom: a label or a button where a teacher prepares lists
column: the head of a column
command: in the help of the command line; CAPITALS stand for what is to be typed
count: a number with its noun, to stand in a sentence
displays: a label in a notebook
ending: how the round ended for a player, after the name
figure: a figure in a table
file: of a file that was read
group: of a group of cards
host: on the page that stands until the tutor is loaded
json: the type of a value in a file
kind: what a group of cards is, a badge below it
kinds: kinds of groups in the plural, to stand in a sentence
learn.day_: a day of the week
learn.move_: a move that is asked about, a button
learn.short_day_: a day of the week in as few letters as can be, below a bar
learn.state_: how far a lesson is, beside its title
learn: a label or a button of a lesson
ledger-column: the head of a column in the ledger of a round
lesson: the title of a lesson
list: how a list is written
look: a label in the review of a round
my_rules: a field or a choice where a table's own rules are made
need: what a hand must hold, to stand in a list
option: the title of a house option
pack: what a pack holds
page.card_: said of a card, read aloud after its name
page.col_: the head of a column
page.key_: the name of a key of the keyboard
page.keys_: what a key of the keyboard does, in a list
page.kind_: what a group of cards is, a badge below it
page.mode_: an entry of the main menu
page.now_: a label or a button of the panel “What now?”
page.option_: the title of a house option
page.puzzle_: a label or a button of a puzzle
page.rank_: the rank of a card, read aloud
page.suit_: the suit of a card, read aloud
page.tab_: the title of a panel, a tab
page.word_: a word of the game
page.words_: a label in the list of words
page: a label or a button of the page
place: where in a file or a list
play.did-: what a player has done, in a list of moves
play.level-: how strong a computer player is
play.short-: what a player did last, below the name, without a subject
play: a label or a button where a round is played
plot: a mark in a plot
puzzle: said of a puzzle
reason: why a group or a hand is judged so
remark: a note below a settled round
review.move-: a move as a noun or in the imperative, in a table
review: said of a move in a review
rollout: a figure with its error
round.head_: the head of a column in the ledger of a round
round.seat_: a field of a player in the form of a round
round: a label or a button of the form of a round
rule: a rule in words
rulebook: the name of a game
section: a heading in the list of rules
series: of a series of rounds
sheet: on a printed worksheet
source: where a rule comes from
table: a label or a button at the table where a turn is played
term: the title of a rule or a word, at the head of its entry
turn.did_: what you have done
turn: a label or a button at the table where a turn is played
type: the type of a value, to stand in a sentence
value-card: a card that earns points from each opponent, or its name
verdict: a verdict in one or two words
word: a word of the game as it stands in a sentence, in small letters
worked: what to do at a step of a lesson
""".strip()


def _read(table: str) -> dict[str, str]:
    """The rows of a table, each by all its names."""
    rows = [line.split(": ", 1) for line in table.splitlines()]
    return {name: meaning for names, meaning in rows for name in names.split(", ")}


_MEANINGS, _PARTS = _read(_PLACES), _read(_LABELS)


def derive_comments(key: str, english: Sequence[str], own: Sequence[str] = ()) -> Iterator[str]:
    """Lines that tell what stands in the places which its own comment does not name, or what a short label is.

    Args:
        key: the sentence's key.
        english: its forms.
        own: its own comment, line by line.

    Example:
        >>> [*derive_comments("page.col_far", ["Away"])]
        ['the head of a column']
        >>> [*derive_comments("x.found", ["{card} has {n} points"], ["{n} is a score"])]
        ['{card}: a card such as 7♠, or the words for a printed joker']
    """
    said = " ".join(own)
    for name in dict.fromkeys(re.findall(r"\{(\w+)[^}]*\}", " ".join(english))):
        if name in _MEANINGS and f"{{{name}}}" not in said:
            yield f"{{{name}}}: {_MEANINGS[name]}"
    if not own and len(english[0].split()) <= SHORT:
        begins = [part for part in _PARTS if key.startswith(part if part[-1] in "-_" else f"{part}.")]
        if begins:
            yield _PARTS[max(begins, key=len)]
