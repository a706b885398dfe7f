"""A language model that is metered, gets no more pictures once it has refused one, and has to answer in the end."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from http import HTTPStatus
from typing import Any, Final

from pydantic_ai import RunContext
from pydantic_ai.exceptions import ModelHTTPError
from pydantic_ai.messages import BinaryContent, ModelMessage, ModelRequest, ModelRequestPart, UserPromptPart
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.settings import ModelSettings

from corpuses.conversations.in_thread import InThread
from corpuses.conversations.metering import Meter

BLIND: Final = "(This model cannot see pictures. Read the text instead.)"
_REFUSED: Final = frozenset(
    {HTTPStatus.BAD_REQUEST, HTTPStatus.UNSUPPORTED_MEDIA_TYPE, HTTPStatus.UNPROCESSABLE_ENTITY}
)


class MeteredModel(WrapperModel):
    """Calls the meter before each request, and repeats one without its pictures if the server refuses it.

    The last of so many requests offers no tools, so that the model has to answer.
    """

    def __init__(self, wrapped: Model, meter: Meter, in_thread: InThread, *, requests: int) -> None:
        super().__init__(wrapped)
        self._meter = meter
        self._in_thread = in_thread
        self._left = requests
        self._is_blind = False

    @asynccontextmanager
    async def request_stream(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
        run_context: RunContext[Any] | None = None,
    ) -> AsyncGenerator[StreamedResponse]:
        """Send a request."""
        await self._in_thread(self._meter.begin_request)
        self._left -= 1
        if self._left <= 0:
            model_request_parameters = replace(model_request_parameters, function_tools=[])
        sent = without_pictures(messages) if self._is_blind else messages
        async with AsyncExitStack() as stack:
            try:
                stream = super().request_stream(sent, model_settings, model_request_parameters, run_context)
                response = await stack.enter_async_context(stream)
            except ModelHTTPError as error:
                # Servers of text-only models refuse pictures, and there is no way to find out beforehand.
                if error.status_code not in _REFUSED or not has_pictures(sent):
                    raise
                self._is_blind = True
                blind = without_pictures(messages)
                stream = super().request_stream(blind, model_settings, model_request_parameters, run_context)
                response = await stack.enter_async_context(stream)
            yield response


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
