"""The languages that the sender of the current request reads, for texts that the server writes itself."""

from collections.abc import Callable, Collection
from contextvars import ContextVar
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation.trans_real import parse_accept_lang_header

_accepted: Final[ContextVar[str]] = ContextVar("accepted_languages", default="")


class LanguageMiddleware:
    """Keep the header `Accept-Language` while a request is handled."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        token = _accepted.set(request.headers.get("Accept-Language", ""))
        try:
            return self.get_response(request)
        finally:
            _accepted.reset(token)


def choose_language(available: Collection[str], *, preferred: str = "") -> str:
    """Return the preferred language if it is available, else the first one that the sender of the request reads.

    Outside of requests, and if there is none, `LANGUAGE_CODE`.
    """
    wanted = [preferred, *(tag for tag, _ in parse_accept_lang_header(_accepted.get()))]
    primary = (tag.partition("-")[0].lower() for tag in wanted)
    return next((tag for tag in primary if tag in available), settings.LANGUAGE_CODE)
