"""JSON bodies: bounded, of sane depth, and free of text that PostgreSQL cannot store."""

import re
from collections.abc import Mapping
from io import BytesIO
from typing import IO, Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from core.errors import Invalid

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class UnstorableText(Invalid):
    """Text may hold neither NUL characters nor halves of surrogate pairs."""

    code = "invalid_text"


class LimitedJSONParser(JSONParser):
    """Refuses before it decodes; afterwards every string of the result can be stored."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise RequestDataTooBig
        try:
            value = super().parse(BytesIO(body), media_type, parser_context)
        except RecursionError:
            raise ParseError("The JSON is nested too deeply.") from None
        require_storable(value)
        return value


def require_storable(value: object) -> None:
    """Raise `UnstorableText` if a string inside `value` cannot be stored; not recursive, whatever the depth."""
    waiting = [value]
    while waiting:
        match waiting.pop():
            case str() as text:
                if not is_storable(text):
                    raise UnstorableText
            case dict() as mapping:
                waiting += mapping.keys()
                waiting += mapping.values()
            case list() as items:
                waiting += items


def is_storable(text: str) -> bool:
    """Tell whether PostgreSQL can hold this text."""
    return _UNSTORABLE.search(text) is None
