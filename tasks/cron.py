"""Calendar expressions, pure: minute, hour, day of month, month, day of week, in a time zone.

A local time that a change of clocks skips counts at the moment it would have been; one that comes twice counts once.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
_HORIZON: Final = timedelta(days=366 * 9)  # 29 February may be eight years away


class BadCron(ValueError):
    """This is no calendar expression, or one that never comes true."""


@dataclass(frozen=True, slots=True)
class _Field:
    low: int
    high: int
    names: Mapping[str, int]

    def parse(self, text: str) -> frozenset[int]:
        found: set[int] = set()
        for part in text.lower().split(","):
            span, _, step = part.partition("/")
            first, last = self._span(span, has_step=bool(step))
            size = self._number(step, 1, self.high) if step else 1
            found.update(range(first, last + 1, size))
        return frozenset(found)

    def _span(self, text: str, *, has_step: bool) -> tuple[int, int]:
        if text == "*":
            return self.low, self.high
        first, dash, last = text.partition("-")
        begin = self._number(first, self.low, self.high)
        if not dash:
            return begin, self.high if has_step else begin
        end = self._number(last, self.low, self.high)
        if end < begin:
            raise BadCron(f"{text!r} ends before it begins")
        return begin, end

    def _number(self, text: str, low: int, high: int) -> int:
        number = self.names.get(text, -1) if not text.isdecimal() else int(text)
        if not low <= number <= high:
            raise BadCron(f"{text!r} is not between {low} and {high}")
        return number


_FIELDS = (
    _Field(0, 59, {}),
    _Field(0, 23, {}),
    _Field(1, 31, {}),
    _Field(1, 12, {name: number for number, name in enumerate(_MONTHS, 1)}),
    _Field(0, 7, {name: number for number, name in enumerate(_DAYS)}),
)


@dataclass(frozen=True, slots=True)
class Cron:
    """A parsed expression. When both days are restricted, either suffices."""

    minutes: frozenset[int]
    hours: frozenset[int]
    days: frozenset[int]
    months: frozenset[int]
    weekdays: frozenset[int]
    is_any_day: bool
    is_any_weekday: bool

    @classmethod
    def parse(cls, text: str) -> "Cron":
        """Read five fields; `BadCron` says what is wrong."""
        words = text.split()
        if len(words) != len(_FIELDS):
            raise BadCron(f"{text!r} has {len(words)} fields, not five")
        minutes, hours, days, months, weekdays = (field.parse(word) for field, word in zip(_FIELDS, words, strict=True))
        return cls(
            minutes=minutes,
            hours=hours,
            days=days,
            months=months,
            weekdays=frozenset(day % 7 for day in weekdays),
            is_any_day=words[2] == "*",
            is_any_weekday=words[4] == "*",
        )

    def next_after(self, moment: datetime, zone: ZoneInfo) -> datetime:
        """Give the first tick after an aware moment, in UTC."""
        local = moment.astimezone(zone).replace(tzinfo=None, second=0, microsecond=0, fold=0)
        end = local + _HORIZON
        while local < end:
            local = self._advanced(local, end)
            tick = local.replace(tzinfo=zone).astimezone(UTC)
            if self._matches(local) and tick > moment:
                return tick
        raise BadCron("this never comes true")

    def _advanced(self, local: datetime, end: datetime) -> datetime:
        """Go to the next minute that may match; over days and hours that cannot."""
        local += timedelta(minutes=1)
        while not self._is_day(local) and local < end:
            local = (local + timedelta(days=1)).replace(hour=0, minute=0)
        return local if local.hour in self.hours or local.minute else local.replace(minute=59)

    def _matches(self, local: datetime) -> bool:
        return self._is_day(local) and local.hour in self.hours and local.minute in self.minutes

    def _is_day(self, local: datetime) -> bool:
        if local.month not in self.months:
            return False
        is_day, is_weekday = local.day in self.days, local.isoweekday() % 7 in self.weekdays
        if self.is_any_day or self.is_any_weekday:
            return is_day and is_weekday
        return is_day or is_weekday
