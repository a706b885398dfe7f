"""The sandbox as this installation wants it: the pipeline knows no settings."""

from django.conf import settings

from documents.pipeline.sandbox import Limits, Sandbox, shared_sandbox
from documents.pipeline.sandbox.limits import MEBIBYTE


def limits() -> Limits:
    """The usual ones, with SANDBOX_MEMORY_MB."""
    return Limits(memory_bytes=settings.SANDBOX_MEMORY_MB * MEBIBYTE)


def sandbox() -> Sandbox:
    """The one of this process."""
    return shared_sandbox(limits())
