"""Addresses in texts of a language model: a document may contain the instruction to put data into them. Pure."""

import re
import unicodedata
from html import unescape
from typing import Final

_INVISIBLE: Final = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0]")
_REMOVED: Final = "(address removed)"
_WITHOUT_SLASHES: Final = (
    "about|blob|callto|data|facetime|feed|file|geo|intent|javascript|magnet|mailto|market|ms-[a-z-]+|search-ms|sips?|skype"
    "|sms|tel|tg|vbscript|view-source|whatsapp|xmpp"
)
# What programs make links of, in lower case. Possessive, and from the beginning of a word on, so that it takes linear
# time. Browsers read a backslash as a slash.
_LINK: Final = re.compile(
    r"(?:(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*+:)?[/\\]{2}[^\s/\\]\S*"  # a scheme and a host, or the host alone
    rf"|(?<![\w-])(?:{_WITHOUT_SLASHES}):\S+"
    r"|\bwww\.\S+"
    r"|(?<![\w.-])(?:[\w-]++\.)+[^\W\d_]{2,}+(?::\d++)?[/?#]\S*"  # a host with a path or a query
    r"|(?<=\]\()[^\s()\[\]/:?#=]*+[/:?#=]\S*"  # the target of a link in Markdown
)
_WORD: Final = re.compile(r"\S+")
_AFTER: Final = ".,;:!?)>]\"'"


def without_addresses(text: str, quoted: str) -> str:
    """Remove what looks like a link from a text, unless the words of documents contain it.

    Neither case, nor invisible characters, nor forms of characters (UAX 15, NFKC) make a difference.
    """
    words, _ = _plain(quoted)
    plain, places = _plain(text)
    kept: list[str] = []
    position = 0
    for start, end in _links(plain, words):
        kept += text[position : places[start]], _REMOVED
        position = places[end - 1] + 1
    return "".join([*kept, text[position:]])


def _plain(text: str) -> tuple[str, list[int]]:
    """Return the visible characters in one form and in lower case, and the place of each in the text."""
    characters: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        if unicodedata.category(character) == "Cf" or _INVISIBLE.match(character):
            continue
        same = unicodedata.normalize("NFKC", character).casefold()
        characters.append(same)
        places += [place] * len(same)
    return "".join(characters), places


def _links(plain: str, words: str) -> list[tuple[int, int]]:
    """Return the places of links that the words do not contain."""
    found = [
        match.span()
        for match in _LINK.finditer(plain)
        if match[0].rstrip(_AFTER) and match[0].rstrip(_AFTER) not in words
    ]
    # With references of HTML, such as `&#x2f;`, the whole word.
    unescaped = (
        (match.span(), unescape(match[0])) for match in _WORD.finditer(plain) if unescape(match[0]) != match[0]
    )
    found += [place for place, word in unescaped if _LINK.search(word) and word.rstrip(_AFTER) not in words]
    return _merged(sorted(found))


def _merged(places: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in places:
        if merged and start < merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged
