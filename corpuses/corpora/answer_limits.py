"""The limits that a corpus sets for answers of language models; it can only lower those of the installation."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import ROUND_UP, Decimal
from typing import Final

from django.conf import settings

from core.errors import Invalid

_SMALLEST_COST: Final = Decimal("0.000001")


@dataclass(frozen=True, slots=True)
class Limit:
    """The largest number that can be stored, and the limit of the installation (0: none)."""

    largest: int
    installed: Callable[[], float]


LIMITS: Final[Mapping[str, Limit]] = {
    "answer_tool_calls": Limit(2**31 - 1, lambda: settings.ANSWER_TOOL_CALLS),
    "answer_tokens": Limit(2**31 - 1, lambda: settings.ANSWER_TOKENS),
    "answer_seconds": Limit(86_400, lambda: settings.ANSWER_SECONDS),
    "answer_cost": Limit(100_000, lambda: settings.ANSWER_COST),
}
"""By the field of the corpus."""


def check_limit(name: str, value: float) -> float | Decimal:
    """Return a limit of a corpus as it is stored; raise `Invalid` if it is above that of the installation."""
    limit = LIMITS[name]
    if not 0 <= value <= limit.largest:
        raise Invalid(f"Enter a number from 0 to {limit.largest:,}.", field=name)
    installed = limit.installed()
    if installed and value > installed:
        raise Invalid(f"The limit of this installation is {installed:,}, and a corpus can only lower it.", field=name)
    return Decimal(str(value)).quantize(_SMALLEST_COST, ROUND_UP) if name == "answer_cost" else value
