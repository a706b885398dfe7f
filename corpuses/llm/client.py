"""A client for language models with an OpenAI-compatible API. Only this module retries such calls (X-24).

Pure: everything it needs is passed as a value; it uses no settings and no job.
"""

import json
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from core import retries
from core.errors import DomainError
from core.outgoing import host_of
from corpuses.llm.errors import (
    LlmAnswerInvalid,
    LlmBusy,
    LlmNotConfigured,
    LlmRefused,
    LlmUnavailable,
    error_of_status,
    is_passing,
)
from corpuses.llm.tokens import estimate_tokens

if TYPE_CHECKING:
    from openai import APIError, OpenAI
    from openai.types.chat import ChatCompletion

    from corpuses.llm.bounded_http import BoundedHttp

T = TypeVar("T")

logger = logging.getLogger(__name__)

Message = Mapping[str, Any]
"""One turn of a conversation, as it is sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LlmSettings:
    """The address of the model, timeouts and retries. `backoff`: the wait before the second try, doubled each time.

    With `is_public`, a connection is made only if all addresses that the name has at that moment are public ones.
    """

    model: str
    api_key: str = ""
    base_url: str = ""
    backend: Literal["openai", "azure"] = "openai"
    api_version: str = ""
    timeout: float = 120
    max_retries: int = 20
    backoff: float = 0.5
    is_public: bool = False

    @property
    def host(self) -> str:
        """The server, with its port; the name of the provider if that has one server."""
        return host_of(self.base_url) or self.backend


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call of a tool by the model. `arguments` is its text, which may not be valid JSON."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The text of the model, its tool calls, and the tokens that the server has counted; if it has not, an estimate."""

    text: str
    tool_calls: tuple[ToolCall, ...]
    input_tokens: int = 0
    output_tokens: int = 0


class LlmClient:
    """Calls one model until `deadline` (monotonic seconds). `check` raises if the answer is not needed any more.

    `before_try` raises if a request may not be sent.
    """

    def __init__(
        self,
        settings: LlmSettings,
        *,
        deadline: float,
        check: Callable[[], None],
        before_try: Callable[[], None] = lambda: None,
    ) -> None:
        self.deadline = deadline
        self._settings = settings
        self._check = check
        self._before_try = before_try
        self._formats: Sequence[_Format] = _FORMATS
        self._http = _http(settings, check)
        self._api = _connect(settings, self._http)

    def complete(
        self, messages: Sequence[Message], *, tools: Sequence[Message] = (), schema: Mapping[str, Any] | None = None
    ) -> Answer:
        """Return the model's answer. Raises the errors of `corpuses.llm.errors`; only `LlmUnavailable` was retried.

        With a JSON Schema, the server is asked for JSON of this form, in the strictest way that it accepts.
        """
        options: dict[str, Any] = {"model": self._settings.model, "messages": list(messages)}
        if tools:
            options["tools"] = list(tools)
        if schema is None:
            return self._complete(options)
        for number, response_format in enumerate(self._formats[:-1]):
            # Many servers know only some of the formats, and there is no way to find out beforehand.
            with suppress(LlmRefused):
                answer = self._complete(options | response_format(schema))
                self._formats = self._formats[number:]
                return answer
        answer = self._complete(options | self._formats[-1](schema))
        self._formats = self._formats[-1:]
        return answer

    def _complete(self, options: Mapping[str, Any]) -> Answer:
        answer = self._send(lambda api: _read(api.chat.completions.create(**options)))
        return answer if answer.input_tokens or answer.output_tokens else _estimated(answer, options)

    def embed(self, texts: Sequence[str]) -> list[Sequence[float]]:
        """Return the vector of each text, as the server sends it. Raises the same errors."""
        return self._send(lambda api: _read_vectors(api, self._settings.model, list(texts)))

    def _send(self, request: "Callable[[OpenAI], T]") -> T:
        """Send a request until it is answered, the deadline has passed, or another try would not change the result."""
        from openai import APIConnectionError, APIError, APIStatusError  # noqa: PLC0415 - takes half a second

        failures = 0
        while True:
            self._check()
            self._before_try()
            left = self._time_left()
            self._http.ends = time.monotonic() + left
            try:
                return request(self._api.with_options(timeout=left))
            except (APIStatusError, APIConnectionError) as error:
                failures += 1
                self._wait_for_retry(error, failures)
            except (APIError, ValueError) as error:
                raise LlmAnswerInvalid from error

    def _time_left(self) -> float:
        """Return the timeout of the next try in seconds."""
        left = min(self._settings.timeout, self.deadline - time.monotonic())
        if left <= 0:
            raise LlmUnavailable("The language model did not answer in time.")
        return left

    def _wait_for_retry(self, error: "APIError", failures: int) -> None:
        """Wait before the next try, or raise the error that the failure stands for."""
        refusal = _refusal(error)
        if refusal is not None:
            raise refusal from error
        wait = retries.seconds_before_retry(failures, base=self._settings.backoff, retry_after=_retry_after(error))
        if failures > self._settings.max_retries or time.monotonic() + wait >= self.deadline:
            given_up = (
                LlmBusy if getattr(error, "status_code", None) == HTTPStatus.TOO_MANY_REQUESTS else LlmUnavailable
            )
            raise given_up(
                tries=failures, cause=type(error).__name__, retry_after=retries.parse_retry_after(_retry_after(error))
            ) from error
        logger.warning("llm.retry", extra={"failures": failures, "wait": round(wait, 2), "cause": type(error).__name__})
        retries.wait(wait, self._check)


_Format = Callable[[Mapping[str, Any]], dict[str, Any]]


def _json_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"response_format": {"type": "json_schema", "json_schema": {"name": "answer", "schema": dict(schema)}}}


def _json_object(_: Mapping[str, Any]) -> dict[str, Any]:
    return {"response_format": {"type": "json_object"}}


def _no_format(_: Mapping[str, Any]) -> dict[str, Any]:
    return {}


# Ways to ask for JSON, the strictest first; the last one leaves it to the prompt.
_FORMATS: Final[tuple[_Format, ...]] = (_json_schema, _json_object, _no_format)


def _http(settings: LlmSettings, check: Callable[[], None]) -> "BoundedHttp":
    from corpuses.llm.bounded_http import BoundedHttp  # noqa: PLC0415 - imports openai, which takes half a second

    return BoundedHttp(check=check, is_public=settings.is_public)


def _connect(settings: LlmSettings, http: "BoundedHttp") -> "OpenAI":
    from openai import AzureOpenAI, OpenAI  # noqa: PLC0415 - takes half a second

    if not settings.model or (settings.backend == "azure" and not settings.base_url):
        raise LlmNotConfigured
    # Some local servers need no key, but the library does; its own retries have no deadline.
    key = settings.api_key or "none"
    if settings.backend == "azure":
        return AzureOpenAI(
            azure_endpoint=settings.base_url,
            api_key=key,
            api_version=settings.api_version,
            max_retries=0,
            http_client=http.client,
        )
    return OpenAI(api_key=key, base_url=settings.base_url or None, max_retries=0, http_client=http.client)


def _refusal(error: "APIError") -> DomainError | None:
    """Return the error for a failure that another try would not change."""
    from openai import APIStatusError  # noqa: PLC0415 - takes half a second

    if not isinstance(error, APIStatusError) or is_passing(error.status_code):
        return None
    return error_of_status(error.status_code)


def _retry_after(error: "APIError") -> str:
    response = getattr(error, "response", None)
    return str(response.headers.get("retry-after", "")) if response is not None else ""


def _read_vectors(api: "OpenAI", model: str, texts: list[str]) -> list[Sequence[float]]:
    response = api.embeddings.create(model=model, input=texts, encoding_format="float")
    rows = sorted(getattr(response, "data", None) or [], key=lambda row: row.index)
    if len(rows) != len(texts):
        raise LlmAnswerInvalid
    return [row.embedding for row in rows]


def _estimated(answer: Answer, options: Mapping[str, Any]) -> Answer:
    written = answer.text + "".join(call.name + call.arguments for call in answer.tool_calls)
    return replace(
        answer,
        input_tokens=estimate_tokens(json.dumps(options, ensure_ascii=False)),
        output_tokens=estimate_tokens(written),
    )


def _read(completion: "ChatCompletion") -> Answer:
    # The library returns a proxy's error page as a plain string.
    choices = getattr(completion, "choices", None)
    message = choices[0].message if choices else None
    if message is None:
        raise LlmAnswerInvalid
    calls = [
        ToolCall(call.id, call.function.name, call.function.arguments or "{}")
        for call in message.tool_calls or ()
        if call.type == "function"
    ]
    usage = completion.usage
    spent = (usage.prompt_tokens or 0, usage.completion_tokens or 0) if usage else (0, 0)
    return Answer(message.content or "", tuple(calls), *spent)
