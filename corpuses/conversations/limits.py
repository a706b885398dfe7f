"""The limits of one answer, from the settings and its corpus."""

from dataclasses import dataclass
from decimal import Decimal

from django.conf import settings

from corpuses.conversations.errors import AnswerLimitReached, AnswerTooSlow
from corpuses.models import Corpus


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
        return AnswerTooSlow(f"The language model took more than {self.seconds:,g} seconds for one answer.")


def answer_limits(corpus: Corpus | None = None, *, seconds: float | None = None) -> AnswerLimits:
    """Return the limits of the settings, lowered by those of a corpus; a job has its own `seconds`."""
    limits = AnswerLimits(
        tool_calls=settings.ANSWER_TOOL_CALLS,
        tokens=settings.ANSWER_TOKENS,
        seconds=settings.ANSWER_SECONDS if seconds is None else seconds,
        cost=Decimal(str(settings.ANSWER_COST)) if settings.ANSWER_COST else None,
    )
    return limits if corpus is None else _lowered(limits, corpus)


def _lowered(limits: AnswerLimits, corpus: Corpus) -> AnswerLimits:
    """Lower limits to those that a corpus has; 0 is none."""
    costs = [cost for cost in (limits.cost, corpus.answer_cost) if cost]
    return AnswerLimits(
        tool_calls=min(limits.tool_calls, corpus.answer_tool_calls or limits.tool_calls),
        tokens=min(limits.tokens, corpus.answer_tokens or limits.tokens),
        seconds=min(limits.seconds, corpus.answer_seconds or limits.seconds),
        cost=min(costs, default=None),
    )
