"""Words that say what a question asks for, and what a date or a duration in a text is. Pure.

English, German, French and Spanish words are looked for in every text: a German contract has English passages.
"""

import re
from collections.abc import Sequence
from enum import Enum
from typing import Final, Protocol, TypeVar


class Asked(Enum):
    """The kinds of dates and durations that questions ask for."""

    START = "start"
    END = "end"
    NOTICE = "notice"
    RENEWAL = "renewal"
    TERM = "term"


class Place(Protocol):
    """A part of a text."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


P = TypeVar("P", bound=Place)

_DATE_QUESTIONS: Final = {
    Asked.START: r"begin\w*|start\w*|commenc\w*|effective|in(?:to)? force|(?:from|since) (?:which|what|when)|beginn\w*"
    r"|anfang\w*|ab wann|in kraft|début\w*|prise d.effet|entr\w+ en vigueur|à partir|inicio|comienz\w*"
    r"|entrada en vigor",
    Asked.END: r"ends?|ending|expir\w*|terminat\w*|until|due|deadline|by (?:when|which|what)|maturity|ende?t?|endet"
    r"|ablauf\w*|abläuft|läuft|fällig\w*|bis wann|frist\w*|fin|échéance|jusqu\w*|vencimiento|vence|hasta",
}
_DURATION_QUESTIONS: Final = {
    Asked.NOTICE: r"notices?|refus\w*|in advance|kündig\w*|gekündigt|préavis|preaviso|preavviso",
    Asked.RENEWAL: r"renew\w*|exten[ds]\w*|prolong\w*|verlänger\w*|renouvel\w*|reconduc\w*|renova\w*|prórroga",
    Asked.TERM: r"(?:initial )?terms?|(?:lease|contract) (?:period|duration)|how long (?:is|does|will) the (?:agreement"
    r"|contract|lease)|\w*laufzeit|\w*vertragsdauer|mietdauer|durée du (?:contrat|bail)|duración del contrato",
}

_START_WORD: Final = (
    r"from|since|as of|as at|dated|made|executed|signed|entered into|effective|commenc\w*|begin\w*|start\w*"
    r"|ab|seit|vom|beginn\w*|beginnt|depuis|du|à compter|à partir|débute\w*|desde|a partir|del"
)
_END_WORD: Final = (
    r"until|till?|through|thru|to|up to|by|before|beyond|no later than|due|deadline|expir\w*|terminat\w*|ends?|ending"
    r"|ended|conclud\w*|bis|endet|enden|ablauf\w*|fällig\w*|jusqu\w*|au|expire\w*|échéance|hasta|vence|al"
)
_EDGE: Final = re.compile(rf"(?<!\w)(?:(?P<end>{_END_WORD})|(?P<start>{_START_WORD}))(?!\w)", re.IGNORECASE)
_EDGE_REACH: Final = 60

_LEAST: Final = r"at least|not? (?:less|later|fewer) than|minimum of|within|mindestens|spätestens|au moins|al menos"
_NOTICE_BEFORE: Final = re.compile(
    rf"(?:notic|notif|kündig|préavis|preaviso)[^.;]{{0,120}}?(?:{_LEAST})(?: a period of)?[\s(]*$"
    r"|(?:notice(?: period)? of|frist (?:von|beträgt)|préavis (?:est )?de|preaviso de)[\s(]*$",
    re.IGNORECASE,
)
_NOTICE_AFTER: Final = re.compile(
    r"[\s'\u2019)]*(?:(?:calendar|business|working)\s+days?)?[\s'\u2019)]*"
    r"(?:prior|(?:in\s+)?advance|(?:following\s+(?:a\s+)?)?(?:written\s+)?notice|written|before|preceding|vor|zum|avant"
    r"|de\s+préavis|antes)(?!\w)",
    re.IGNORECASE,
)
_RENEWAL_AFTER: Final = re.compile(
    r"[\s'\u2019)-]*(?:\w+\s+)?(?:renewals?|extensions?|thereafter)(?!\w)"
    r"|[^.;,]{0,25}\((?:the|each(?:,? an?)?)\W+(?:renewal|extension)",
    re.IGNORECASE,
)
_LIMIT_BEFORE: Final = re.compile(
    r"(?:up to|(?:not|never)(?: to)? exceed(?:ing)?|in total|total of|aggregate of|höchstens|maximal|au maximum)"
    r"[\s(]*$",
    re.IGNORECASE,
)
_PERIOD: Final = re.compile(
    r"(?<!\w)(?:(?P<renewal>renew\w*|exten[ds]\w*|additional|successive|subsequent|consecutive|further|another|each|every"
    r"|verlänger\w*|weitere[rnms]?|jeweils|renouvel\w*|supplémentaires?|prorrog\w*|renova\w*)"
    r"|(?P<term>initial|continu\w*|remain\w*|term|valid|duration|lasts?|fest\w*|laufzeit|dauert?|durée|duración))(?!\w)",
    re.IGNORECASE,
)
_PERIOD_REACH: Final = 200
_SENTENCE_END: Final = re.compile(r"[.;!?](?=\s)|\n\s*\n")

_ENDLESS: Final = re.compile(
    r"(?<!\w)(?:perpetu\w*|indefinite\w*|evergreen|unlimited in time|until\s+(?:\w+\s+){0,3}terminat\w*|unbefristet\w*"
    r"|auf unbestimmte (?:zeit|dauer)|indéterminée|indefinid\w*)(?!\w)",
    re.IGNORECASE,
)

_STEM: Final = 5  # characters that forms of a word have in common
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
# The words that questions are made of.
_ASKING: Final = frozenset(
    re.findall(
        r"\w+",
        "the and for how long does much what which when who whom must may can are was with any that this from into than"
        " agreement contract document period time days date amount value number type",
    )
)


def asked_about_date(name: str, question: str) -> Asked | None:
    """Return whether a date that begins or one that ends something is asked for."""
    return _only(_DATE_QUESTIONS, name) or _only(_DATE_QUESTIONS, question)


def asked_about_duration(name: str, question: str) -> Asked | None:
    """Return which duration is asked for. Questions about a notice or a renewal also name the term."""
    for text in (name, question):
        for asked, words in _DURATION_QUESTIONS.items():
            if _has(words, text):
                return asked
    return None


def edge_of_date(text: str, start: int, *, after: int = 0) -> Asked | None:
    """Return whether the date at `start` begins or ends something: the last word before it counts."""
    words = list(_EDGE.finditer(text, max(after, start - _EDGE_REACH), start))
    if not words:
        return None
    return Asked.END if words[-1]["end"] else Asked.START


def part_of_duration(text: str, place: Place) -> Asked | None:
    """Return what the duration at a place is: of a notice, of a renewal, or of the term."""
    before = _sentence_before(text, place.start)
    if _NOTICE_AFTER.match(text, place.end) or _NOTICE_BEFORE.search(before):
        return Asked.NOTICE
    if _RENEWAL_AFTER.match(text, place.end):
        return Asked.RENEWAL
    words = list(_PERIOD.finditer(before))
    if not words:
        return None
    return Asked.RENEWAL if words[-1]["renewal"] else Asked.TERM


def is_limit(text: str, start: int) -> bool:
    """Check whether the value at `start` is only the most that there may be."""
    return bool(_LIMIT_BEFORE.search(text[max(0, start - _EDGE_REACH) : start]))


def is_endless(text: str) -> bool:
    """Check whether a text says that something goes on without an end."""
    return bool(_ENDLESS.search(text))


def nearest(places: Sequence[P], text: str, question: str) -> P:
    """Return the place nearest to a word of the question in its sentence; the first one if there is no such word."""
    stems = {word[0].casefold()[:_STEM] for word in _WORD.finditer(question)} - {word[:_STEM] for word in _ASKING}
    found = [word for word in _WORD.finditer(text) if word[0].casefold()[:_STEM] in stems]

    def distance(place: P) -> float:
        return min((_distance(word, place, text) for word in found), default=float("inf"))

    return min(places, key=distance)


def _distance(word: re.Match[str], place: Place, text: str) -> float:
    """Return the characters between a word and a place; what follows is a little farther away."""
    is_before = word.end() <= place.start
    low, high = (word.end(), place.start) if is_before else (place.end, word.start())
    if _SENTENCE_END.search(text, low, max(low, high)):
        return float("inf")
    return max(0, high - low) * (1 if is_before else 1.5)


def _sentence_before(text: str, start: int) -> str:
    before = text[max(0, start - _PERIOD_REACH) : start]
    ends = list(_SENTENCE_END.finditer(before))
    return before[ends[-1].end() :] if ends else before


def _only(questions: "dict[Asked, str]", text: str) -> Asked | None:
    found = [asked for asked, words in questions.items() if _has(words, text)]
    return found[0] if len(found) == 1 else None


def _has(words: str, text: str) -> bool:
    return bool(re.search(rf"(?<!\w)(?:{words})(?!\w)", text, re.IGNORECASE))
