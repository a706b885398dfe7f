"""JSON bodies: limited in size and depth, and without text that PostgreSQL cannot store."""

import re
from collections.abc import Mapping
from io import BytesIO
from typing import IO, Any, Final

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser, JSONParser

from core.errors import Invalid
from core.json_values import has_more_values

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class UnstorableText(Invalid):
    """Text must not contain NUL characters or unpaired surrogates."""

    code = "invalid_text"
    what_to_do = "Remove these characters."


MOST_VALUES: Final = 100_000


class TooManyValues(Invalid):
    """The body has too many values."""

    code = "too_many_values"
    what_to_do = "Send several requests."


class LimitedJSONParser(JSONParser):
    """Checks the size and the number of values before decoding, and every string afterwards."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise RequestDataTooBig
        require_few_values(body)
        try:
            value = super().parse(BytesIO(body), media_type, parser_context)
        except RecursionError:
            raise ParseError("The JSON is nested too deeply.") from None
        require_storable(value)
        return value


class UnreadBodyParser(BaseParser):
    """Leaves the body to the view, which streams it."""

    media_type = "*/*"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> dict[str, Any]:
        return {}


def require_few_values(body: bytes) -> None:
    """Raise `TooManyValues` for a body that would be expensive to parse."""
    if has_more_values(body, MOST_VALUES):
        raise TooManyValues(f"A body may have {MOST_VALUES:,} values.")


def require_storable(value: object) -> None:
    """Raise `UnstorableText` if a string inside `value` cannot be stored. Iterative, for any depth."""
    pending = [value]
    while pending:
        match pending.pop():
            case str() as text:
                if not is_storable(text):
                    raise UnstorableText
            case dict() as mapping:
                pending += mapping.keys()
                pending += mapping.values()
            case list() as items:
                pending += items


def is_storable(text: str) -> bool:
    """Check whether PostgreSQL can store this text."""
    return _UNSTORABLE.search(text) is None
