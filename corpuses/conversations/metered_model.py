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

from core import circuit_breaker
from corpuses.conversations.errors import LlmSuspended
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

    The last of so many requests offers no tools, so that the model has to answer. With `may_begin`, it was checked
    already that the first one may be sent.
    """

    def __init__(
        self, wrapped: Model, meter: Meter, in_thread: InThread, *, requests: int, server: str, may_begin: bool = False
    ) -> None:
        super().__init__(wrapped)
        self._meter = meter
        self._in_thread = in_thread
        self._left = requests
        self._server = server
        self._may_begin = may_begin
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
                await self._in_thread(partial(self._record_failure, error))
                # Servers of text-only models refuse pictures, and there is no way to find out beforehand.
                if not (isinstance(error, ModelHTTPError) and error.status_code in _REFUSED and has_pictures(sent)):
                    raise
                self._is_blind = True
                sent = without_pictures(messages)
                stream = super().request_stream(sent, model_settings, model_request_parameters, run_context)
                response = await stack.enter_async_context(stream)
            self._waiting_since = None
            try:
                yield response
            except ModelAPIError as error:  # in the middle of the answer
                await self._in_thread(partial(self._record_failure, error))
                raise
            except httpx.HTTPError as error:
                await self._in_thread(partial(self._record_failure, error))
                raise ModelAPIError(self.model_name, str(error)) from error
            finally:
                if not response.usage.total_tokens:
                    self._meter.usage.incr(estimate_usage(sent, model_request_parameters, response.get()))
        if self._server:
            await self._in_thread(partial(circuit_breaker.record_success, self._server))

    def seconds_waited(self) -> float:
        """Return for how long a request has been sent, again and again, without the first part of an answer."""
        return 0.0 if self._waiting_since is None else time.monotonic() - self._waiting_since

    async def record_silence(self) -> None:
        """Record that the server has not answered a request: the time of the answer ends without an error of its."""
        await self._in_thread(partial(self._record_failure, TimeoutError("The language model did not answer in time.")))

    async def _begin(self) -> None:
        """Count a request; raise an error if it may not be sent: too many have failed, or a limit is reached."""
        if not self._may_begin:
            await self._in_thread(self._require_begin)
        self._may_begin = False
        self._left -= 1

    def _require_begin(self) -> None:
        require_running(self._server)
        self._meter.begin_request()

    def _record_failure(self, error: Exception) -> None:
        if not self._server:
            return
        status = error.status_code if isinstance(error, ModelHTTPError) else HTTPStatus.INTERNAL_SERVER_ERROR
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            circuit_breaker.record_failure(self._server, reason=str(error))
        elif not is_passing(status):
            circuit_breaker.record_success(self._server)  # it works, and refuses this request


def require_running(server: str) -> None:
    """Raise `LlmSuspended` while a server gets no requests because too many have failed; none is no server."""
    pause = circuit_breaker.find_pause(server) if server else None
    if pause is not None:
        times = circuit_breaker.MAX_FAILURES
        raise LlmSuspended(
            f"The language model has failed {times} times in a row, and gets no questions for {pause.seconds} seconds. "
            "The offline reader can answer meanwhile."
        )


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
