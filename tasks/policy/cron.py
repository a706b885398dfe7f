"""Cron expressions in a time zone: minute, hour, day of month, month, day of week.

With `cronsim`, as Debian's cron: a local time that a change of clocks skips counts right after the gap, one that occurs
twice counts once.
"""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from cronsim import CronSim, CronSimError


class BadCron(ValueError):
    """Not a cron expression, or one that never matches."""


def validate(expression: str) -> None:
    """Raise `BadCron` if this is not a cron expression."""
    _simulation(expression, datetime.now(tz=UTC))


def next_after(expression: str, moment: datetime, zone: ZoneInfo) -> datetime:
    """Return the first match after an aware moment, in UTC; raise `BadCron` if there is none within 50 years."""
    # In the repeated hour of a change of clocks, cronsim starts with matches of the first one.
    matches = (match.astimezone(UTC) for match in _simulation(expression, moment.astimezone(zone)))
    following = next((match for match in matches if match > moment), None)
    if following is None:
        raise BadCron(f"{expression!r} never matches")
    return following


def _simulation(expression: str, moment: datetime) -> CronSim:
    if len(expression.split()) != 5:  # noqa: PLR2004  # a sixth would be seconds
        raise BadCron(f"{expression!r} must have five fields")
    try:
        return CronSim(expression, moment)
    except CronSimError as error:
        raise BadCron(f"{expression!r}: {error}") from None
