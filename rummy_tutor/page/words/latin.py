"""Words of Indian scripts as they are typed in Latin letters: many who read Hindi or Telugu type it so.

There are many ways to spell a word: what is typed and what is looked for are both brought to one rough spelling.
"""

from __future__ import annotations

import re
from unicodedata import name

_SIGN = re.compile(r"[A-Z]+ (LETTER|VOWEL SIGN|SIGN) ([A-Z ]+)")
# letters that sound in another way than their names say
_SOUNDS = {
    "VOCALIC R": "ri",
    "CANDRA E": "e",
    "CANDRA O": "o",
    "SHORT E": "e",
    "SHORT O": "o",
    "CA": "cha",
    "CHA": "chha",
}
_NASAL = ("ANUSVARA", "CANDRABINDU")
# spelling that differs from writer to writer: long vowels, doubled letters, the breath after a consonant
_ROUGH = (
    (r"chh", "ch"), (r"c(?!h)", "k"), (r"sh", "s"), (r"ph", "f"), (r"w", "v"), (r"z", "j"), (r"(?<=[bdgjkt])h", ""),
    (r"q", "k"), (r"ee|ii|y", "i"), (r"oo|uu", "u"), (r"(.)\1+", r"\1"), (r"m(?=[bcdfgjklnpqrstv])", "n"),
    (r"(?<=.)a$", ""),
)  # fmt: skip


def spell(word: str) -> str:
    """A word in the rough spelling, in Latin letters.

    Example:
        >>> spell("गड्डी"), spell("gaddi"), spell("पत्ता"), spell("patta"), spell("सीक्वेंस"), spell("sequence")
        ('gadi', 'gadi', 'pat', 'pat', 'sikvens', 'sekuenke')
    """
    latin = ""
    for letter in word:
        sign = _SIGN.match(name(letter, ""))
        if sign is None:
            latin += letter
            continue
        kind, sound = sign.groups()
        if kind == "SIGN":
            latin = latin.removesuffix("a") if sound == "VIRAMA" else latin + ("n" if sound in _NASAL else "")
        else:
            latin = latin.removesuffix("a") if kind == "VOWEL SIGN" else latin
            latin += _SOUNDS.get(sound, _soften(sound))
    for pattern, rough in _ROUGH:
        latin = re.sub(pattern, rough, latin)
    return latin


def _soften(sound: str) -> str:
    """What a letter sounds like, from its name in Unicode, whose doubled first letter tells where the tongue is."""
    return re.sub(
        r"^(TT|DD|NN|RR|LL|SS)(?=H?A)", lambda match: "SH" if match[0] == "SS" else match[0][0], sound
    ).lower()
