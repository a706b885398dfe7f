"""Connect to a language model from an event loop. Pure, as `corpuses.llm.client`."""

from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from openai.resources.chat.completions import AsyncCompletions

from corpuses.llm.client import LlmSettings
from corpuses.llm.errors import LlmNotConfigured

if TYPE_CHECKING:
    import ssl

    from openai import AsyncOpenAI


# Chat completions whose messages and tools are sent as they are. The client of OpenAI compares each value in them with
# the types of all messages and tools, to rename fields that none of them has: 25 ms of the event loop for the tools
# alone, and more for each message of the history. What is in `extra_body` is sent unchanged
# (https://github.com/anthropics/anthropic-sdk-python/issues/1195: a client generated in the same way).
class PlainCompletions(AsyncCompletions):
    """Sends requests whose messages and tools are dictionaries, as the API documents them."""

    async def create(  # type: ignore[override]  # the method has three overloads with forty parameters
        self, *, messages: Any, tools: Any = None, extra_body: Mapping[str, Any] | None = None, **options: Any
    ) -> Any:
        """Send a request; the parameters are those of the API."""
        body = {**(extra_body or {}), "messages": messages}
        if tools:
            body["tools"] = tools
        return await super().create(messages=[], extra_body=body, **options)


MOST_RETRIES: Final = 2  # a user waits for the answer; a job waits without a slot, and begins its answer again


def connect(settings: LlmSettings, *, before_try: Callable[[], Awaitable[None]] | None = None) -> "AsyncOpenAI":
    """Return a client; the caller closes it, and limits the time of the whole answer.

    A request is sent again as often as the settings say, but not for long. `before_try` raises if it may not be sent.
    """
    # Both take half a second.
    from openai import AsyncAzureOpenAI, AsyncOpenAI, DefaultAsyncHttpxClient  # noqa: PLC0415 - as above

    from corpuses.llm.public_transport import AsyncPublicTransport  # noqa: PLC0415 - as above

    if not settings.model or (settings.backend == "azure" and not settings.base_url):
        raise LlmNotConfigured
    # Some local servers need no key, but the library does.
    key = settings.api_key or "none"
    retries = min(settings.max_retries, MOST_RETRIES)

    async def hook(_: object) -> None:
        if before_try is not None:
            await before_try()

    http = DefaultAsyncHttpxClient(  # as `BoundedHttp`
        event_hooks={"request": [hook]},
        verify=_tls(),
        follow_redirects=False,
        transport=AsyncPublicTransport(_tls()) if settings.is_public else None,
    )
    client: AsyncOpenAI
    if settings.backend == "azure":
        client = AsyncAzureOpenAI(
            azure_endpoint=settings.base_url,
            api_key=key,
            api_version=settings.api_version,
            max_retries=retries,
            timeout=settings.timeout,
            http_client=http,
        )
    else:
        client = AsyncOpenAI(
            api_key=key,
            base_url=settings.base_url or None,
            max_retries=retries,
            timeout=settings.timeout,
            http_client=http,
        )
    client.chat.completions = PlainCompletions(client)  # type: ignore[misc]  # a cached property
    return client


@cache
def _tls() -> "ssl.SSLContext":
    """Return the certificates to trust, once: they take 40 ms, in which the event loop would do nothing else."""
    import httpx  # noqa: PLC0415 - as above

    return httpx.create_ssl_context()
