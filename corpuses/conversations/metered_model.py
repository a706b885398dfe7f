"""A language model that is metered, suspended while it fails, and gets no more pictures once it has refused one."""

import json
import time
import warnings
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from typing import Any, Final

import httpx
from pydantic_ai import RunContext, UsageLimitUnavailableWarning
from pydantic_ai.exceptions import ModelAPIError, ModelHTTPError
from pydantic_ai.messages import (
    BinaryContent,
    ModelMessage,
    ModelRequest,
    ModelRequestPart,
    ModelResponse,
    ToolCallPart,
    UserPromptPart,
)
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.settings import ModelSettings
from pydantic_ai.usage import RequestUsage

from core.breakers import Breaker, Permit
from corpuses.conversations.in_thread import InThread
from corpuses.conversations.metering import Meter
from corpuses.llm.errors import is_passing
from corpuses.llm.tokens import estimate_tokens


def estimate_usage(
    messages: Sequence[ModelMessage], parameters: ModelRequestParameters, response: ModelResponse
) -> RequestUsage:
    """Return the tokens of the messages and tools that were sent, and of the answer. Pictures count nothing."""
    sent = [text for message in messages for text in _texts(message)]
    tools = [
        json.dumps([tool.name, tool.description, tool.parameters_json_schema]) for tool in parameters.function_tools
    ]
    return RequestUsage(
        input_tokens=estimate_tokens("".join([*sent, *tools])), output_tokens=estimate_tokens("".join(_texts(response)))
    )


def _texts(message: ModelMessage) -> Iterable[str]:
    if isinstance(message, ModelRequest):
        yield message.instructions or ""
    for part in message.parts:
        if isinstance(part, ToolCallPart):
            yield part.tool_name + part.args_as_json_str()
        elif isinstance(part, UserPromptPart) and not isinstance(part.content, str):
            yield from (each for each in part.content if isinstance(each, str))
        else:
            yield str(getattr(part, "content", "") or "")


# What a server does not count is estimated below.
warnings.filterwarnings("ignore", category=UsageLimitUnavailableWarning)

BLIND: Final = "(This model cannot see pictures. Read the text instead.)"
_REFUSED: Final = frozenset(
    {HTTPStatus.BAD_REQUEST, HTTPStatus.UNSUPPORTED_MEDIA_TYPE, HTTPStatus.UNPROCESSABLE_ENTITY}
)


class MeteredModel(WrapperModel):
    """Calls the meter before each request, and repeats one without its pictures if the server refuses it.

    The last of so many requests offers no tools, so that the model has to answer. With `is_begun`, the meter knows of
    the first one. The caller has to `release` the model.
    """

    def __init__(
        self,
        wrapped: Model,
        meter: Meter,
        in_thread: InThread,
        *,
        requests: int,
        breaker: Breaker,
        is_begun: bool = False,
    ) -> None:
        super().__init__(wrapped)
        self._meter = meter
        self._in_thread = in_thread
        self._left = requests
        self._breaker = breaker
        self._is_begun = is_begun
        self._permit: Permit | None = None
        self._is_blind = False
        self._waiting_since: float | None = None

    @asynccontextmanager
    async def request_stream(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
        run_context: RunContext[Any] | None = None,
    ) -> AsyncGenerator[StreamedResponse]:
        """Send a request."""
        await self._begin()
        if self._left <= 0:
            model_request_parameters = replace(model_request_parameters, function_tools=[])
        sent = without_pictures(messages) if self._is_blind else messages
        self._waiting_since = time.monotonic()
        async with AsyncExitStack() as stack:
            try:
                stream = super().request_stream(sent, model_settings, model_request_parameters, run_context)
                response = await stack.enter_async_context(stream)
            except ModelAPIError as error:
                # Servers of text-only models refuse pictures, and there is no way to find out beforehand.
                if not (isinstance(error, ModelHTTPError) and error.status_code in _REFUSED and has_pictures(sent)):
                    await self._in_thread(partial(self._settle, error))
                    raise
                self._is_blind = True
                sent = without_pictures(messages)
                stream = super().request_stream(sent, model_settings, model_request_parameters, run_context)
                response = await stack.enter_async_context(stream)
            self._waiting_since = None
            try:
                yield response
            except ModelAPIError as error:  # in the middle of the answer
                await self._in_thread(partial(self._settle, error))
                raise
            except httpx.HTTPError as error:
                await self._in_thread(partial(self._settle, error))
                raise ModelAPIError(self.model_name, str(error)) from error
            finally:
                if not response.usage.total_tokens:
                    self._meter.usage.incr(estimate_usage(sent, model_request_parameters, response.get()))
        await self._in_thread(self._settle)

    def seconds_waited(self) -> float:
        """Return for how long a request has been sent, again and again, without the first part of an answer."""
        return 0.0 if self._waiting_since is None else time.monotonic() - self._waiting_since

    async def record_silence(self) -> None:
        """Record that the server has not answered a request: the time of the answer ends without an error of its."""
        await self._in_thread(partial(self._settle, TimeoutError("The language model did not answer in time.")))

    async def release(self) -> None:
        """Record that a request which has not ended says nothing about the server."""
        if self._permit is not None and not self._permit.is_settled:
            await self._in_thread(self._permit.released)

    async def _begin(self) -> None:
        """Count a request; raise an error if it may not be sent: too many have failed, or a limit is reached."""
        await self._in_thread(self._require_begin)
        self._is_begun = False
        self._left -= 1

    def _require_begin(self) -> None:
        if not self._is_begun:
            self._meter.begin_request()
        self._permit = self._breaker.admit()

    def _settle(self, error: Exception | None = None) -> None:
        """Record what the end of a request says about the server."""
        permit = self._permit
        if permit is None:
            return
        status = error.status_code if isinstance(error, ModelHTTPError) else HTTPStatus.INTERNAL_SERVER_ERROR
        if error is None or not is_passing(status):
            permit.succeeded()  # it works, also if it refuses this request
        elif status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            permit.failed(str(error))
        else:
            permit.released()


def has_pictures(messages: Sequence[ModelMessage]) -> bool:
    """Check whether a picture is among the messages."""
    requests = [message for message in messages if isinstance(message, ModelRequest)]
    return any(_is_picture(part) for request in requests for part in request.parts)


def without_pictures(messages: Sequence[ModelMessage]) -> list[ModelMessage]:
    """Return the messages with a text in place of each picture."""
    return [
        replace(message, parts=[UserPromptPart(BLIND) if _is_picture(part) else part for part in message.parts])
        if isinstance(message, ModelRequest)
        else message
        for message in messages
    ]


def _is_picture(part: ModelRequestPart) -> bool:
    if not isinstance(part, UserPromptPart) or isinstance(part.content, str):
        return False
    return any(isinstance(each, BinaryContent) for each in part.content)
