"""The limits of one answer, from the settings."""

from dataclasses import dataclass
from decimal import Decimal

from django.conf import settings

from corpuses.conversations.errors import AnswerLimitReached, AnswerTooSlow


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerLimits:
    """The most calls of tools, tokens, seconds and money for one answer; `cost` is `None` for no limit."""

    tool_calls: int
    tokens: int
    seconds: float
    cost: Decimal | None

    def check(self, *, tokens: int, cost: Decimal) -> None:
        """Raise `AnswerLimitReached` if an answer may not use more tokens or money."""
        if tokens >= self.tokens:
            raise self.too_many_tokens()
        if self.cost is not None and cost >= self.cost:
            raise AnswerLimitReached(f"This answer has reached the limit of its cost, {self.cost:f}.")

    def too_many_tokens(self) -> AnswerLimitReached:
        """Return the error of an answer with too many tokens."""
        return AnswerLimitReached(f"The language model used more than {self.tokens:,} tokens for one answer.")

    def too_many_calls(self) -> AnswerLimitReached:
        """Return the error of an answer with too many calls of tools."""
        return AnswerLimitReached(f"The language model called more than {self.tool_calls:,} tools for one answer.")

    def too_slow(self) -> AnswerTooSlow:
        """Return the error of an answer that takes too long."""
        return AnswerTooSlow(f"The language model took more than {self.seconds:,.0f} seconds for one answer.")


def answer_limits() -> AnswerLimits:
    """Return the limits of the settings."""
    return AnswerLimits(
        tool_calls=settings.ANSWER_TOOL_CALLS,
        tokens=settings.ANSWER_TOKENS,
        seconds=settings.ANSWER_SECONDS,
        cost=Decimal(str(settings.ANSWER_COST)) if settings.ANSWER_COST else None,
    )
