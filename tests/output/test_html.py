"""Static displays: self-contained, escaped, readable in dark and light, nothing by colour alone."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

import rummy_tutor as rt
from rummy_tutor import RULEBOOKS, Hand, Series, analyse, compare, get_rulebook, play
from rummy_tutor.game import Kind
from rummy_tutor.output.blocks import write_text
from rummy_tutor.output.displays import draw_html
from rummy_tutor.output.html import CLASS, hand_html
from rummy_tutor.output.round_tables import describe_round, describe_series
from rummy_tutor.output.verdicts import comparison_html
from rummy_tutor.wording.phrases import name_option
from rummy_tutor.wording.speech import in_words

TABLE = "2H 3H 4H | 5C 6C QD | 8D 8S 5C | 2D 2C | KS QS"
VOID = {"br", "img", "hr", "meta", "link", "input"}


class Reader(HTMLParser):
    """Reads HTML strictly: every tag closed in order; collects tags, attributes and text outside styles."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.text += data + " "


def read(html: str) -> Reader:
    """The HTML read to its end, every element closed."""
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == []
    return reader


def displays() -> dict[str, str]:
    """One display of each sort."""
    hand = Hand.parse(TABLE)
    return {
        "hand": hand_html(hand),
        "cards": hand_html(Hand.parse("2H PJ")),
        "analysis": draw_html(analyse(hand, "adgaming-13", turned="QD", players=6)),
        "bare": draw_html(analyse("2H 3H 4H KS", "marriage-21", turned="QD")),
        "comparison": comparison_html(compare(hand, turned="QD")),
    }


@pytest.mark.parametrize("name", displays())
def test_displays_are_self_contained(name: str) -> None:
    """A display is one element of one class with its style inside; no script, no link, nothing loaded."""
    html = displays()[name]
    reader = read(html)
    assert html.startswith(f'<div class="{CLASS}">')
    assert not reader.tags & {"script", "link", "img", "iframe", "object", "a"}
    assert not any(key.startswith("on") or key in ("src", "href", "id") for key, _ in reader.attributes)
    assert "url(" not in html and "@import" not in html and "http" not in html


@pytest.mark.parametrize("name", displays())
def test_styles_stay_inside(name: str) -> None:
    """Every rule of the style sheet is bound to the display's class."""
    style = re.search(r"<style>(.*)</style>", displays()[name])[1]
    for selectors in re.findall(r"(?:^|[{}])([^{}@]+)\{", style):
        for selector in selectors.split(","):
            assert f".{CLASS}" in selector, selector


@pytest.mark.parametrize("name", displays())
def test_dark_and_light(name: str) -> None:
    """The style follows the system's preference and JupyterLab's theme, and says its colour scheme."""
    html = displays()[name]
    assert "prefers-color-scheme:dark" in html
    assert '[data-jp-theme-light="false"]' in html and '[data-jp-theme-light="true"]' in html
    assert "color-scheme:dark" in html and "color-scheme:light" in html


def luminance(colour: str) -> float:
    """Relative luminance of a colour ``#rrggbb``."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(("scheme", "page"), [("light", "#ffffff"), ("dark", "#111111")])
def test_contrast(scheme: str, page: str) -> None:
    """Text stands out from the card and the page by 4.5 to 1 at least, in every suit's colour."""
    block = re.search(rf"color-scheme:{scheme};([^}}]*)", displays()["hand"])[1]
    colours = dict(part.split(":") for part in block.split(";") if part.startswith("--"))
    card = colours["--card"]
    for name in ("--fg", "--mute", "--bad", "--good", "--s", "--h", "--d", "--c"):
        for ground in (card, page):
            lighter, darker = sorted((luminance(colours[name]), luminance(ground)), reverse=True)
            assert (lighter + 0.05) / (darker + 0.05) >= 4.5, (scheme, name, ground)


def test_kinds_have_a_sign_and_a_word() -> None:
    """Each kind is shown by a sign, hidden from screen readers, and a word."""
    hand = "2H 3H 4H | 5C 6C QD | 8D 8S QD | 7S 7S 7S | 9C 9C | PJ PJ PJ PJ | KS QS | AC"
    reader = read(draw_html(analyse(hand, "rummy-21", turned="QD")))
    for kind in Kind:
        assert in_words(kind) in reader.text
    signs = [value for key, value in reader.attributes if key == "aria-hidden"]
    assert signs and set(signs) == {"true"}


def test_jokers_show_what_they_stand_for() -> None:
    """A joker of a group carries the card it stands for, a loose one is marked wild."""
    text = read(displays()["analysis"]).text
    assert "Q♦ as 7♣" in re.sub(r"\s+", " ", text)
    loose = read(draw_html(analyse("2H | QD", "adgaming-13", turned="QD"))).text
    assert "Q♦ wild" in re.sub(r"\s+", " ", loose)


def test_reasons_are_sentences() -> None:
    """The account of the figure stands as sentences beside it, as laid and at best."""
    text = re.sub(r"\s+", " ", read(displays()["analysis"]).text)
    assert "As laid: 35 points" in text and "Best: 19 points" in text
    assert "so its melds cost nothing. The other cards cost 35 points. [S4, R28]" in text
    assert "5♣ does not fit 8♠ 8♦: it has another rank." in text


def test_discard_is_marked() -> None:
    """The card thrown is marked once, also if another copy of it stays."""
    result = analyse(TABLE + " | KC | KC", "adgaming-13", turned="QD", players=6)
    assert result.arranged.discard is None  # 15 cards
    result = analyse("2H 3H 4H | 5C 6C QD | 8D 8S 5C | 2D 2C | KC | KC | 9S", "adgaming-13", turned="QD", players=6)
    laid = draw_html(result).split("Best:")[0]
    assert laid.count("<small>thrown</small>") == 1


def test_comparison_has_a_row_a_rulebook() -> None:
    """The table has one row a rulebook, with its title, figures and remarks."""
    reader = read(displays()["comparison"])
    for book in RULEBOOKS.values():
        assert book.title in reader.text
    assert reader.text.count("this game deals") == sum(book.deal != 13 for book in RULEBOOKS.values())
    assert ("scope", "row") in reader.attributes and ("scope", "col") in reader.attributes


def test_text_is_escaped() -> None:
    """A rulebook's own words cannot become HTML."""
    book = replace(RULEBOOKS["adgaming-13"], title="<b onclick='x'>&", options=("<i>",))
    html = draw_html(analyse("2H |", book))
    assert "<b " not in html and "<i>" not in html and "&lt;b onclick=" in html


def test_results_carry_their_display() -> None:
    """Hand, Analysis and Comparison show themselves in a notebook; their plain reprs hold no HTML."""
    hand = Hand.parse(TABLE)
    for thing in (hand, analyse(hand, "octro-13"), compare(hand, turned="QD")):
        assert thing._repr_html_().startswith("<div")
        assert "<" not in repr(thing)


def test_every_rulebook_can_be_shown() -> None:
    """Each verdict of the comparison has a display."""
    for result in compare(TABLE + " | PJ", turned="PJ"):
        assert result.rulebook.title.replace("&", "&amp;") in draw_html(result)


def test_a_round_in_play_shows_the_table_and_then_the_ledger() -> None:
    """Before its end a round shows the table as its player sees it, after it who pays whom."""
    shown = play("gorummy-13", ["you", "steady"], seed=3)._repr_html_()
    assert shown.startswith("<div") and "Bikram holds 13 cards" in shown and "you, your hand: 2♥" in shown
    over = play("gorummy-13", ["new", "steady"], seed=3)
    assert over._repr_html_() == over.outcome.settled._repr_html_()


def test_house_options_are_shown_by_their_titles() -> None:
    """Neither a hand nor a round nor a series shows an option by its code."""
    book = get_rulebook("adgaming-13", ["pool-101"])
    series = Series.new(book).play([{"name": "A", "ending": "declared"}, {"name": "B", "ending": "lost", "points": 5}])
    shown = [
        analyse("2H 3H 4H", book)._repr_html_(), series._repr_html_(), series.rounds[0]._repr_html_(),
        write_text(describe_series(series)), write_text(describe_round(series.rounds[0])),
    ]  # fmt: skip
    title = in_words(name_option("pool-101"))
    assert title != "pool-101"
    assert all(title in one and "pool-101" not in one for one in shown)


def test_throws_as_good_as_each_other_are_marked() -> None:
    """The table of throws has the mark of which the sentence below it speaks."""
    advice = rt.advise("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S 7C", "gorummy-13", turned="9D")
    html = advice._repr_html_()
    assert html.count("'>=</td>") == sum(row.equal for row in advice.discards) > 0
    assert "marked = is as good as" in html
