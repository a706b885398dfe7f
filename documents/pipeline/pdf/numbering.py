"""How headings and captions are numbered, in the scripts of Europe and of East Asia, and how deep a number lies."""

import re

_HAN = "[\\d０-９一二三四五六七八九十百千〇零]+"
_EAST_ASIAN = "[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]"
_QUOTES = "[「『《〈【]"
_NUMBERED = re.compile(
    r"^\s*(?:(?:chapter|section|part|appendix|article|annex)\s+[\dIVXA-Z]+\b|\d{1,2}(?:\.\d{1,2}){0,4}\.?\s+[A-Z“\"]"
    rf"|[IVX]{{1,5}}\.\s+[A-Z]|[A-Z]\.\s+[A-Z]|\d{{1,2}}(?:\.\d{{1,2}}){{0,4}}[.．]?\s*{_EAST_ASIAN}"
    rf"|\(\d{{1,2}}\)\s*(?:{_QUOTES}|{_EAST_ASIAN})|[가나다라마바사아자차카타파하]\.\s+\S)",
)
# From the outermost: part, chapter, section, article, then the two numberings without a word.
_SYSTEMS = tuple(
    re.compile(rf"^\s*{pattern}")
    for pattern in (
        rf"(?:第\s*{_HAN}\s*[编編部篇]|제\s*\d+\s*[편부])",
        rf"(?:第\s*{_HAN}\s*章|제\s*\d+\s*장)",
        rf"(?:第\s*{_HAN}\s*[节節]|제\s*\d+\s*[절관])",
        rf"(?:第\s*{_HAN}\s*[条條]|제\s*\d+\s*조)",
        r"(?:[一二三四五六七八九十]{1,3}[、．.]|[Ⅰ-Ⅻ][.．、\s])",
        r"[（(][一二三四五六七八九十]{1,3}[）)]",
    )
)
_LABELLED = re.compile(
    r"^\s*(?:fig(?:ure|s?\.)|table|tab\.|chart|graph|listing|plate|map|diagram|photo)\s*[\dIVX]+(?:[.\-\u2013]\d+)*"
    r"|^\s*[\[<(〈【《]?\s*(?:그림|표|사진|図|表|图|圖|写真)\s*[\d一二三四五六七八九十]+(?:[.\-\u2013]\d+)*"
    r"|^\s*(?:source|note)s?\s*:",
    re.IGNORECASE,
)


def is_numbered(text: str) -> bool:
    """As headings are."""
    return _NUMBERED.match(text) is not None or east_asian_depth(text) is not None


def is_labelled(text: str) -> bool:
    """As figures, tables and notes below them are."""
    return _LABELLED.match(text) is not None


def east_asian_depth(text: str) -> int | None:
    """0 for a part, 1 for a chapter, …; nothing for what is not numbered in these ways."""
    return next((depth for depth, system in enumerate(_SYSTEMS) if system.match(text)), None)
