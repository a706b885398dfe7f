"""JSON responses."""

from collections.abc import Mapping
from typing import Any

import orjson
from rest_framework import renderers
from rest_framework.utils.encoders import JSONEncoder

_default = JSONEncoder().default


class JSONRenderer(renderers.JSONRenderer):
    """The same JSON as that of Django REST framework, written by orjson.

    What orjson refuses (integers beyond 64 bits, keys other than strings) and indented JSON are left to its encoder.
    """

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        if data is None or self.get_indent(accepted_media_type or "", dict(renderer_context or {})) is not None:
            return super().render(data, accepted_media_type, renderer_context)
        try:
            return orjson.dumps(data, _default, orjson.OPT_UTC_Z)
        except TypeError:
            return super().render(data, accepted_media_type, renderer_context)
