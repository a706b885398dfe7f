"""The title of a document, from its metadata or the headings at the beginning of its first page."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from documents.pipeline.filenames import without_invisible
from documents.pipeline.mime_types import EML, MSG, ODS, XLS, XLSB, XLSX
from documents.types import StructureKind

MIN_LENGTH: Final = 3
MAX_METADATA_LENGTH: Final = 200
MAX_HEADING_LENGTH: Final = 150
_MAX_BEFORE: Final = (600, 400, 300)  # characters of text before a title and before headings of levels 1 and 2
_MAX_BETWEEN: Final = 100  # characters of text between headings that compete
_MIN_LETTERS: Final = 0.5  # of the characters that are not spaces

_NO_RANK: Final = len(_MAX_BEFORE)

_MAIL: Final = frozenset({EML, MSG})
_SPREADSHEETS: Final = frozenset({ODS, XLS, XLSB, XLSX})
_HEADINGS: Final = frozenset({StructureKind.TITLE, StructureKind.HEADING})
_NOT_BODY: Final = frozenset({StructureKind.PAGE_HEADER, StructureKind.PAGE_FOOTER, StructureKind.FOOTNOTE})
_PROGRAM: Final = re.compile(r"^Microsoft (?:Word|PowerPoint|Excel|Publisher|Office \w+) - ", re.IGNORECASE)
_FILE_NAME: Final = re.compile(r"\S\.[a-z][a-z0-9]{1,4}$|^[a-z]:\\|^(?:file|https?)://", re.IGNORECASE)
_IDENTIFIER: Final = re.compile(r"^\S*[\d_]\S*$")
_RULE: Final = re.compile(r"^[\W_]{3,}|(?<=\s)[\W_]{3,}$|(?P<mark>[-_=*.~#])(?P=mark){2,}$")
_REPEATED: Final = re.compile(r"(\S)(?:\s*\1)+")
_NUMBERED: Final = re.compile(r"^(?:\d+[.)]|\d+(?:\.\d+)+\.?|[ivxlc]+[.)]|[a-z][.)])\s", re.IGNORECASE)
_CAPTION: Final = re.compile(
    r"^(?:table|figure|fig|tabelle|abbildung|abb|tableau|tabla|figura)\.?\s*[\d:.]", re.IGNORECASE
)
_PRICE: Final = re.compile(r"[$€£¥]\s?\d")
_LABEL: Final = (
    "exhibit|annex|appendix|schedule|attachment|chapter|section|part|page|article|volume|vol|no|anlage|anhang|kapitel"
    "|seite|annexe|chapitre|anexo|capítulo|página"
)
_LABELLED: Final = re.compile(rf"(?:{_LABEL})\b", re.IGNORECASE)
_DATE_AND_LABEL_WORDS: Final = re.compile(
    rf"\b(?:{_LABEL}|dated?|as|of|this|day|the|on|st|nd|rd|th|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?|[ivxlc]+)\b|(?<=\d)(?:st|nd|rd|th)\b",
    re.IGNORECASE,
)
_DEFAULT_NAMES: Final = re.compile(
    r"(?:untitled|unnamed|no ?name|no title|title|none|null|unknown|default|blank|new|document|doc|book|workbook|sheet"
    r"|presentation|powerpoint presentation|powerpoint|slide|title slide|layout|page|word document|print|scan(?:ned)?"
    r"|image|dokument|unbenannt|sans titre|sin título|pdf)(?: (?:document|presentation|page|pdf))?[ -]?\d*"
)
_SECTIONS: Final = re.compile(
    "abstract|acknowledge?ments|agenda|and|appendix|background|between|bibliography|body|by and between|by|conclusions?"
    "|confidential|contents|copy|cover|disclaimers?|draft|execution (?:copy|version)|final|footer|foreword|header"
    "|heading|home|index|introduction|notes|notice|overview|preface|recitals|references|subtitle|summary"
    "|table of contents|to|version history|whereas|witnesseth|w i t n e s s e t h|einleitung|inhalt"
    "|inhaltsverzeichnis|zusammenfassung|introducción|resumen|índice|résumé|sommaire|table des matières|indice"
    "|sommario|目录|目次|摘要"
)


class OpeningItem(NamedTuple):
    """An item of the first page, in reading order."""

    kind: StructureKind
    level: int | None
    text: str


def find_title(mime_type: str, metadata: Mapping[str, str], items: Sequence[OpeningItem]) -> str:
    """Return the subject of an e-mail, the title of the metadata, or the first heading; "" if none is a title."""
    if mime_type in _MAIL:
        return _plausible(metadata.get("subject", ""), MAX_METADATA_LENGTH)
    declared = _declared_title(metadata.get("title", ""))
    # The headings of spreadsheets are the names of their sheets.
    rank, heading = _first_heading(items if mime_type not in _SPREADSHEETS else ())
    is_other = declared and rank == 0 and not _occurs(declared, items)  # often it is that of a template
    return heading if is_other or not declared else declared


def _declared_title(text: str) -> str:
    title = _plausible(_PROGRAM.sub("", without_invisible(text)), MAX_METADATA_LENGTH)
    is_generated = _FILE_NAME.search(title) or _IDENTIFIER.match(title) or _DEFAULT_NAMES.fullmatch(title.casefold())
    return "" if is_generated else title


def _first_heading(items: Iterable[OpeningItem]) -> tuple[int, str]:
    """Return the rank (0: title, else the level) and the text of the first heading of the highest rank.

    If that is one of every document ("Contents"), the text is empty: those of lower ranks are no titles either.
    """
    return min(_headings(items), key=lambda found: found[0], default=(_NO_RANK, ""))


def _headings(items: Iterable[OpeningItem]) -> Iterator[tuple[int, str]]:
    before, is_found = 0, False
    for item in items:
        rank = 0 if item.kind is StructureKind.TITLE else item.level or _NO_RANK
        if item.kind in _HEADINGS:
            text = _heading_title(item.text)
            if rank < _NO_RANK and before <= _MAX_BEFORE[rank] and (text or not rank):
                is_found = True
                yield rank, text
        elif item.kind not in _NOT_BODY:
            if is_found and len(item.text) > _MAX_BETWEEN:
                return
            before += len(item.text)


def _heading_title(text: str) -> str:
    title = _plausible(_RULE.sub("", without_invisible(text)), MAX_HEADING_LENGTH)
    plain = title.casefold().strip(" .:;,*[]()-\u2013\u2014")
    if _SECTIONS.fullmatch(plain) or _DEFAULT_NAMES.fullmatch(plain) or title.endswith((":", ",", ";")):
        return ""
    is_fragment = title[:1].islower() and title.endswith(".")
    is_other = any(pattern.search(title) for pattern in (_NUMBERED, _CAPTION, _PRICE))
    return "" if is_fragment or is_other or _is_date_or_label(title) else title


def _plausible(text: str, max_length: int) -> str:
    """Return the text on one line, or "" if it is too short or too long, or has few letters."""
    title = without_invisible(text)
    if not MIN_LENGTH <= len(title) <= max_length or _REPEATED.fullmatch(title) or "\ufffd" in title:
        return ""
    visible = [character for character in title if not character.isspace()]
    letters = sum(unicodedata.category(character)[0] in "LM" for character in visible)
    return title if letters >= _MIN_LETTERS * len(visible) and letters > 1 else ""


def _is_date_or_label(title: str) -> bool:
    """Check for "3 May 2024", "Exhibit 10.6" and "Page 3 of 9": nothing but numbers and such words, or one letter."""
    rest = _DATE_AND_LABEL_WORDS.sub("", title)
    return sum(map(str.isalpha, rest)) <= 1 and (bool(_LABELLED.match(title)) or any(map(str.isdigit, title)))


def _occurs(title: str, items: Iterable[OpeningItem]) -> bool:
    """Check whether half of the words of a title are on the page."""
    words = set(re.findall(r"\w+", title.casefold()))
    found = words & set(re.findall(r"\w+", " ".join(item.text for item in items).casefold()))
    return 2 * len(found) >= len(words)
