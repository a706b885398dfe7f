"""Dates that lie a duration after or before another one. Pure."""

from calendar import monthrange
from datetime import MAXYEAR, MINYEAR, date, timedelta
from typing import Final

from corpuses.extracts.values.durations import FoundDuration

_MONTHS: Final = {"year": 12, "quarter": 3, "month": 1}
_DAYS: Final = {"week": 7, "day": 1}


def shift(day: date, duration: FoundDuration, *, is_back: bool = False) -> date | None:
    """Return the day a duration after another one, or before it; `None` if it has hours or fractions.

    A month after 31 January is the last day of February.
    """
    if any(part.unit not in {*_MONTHS, *_DAYS} or part.number != int(part.number) for part in duration.parts):
        return None
    sign = -1 if is_back else 1
    months = day.month - 1 + sign * sum(int(part.number) * _MONTHS.get(part.unit, 0) for part in duration.parts)
    days = sign * sum(int(part.number) * _DAYS.get(part.unit, 0) for part in duration.parts)
    year, month = day.year + months // 12, months % 12 + 1
    if not MINYEAR <= year <= MAXYEAR:
        return None
    try:
        return date(year, month, min(day.day, monthrange(year, month)[1])) + timedelta(days=days)
    except OverflowError:
        return None
