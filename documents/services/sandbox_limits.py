"""The limits of sandboxes that the settings of this installation give."""

from math import ceil
from typing import Final

from django.conf import settings

from documents.pipeline.sandbox import Limits
from documents.pipeline.sandbox.limits import MEBIBYTE

_MIN_IDLE_SECONDS: Final = 30  # a process that ends sooner may end before its first request arrives


def installed_limits() -> Limits:
    """Return the limits of a sandbox process of this installation."""
    idle_seconds = max(_MIN_IDLE_SECONDS, ceil(settings.MODELS_KEEP_SECONDS))
    return Limits(memory_bytes=settings.SANDBOX_MEMORY_MB * MEBIBYTE, idle_seconds=idle_seconds)
