"""Find deadlines: dates, and durations that are counted from a date or an event. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from corpuses.analyzers.deadlines import cues
from corpuses.analyzers.deadlines.cues import Kind
from corpuses.analyzers.protocol import WITHOUT_SETTINGS, DocumentText, Finding
from corpuses.extracts.values.base import Options
from corpuses.extracts.values.cues import Asked, part_of_duration
from corpuses.extracts.values.dates import FoundDate, find_dates
from corpuses.extracts.values.definitions import named_dates
from corpuses.extracts.values.durations import FoundDuration, find_durations
from corpuses.extracts.values.shifting import shift
from corpuses.search.sentences import sentences

_EFFECTIVE: Final = ("Effective Date", "Commencement Date", "Start Date")
_END_OF_TERM: Final = re.compile(
    r"(?:the\s+)?(?:(?:expiration|expiry|end|termination)(?:\s+date)?\s+of\s+)?(?:the\s+|this\s+|such\s+)?(?:initial\s+)?"
    r"(?:term|expiration\s+date|agreement)(?!\s+or)(?!\w)|(?:expiration|expiry)(?!\w)|(?:dem\s+|des\s+)?(?:ablauf|ende|vertragsende)(?!\w)",
    re.IGNORECASE,
)
_LATER_TERM: Final = re.compile(
    r"(?<!\w)(?:renewal|extended|successive|any|each|then[\s-]current|verlängert\w*)(?!\w)", re.I
)


@dataclass(slots=True)
class Anchors:
    """The dates of a document that deadlines may be counted from. `term_end` is set when it has been found."""

    text: str
    language: str
    term_end: date | None = None
    _named: dict[str, date | None] = field(default_factory=dict)

    @property
    def options(self) -> Options:
        """The options of dates and durations."""
        return Options(document=self.text, language=self.language)

    def effective(self) -> date | None:
        """Return the date at which the agreement begins, if the document names one."""
        for name in (*_EFFECTIVE, "date of this agreement"):
            if (day := self._of_name(name)) is not None:
                return day
        return None

    def of_event(self, event: str) -> date | None:
        """Return the date of an event that a deadline is counted from: a date, or a term that stands for one."""
        for found in find_dates(event, Options(language=self.language)):
            return as_date(found)
        for each in named_dates(event, self.options):
            return as_date(each.found)
        if self.term_end is not None and _END_OF_TERM.match(event) and not _LATER_TERM.search(event):
            return self.term_end
        return None

    def _of_name(self, name: str) -> date | None:
        if name not in self._named:
            found = named_dates(name, self.options)
            self._named[name] = as_date(found[0].found) if found else None
        return self._named[name]


def as_date(found: FoundDate) -> date | None:
    """Return a full date, `None` for a month or a year."""
    return date(found.year, found.month, found.day) if found.day else None


_LOOK_BACK: Final = 160  # characters before a date or duration in which its words are
_LONGEST_EVENT: Final = 100
_WORKING_DAYS: Final = re.compile(
    r"(?<!\w)(?:(?:business|working|banking|trading)\s|(?:bank)?(?:werk|arbeits)tag)", re.IGNORECASE
)
_LONG: Final = frozenset({"year", "quarter", "month"})
_UNKNOWN: Final = "an event that has no date"
_LONGEST_SENTENCE: Final = 6_000  # longer ones are tables


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadline:
    """A passage that sets a deadline. `due` is its date, if the document says from when it is counted."""

    start: int
    end: int
    kind: Kind
    due: date | None = None
    rule: str = ""
    """The passage in one line."""


@dataclass(frozen=True, slots=True)
class _Draft:
    """A deadline in a sentence, and what it is counted from."""

    start: int
    end: int
    kind: Kind
    duration: FoundDuration | None = None
    day: date | None = None
    event: str = ""
    is_before: bool = False


def find_deadlines(text: str, language: str = "en") -> list[Deadline]:
    """Return the deadlines of a document, in its order."""
    anchors = Anchors(text, language)
    drafts = [
        (span.start, draft) for span in sentences(text) for draft in _drafts(text[span.start : span.end], language)
    ]
    anchors.term_end = _term_end(drafts, anchors)
    found = [_deadline(text, start, draft, anchors) for start, draft in drafts]
    return sorted(found, key=lambda each: (each.start, each.end))


def _term_end(drafts: Sequence[tuple[int, _Draft]], anchors: Anchors) -> date | None:
    """Return the end of the term, if the document has just one."""
    ends = {_due(draft, anchors) for _, draft in drafts if draft.kind == Kind.TERM_END} - {None}
    return ends.pop() if len(ends) == 1 else None


def _deadline(text: str, offset: int, draft: _Draft, anchors: Anchors) -> Deadline:
    start, end = offset + draft.start, offset + draft.end
    rule = " ".join(text[start:end].split())
    return Deadline(start=start, end=end, kind=draft.kind, due=_due(draft, anchors), rule=rule)


def _due(draft: _Draft, anchors: Anchors) -> date | None:
    if draft.duration is None:
        return draft.day
    anchor = anchors.of_event(draft.event) if draft.event else None
    if anchor is None and draft.kind == Kind.TERM_END and not draft.event:
        anchor = draft.day or anchors.effective()
    return None if anchor is None else shift(anchor, draft.duration, is_back=draft.is_before)


def _drafts(sentence: str, language: str) -> Iterator[_Draft]:
    if len(sentence) <= _LONGEST_SENTENCE:
        yield from _dated(sentence, language)
        yield from _net_terms(sentence)


def _net_terms(sentence: str) -> Iterator[_Draft]:
    for match in cues.NET.finditer(sentence):
        if cues.nearest_kind(sentence, *match.span()) == Kind.PAYMENT:
            yield _Draft(match.start(), match.end(), Kind.PAYMENT)


def _dated(sentence: str, language: str) -> Iterator[_Draft]:
    """Return the deadlines of a sentence with a date or a duration."""
    options = Options(language=language)
    dates = [each for each in find_dates(sentence, options) if each.day]
    taken: list[tuple[int, int]] = []
    for duration in find_durations(sentence, options):
        draft = None if duration.is_implied else _of_duration(sentence, duration, dates)
        if draft is not None:
            taken.append((draft.start, draft.end))
            yield draft
    for each in dates:
        if all(each.end <= start or end <= each.start for start, end in taken):
            draft = _of_date(sentence, each)
            if draft is not None:
                yield draft


def _of_date(sentence: str, found: FoundDate) -> _Draft | None:
    before = sentence[max(0, found.start - _LOOK_BACK) : found.start]
    first = max(0, found.start - _LOOK_BACK)
    day = as_date(found)
    if match := cues.NAMED_START.match(sentence, found.end):
        return _Draft(found.start, found.end, Kind.START, day=day)
    if match := cues.ENDS_ON.search(before):
        kind = Kind.TERM_END if cues.is_about_term(sentence) else cues.nearest_kind(sentence, found.start, found.end)
        return _Draft(first + match.start(), found.end, kind, day=day)
    if match := cues.DUE_BY.search(before):
        return _Draft(first + match.start(), found.end, cues.nearest_kind(sentence, found.start, found.end), day=day)
    if match := cues.STARTS_ON.search(before):
        return _Draft(first + match.start(), found.end, Kind.START, day=day)
    return None


def _of_duration(sentence: str, duration: FoundDuration, dates: Sequence[FoundDate]) -> _Draft | None:
    first = max(0, duration.start - _LOOK_BACK)
    before = sentence[first : duration.start]
    # Working days depend on the holidays of a place: the rule stays in words.
    counted = None if _WORKING_DAYS.search(sentence[duration.start : duration.end]) else duration
    if match := cues.NOTICE_AFTER.match(sentence, duration.end):
        return _of_notice(sentence, duration, match.end(), counted)
    if match := cues.RENEWS_FOR.search(before):
        return _Draft(first + match.start(), duration.end, Kind.RENEWAL, counted, event=_UNKNOWN)
    end, event, is_before = _event(sentence, duration.end)
    if match := cues.TERM_OF.search(before):
        if not _is_term(sentence, duration):
            return None
        day = as_date(dates[0]) if len(dates) == 1 else None
        return _Draft(first + match.start(), end, Kind.TERM_END, counted, day, event, is_before)
    if match := cues.WITHIN.search(before) or (cues.AT_LEAST.search(before) if is_before else None):
        start, kind = first + match.start(), _kind(sentence, duration, is_before=is_before)
    elif is_before and _is_given_notice(sentence, duration, before):
        start, kind = duration.start, Kind.NOTICE
    else:
        return None
    return _Draft(start, end, kind, counted, event=event or _UNKNOWN, is_before=is_before)


def _is_given_notice(sentence: str, duration: FoundDuration, before: str) -> bool:
    is_notice = cues.nearest_kind(sentence, duration.start, duration.end) == Kind.NOTICE
    return is_notice and cues.GIVEN.search(before) is not None


def _is_term(sentence: str, duration: FoundDuration) -> bool:
    if not all(part.unit in _LONG for part in duration.parts) or not cues.is_about_term(sentence):
        return False
    # "for two years thereafter" follows the begin as well as a first term.
    return part_of_duration(sentence, duration) != Asked.RENEWAL or not cues.RENEWAL_WORD.search(sentence)


def _kind(sentence: str, duration: FoundDuration, *, is_before: bool) -> Kind:
    if not is_before:
        return cues.kind_before(sentence, duration.start, duration.end)
    kind = cues.nearest_kind(sentence, duration.start, duration.end)
    return Kind.NOTICE if kind == Kind.RENEWAL else kind  # what is due so long before a renewal is the refusal of it


def _of_notice(sentence: str, duration: FoundDuration, after: int, counted: FoundDuration | None) -> _Draft:
    """Return the notice that is to be given so long before an event; without one, its date is not known."""
    before = sentence[max(0, duration.start - _LOOK_BACK) : duration.start]
    lead = cues.AT_LEAST.search(before) or cues.WITHIN.search(before)
    start = duration.start - (len(before) - lead.start() if lead else 0)
    end, event, is_before = _event(sentence, after)
    if not is_before:
        return _Draft(start, after, Kind.NOTICE, counted, event=_UNKNOWN)
    return _Draft(start, end, Kind.NOTICE, counted, event=event, is_before=True)


def _end_of_word(sentence: str, position: int) -> int:
    """Return the end of the last word that ends at `position` or before it."""
    if position >= len(sentence):
        return len(sentence)
    return sentence.rfind(" ", 0, position + 1)


def _event(sentence: str, position: int) -> tuple[int, str, bool]:
    """Return the end of the event that a duration is counted from, the event, and whether the duration is before it."""
    match = cues.AFTER_EVENT.match(sentence, position)
    is_before = match is None
    match = match or cues.BEFORE_EVENT.match(sentence, position)
    if match is None:
        return position, "", False
    stop = cues.EVENT_END.search(sentence, match.end(), match.end() + _LONGEST_EVENT)
    end = stop.start() if stop else _end_of_word(sentence, match.end() + _LONGEST_EVENT)
    event = sentence[match.end() : end].rstrip()
    return (match.end() + len(event), event, is_before) if event else (match.start(), "", False)


class Deadlines:
    """Marks passages that set a deadline. The value is its ISO date, if the document says from when it is counted."""

    name = "deadlines"
    version = "2"
    title = "Deadlines"
    description = (
        "Marks terms, renewals, notice periods, payments, deliveries and other deadlines in English and German, and "
        "computes their dates where the document names the date that they are counted from."
    )
    labels = tuple(Kind)
    schema = WITHOUT_SETTINGS

    def analyze(self, document: DocumentText, settings: Mapping[str, Any]) -> Iterator[Finding]:
        """Return the deadlines."""
        for each in find_deadlines(document.text, document.language or "en"):
            yield Finding(each.start, each.end, each.kind.value, value=each.due.isoformat() if each.due else None)
