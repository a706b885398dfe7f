"""The dates that deadlines are counted from: in the words around them, or defined by the document. Pure."""

import re
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from corpuses.extracts.values.base import Options
from corpuses.extracts.values.dates import FoundDate, find_dates
from corpuses.extracts.values.definitions import named_dates

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
