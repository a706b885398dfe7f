"""PDFs with annotations, written in the sandbox while a request waits."""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from django.conf import settings

from core.errors import Overloaded
from documents.models import Blob, Document
from documents.pipeline.sandbox import Limits, Sandbox, shared_sandbox
from documents.pipeline.sandbox.limits import MEBIBYTE
from documents.services import passwords
from documents.storage.blobs import local_copy, scratch_folder
from documents.types import PdfAnnotation

_SECONDS: Final = 30.0
_WAIT_SECONDS: Final = 10.0  # for other requests of this process
_turns = threading.BoundedSemaphore(1)


def annotated_pdf(document: Document, pdf: Blob, annotations: Sequence[PdfAnnotation]) -> IO[bytes]:
    """Return a copy of the PDF of a document with these annotations, as an open file without a name.

    Raises the errors of a parser, `BlobMissing`, and `Overloaded` if other requests take too long.
    """
    known = passwords.passwords_for(document)
    with _turn(), local_copy(pdf) as source, scratch_folder() as scratch:
        deadline = time.monotonic() + _SECONDS
        return _sandbox().annotate(source, annotations, known, Path(scratch), deadline=deadline).open("rb")


@contextmanager
def _turn() -> Iterator[None]:
    """Wait until no other request of this process uses the sandbox."""
    if not _turns.acquire(timeout=_WAIT_SECONDS):
        raise Overloaded
    try:
        yield
    finally:
        _turns.release()


def _sandbox() -> Sandbox:
    """Return the sandbox of requests: it has less time than that of jobs."""
    return shared_sandbox(Limits(memory_bytes=settings.SANDBOX_MEMORY_MB * MEBIBYTE, cpu_seconds=int(_SECONDS)))
