"""Record what an answer takes before each request to the model and at the end, and enforce the budget."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from django.db.models import F
from pydantic_ai.usage import RunUsage

from corpuses.conversations.limits import AnswerLimits
from corpuses.conversations.models import Message
from corpuses.llm import client as llm
from corpuses.models import Corpus
from corpuses.providers.services import Price, record_usage, require_budget


@dataclass(frozen=True, slots=True, kw_only=True)
class Payer:
    """The tenant that pays for an answer, and what its tokens are recorded for."""

    tenant_id: UUID
    corpus: Corpus | None
    job_id: UUID
    purpose: str
    model: str
    price: Price


class Meter:
    """The tokens of an answer so far. `before_request` gets the number of requests, and may raise."""

    def __init__(
        self, message: Message, payer: Payer, limits: AnswerLimits, before_request: Callable[[int], None]
    ) -> None:
        self.usage = RunUsage()
        self._message = message
        self._payer = payer
        self._limits = limits
        self._cost = Decimal(0)
        self._before_request = before_request
        self._recorded = (0, 0)

    def begin_request(self) -> None:
        """Record the requests before; raise `LlmBudgetUsedUp` or `AnswerLimitReached` if no other may be sent."""
        self.record()
        require_budget(self._payer.tenant_id)
        self._limits.check(tokens=self.usage.total_tokens, cost=self._cost)
        self._before_request(self.usage.requests)

    def record(self) -> None:
        """Record the tokens since the last call."""
        input_tokens, output_tokens = self.usage.input_tokens, self.usage.output_tokens
        taken = (input_tokens - self._recorded[0], output_tokens - self._recorded[1])
        if taken == (0, 0):
            return
        self._recorded = (input_tokens, output_tokens)
        payer = self._payer
        cost: Decimal = record_usage(
            llm.Answer("", (), *taken),
            tenant_id=payer.tenant_id,
            corpus=payer.corpus,
            job_id=payer.job_id,
            purpose=payer.purpose,
            model=payer.model,
            price=payer.price,
        )
        self._cost += cost
        # The tenant pays in any case; another attempt at the answer shows only what it takes itself.
        Message.objects.filter(pk=self._message.pk, attempt=self._message.attempt).update(
            input_tokens=F("input_tokens") + taken[0],
            output_tokens=F("output_tokens") + taken[1],
            cost=F("cost") + cost,
        )
