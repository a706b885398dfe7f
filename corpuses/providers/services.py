"""The language model of a corpus: its address, its price, and the budget of the tenant that pays for it.

Every call is recorded with its tokens and its cost; a tenant whose budget of the month is used up gets no answer.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.db.models import DecimalField, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from core.encryption import decrypt
from core.errors import UserFault
from core.outgoing import is_listed
from corpuses.llm.client import Answer, LlmClient, LlmSettings, Message, ToolCall
from corpuses.llm.errors import LlmBusy
from corpuses.models import Corpus
from corpuses.providers.allowed import Purpose, environment_hosts, require_allowed
from corpuses.providers.models import KEY_PURPOSE, LanguageModel, LlmBudget, LlmUsage
from documents.services.progress import Progress, waiting_without_slot
from tasks.errors import StopWorking

if TYPE_CHECKING:
    from core.breakers import Breaker

MILLION: Final = Decimal(1_000_000)
NO_FAILURES: Final = (UserFault, LlmBusy, StopWorking)
"""Errors of a call that say nothing against the server."""


class LlmBudgetUsedUp(UserFault):
    """The budget of this month for the language model is used up."""

    code = "llm_budget_used_up"
    what_to_do = "Wait for the next month; operators: raise the budget of the tenant."


@dataclass(frozen=True, slots=True)
class Price:
    """The price of a million tokens, in the currency of the installation."""

    input: Decimal
    output: Decimal

    def of(self, input_tokens: int, output_tokens: int) -> Decimal:
        """Return the cost of so many tokens."""
        return (self.input * input_tokens + self.output * output_tokens) / MILLION


class Model(NamedTuple):
    """A language model, and its price. `tenant_id` is that of the corpus whose own it is; `None`: of the settings."""

    settings: LlmSettings
    price: Price
    tenant_id: UUID | None = None

    @property
    def breaker(self) -> "Breaker":
        """The breaker of the server, for all tenants or for the one whose own model it is."""
        return breaker_for(self.settings, self.tenant_id)

    def require_allowed(self) -> None:
        """Raise `ModelHostNotAllowed` if the corpus may not, or no longer, use a model of this server."""
        if self.tenant_id is not None:
            require_allowed(Purpose.LANGUAGE_MODELS, self.tenant_id, self.settings.base_url)


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """The answer of the model, and what it took."""

    text: str
    tool_calls: tuple[ToolCall, ...]
    input_tokens: int
    output_tokens: int
    cost: Decimal


@dataclass(frozen=True, slots=True)
class Spent:
    """Tokens and cost: of a tenant in the current month, or of a client."""

    tokens: int
    cost: Decimal


def breaker_for(chosen: LlmSettings, tenant_id: UUID | None = None) -> "Breaker":
    """Return the breaker of the server of a model, for all tenants or for the one whose own model it is."""
    from core.breakers import breaker_of  # noqa: PLC0415 - imports the client of Redis

    return breaker_of("llm", chosen.host, owner=str(tenant_id or ""))


class MeteredClient:
    """The language model for one job: limited by the job's deadline and the tenant's budget; records each call.

    `before_request` gets what the client has spent so far, and raises if that is enough.
    """

    def __init__(
        self, corpus: Corpus, job: Progress, *, purpose: str, before_request: Callable[[Spent], None] | None = None
    ) -> None:
        self._spent = Spent(0, Decimal(0))
        self._before_request = before_request
        self._corpus = corpus
        self._job = job
        self._purpose = purpose
        self._model = model_of(corpus)
        self._client = LlmClient(
            replace(self._model.settings, max_retries=0),  # the job waits, not its process
            deadline=job.deadline,
            check=job.check_cancelled,
            before_try=self._model.require_allowed,
        )

    def complete(
        self, messages: Sequence[Message], *, tools: Sequence[Message] = (), schema: Mapping[str, Any] | None = None
    ) -> Completion:
        """Return the answer; raise `LlmBudgetUsedUp`, `ModelHostNotAllowed`, or the errors of `corpuses.llm.errors`."""
        require_budget(self._corpus.tenant_id)
        if self._before_request is not None:
            self._before_request(self._spent)
        self._client.deadline = self._job.deadline
        tries = self._model.settings.max_retries + 1
        with waiting_without_slot(self._job, tries=tries), self._model.breaker.call(excluded=NO_FAILURES):
            answer = self._client.complete(messages, tools=tools, schema=schema)
        return self._record(answer)

    def _record(self, answer: Answer) -> Completion:
        cost = record_usage(
            answer,
            tenant_id=self._corpus.tenant_id,
            corpus=self._corpus,
            job_id=self._job.id,
            purpose=self._purpose,
            model=self._model.settings.model,
            price=self._model.price,
        )
        self._spent = Spent(self._spent.tokens + answer.input_tokens + answer.output_tokens, self._spent.cost + cost)
        return Completion(
            text=answer.text,
            tool_calls=answer.tool_calls,
            input_tokens=answer.input_tokens,
            output_tokens=answer.output_tokens,
            cost=cost,
        )


def record_usage(
    answer: Answer,
    *,
    tenant_id: UUID,
    job_id: UUID,
    purpose: str,
    model: str,
    corpus: Corpus | None = None,
    price: Price | None = None,
) -> Decimal:
    """Record the tokens of an answer, by default at the price of the model of the settings; return its cost."""
    cost = (price or price_of_model()).of(answer.input_tokens, answer.output_tokens)
    LlmUsage.objects.create(
        tenant_id=tenant_id,
        corpus=corpus,
        job=job_id,
        purpose=purpose,
        model=model,
        input_tokens=answer.input_tokens,
        output_tokens=answer.output_tokens,
        cost=cost,
    )
    return cost


def client_for(
    job: Progress, corpus: Corpus, *, purpose: str, before_request: Callable[[Spent], None] | None = None
) -> MeteredClient:
    """Return the language model for a job about a corpus; raise `LlmNotConfigured` if there is none."""
    return MeteredClient(corpus, job, purpose=purpose, before_request=before_request)


def has_model(corpus: Corpus | None = None) -> bool:
    """Check whether a language model is configured, for all corpora or for this one, and allowed by it."""
    if corpus is None:
        return bool(settings.LLM_MODEL)
    return corpus.allows_language_models and (bool(settings.LLM_MODEL) or own_model_of(corpus) is not None)


def own_model_of(corpus: Corpus) -> LanguageModel | None:
    """Return the language model that a corpus has for itself."""
    return LanguageModel.objects.filter(corpus=corpus.pk).first()


def model_of(corpus: Corpus | None) -> Model:
    """Return the language model of a corpus, its own or that of the settings, and its price."""
    own = own_model_of(corpus) if corpus else None
    if corpus is None or own is None:
        return Model(settings_of_model(), price_of_model())
    chosen = replace(
        settings_of_model(),
        model=own.model,
        api_key=decrypt(KEY_PURPOSE, own.encrypted_key) or "",
        base_url=own.base_url,
        backend="azure" if own.backend == "azure" else "openai",
        api_version=own.api_version,
        is_public=not is_listed(urlsplit(own.base_url).netloc, environment_hosts(Purpose.LANGUAGE_MODELS)),
    )
    return Model(chosen, Price(own.price_input, own.price_output), corpus.tenant_id)


def settings_of_model() -> LlmSettings:
    """Return the address of the model, its timeouts and retries."""
    return LlmSettings(
        model=settings.LLM_MODEL,
        api_key=settings.LLM_API_KEY,
        base_url=settings.LLM_BASE_URL,
        backend=settings.LLM_BACKEND,
        api_version=settings.LLM_API_VERSION,
        timeout=settings.LLM_TIMEOUT_SECONDS,
        max_retries=settings.LLM_MAX_RETRIES,
    )


def price_of_model() -> Price:
    """Return the price of the tokens of the model."""
    return Price(Decimal(str(settings.LLM_PRICE_INPUT)), Decimal(str(settings.LLM_PRICE_OUTPUT)))


def spent_this_month(tenant_id: UUID) -> Spent:
    """Return the tokens and the cost of a tenant since the first of the month."""
    first = timezone.now().replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    rows = LlmUsage.objects.filter(tenant=tenant_id, created__gte=first)
    found = rows.aggregate(input=Sum("input_tokens"), output=Sum("output_tokens"), cost=Sum("cost"))
    return Spent((found["input"] or 0) + (found["output"] or 0), found["cost"] or Decimal(0))


def usage_of_job(job_id: UUID, *, tenant_id: UUID, since: datetime | None) -> dict[str, Any]:
    """Return the tokens and the cost of the calls of a job that began then: `input_tokens`, `output_tokens`, `cost`."""
    if since is None:
        return {}
    sums = {name: Coalesce(Sum(name), 0) for name in ("input_tokens", "output_tokens")}
    cost = Coalesce(Sum("cost"), 0, output_field=DecimalField())
    return LlmUsage.objects.filter(tenant=tenant_id, created__gte=since, job=job_id).aggregate(**sums, cost=cost)


def budget_of(tenant_id: UUID) -> tuple[int | None, Decimal | None]:
    """Return the tokens and the cost that a tenant may use in a month; `None`: no limit."""
    row = LlmBudget.objects.filter(tenant=tenant_id).first()
    if row is not None:
        return row.tokens, row.cost
    tokens, cost = settings.LLM_BUDGET_TOKENS, settings.LLM_BUDGET_COST
    return tokens or None, Decimal(str(cost)) if cost else None


def require_budget(tenant_id: UUID) -> None:
    """Raise `LlmBudgetUsedUp` if the tenant has used what it may use in this month."""
    tokens, cost = budget_of(tenant_id)
    if tokens is None and cost is None:
        return
    spent = spent_this_month(tenant_id)
    if (tokens is not None and spent.tokens >= tokens) or (cost is not None and spent.cost >= cost):
        raise LlmBudgetUsedUp(tokens=spent.tokens, cost=str(spent.cost))


def has_budget(tenant_id: UUID) -> bool:
    """Check whether the tenant may use the language model in this month."""
    try:
        require_budget(tenant_id)
    except LlmBudgetUsedUp:
        return False
    return True
