"""The sandbox as this installation wants it: the pipeline knows no settings."""

from django.conf import settings

from documents.pipeline.sandbox import Limits, Sandbox, shared_sandbox
from documents.pipeline.sandbox.limits import MEBIBYTE


def sandbox() -> Sandbox:
    """The one of this process, within SANDBOX_MEMORY_MB."""
    return shared_sandbox(Limits(memory_bytes=settings.SANDBOX_MEMORY_MB * MEBIBYTE))
