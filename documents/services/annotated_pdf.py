"""PDFs with annotations, written in the sandbox while a request waits."""

from collections.abc import Sequence
from pathlib import Path
from typing import IO

from documents.models import Blob, Document
from documents.services import passwords
from documents.services.request_sandbox import request_deadline, request_sandbox, request_turn
from documents.storage.blobs import local_copy, scratch_folder
from documents.types import PdfAnnotation


def annotated_pdf(document: Document, pdf: Blob, annotations: Sequence[PdfAnnotation]) -> IO[bytes]:
    """Return a copy of the PDF of a document with these annotations, as an open file without a name.

    Raises the errors of a parser, `BlobMissing`, and `Overloaded` if other requests take too long.
    """
    known = passwords.passwords_for(document)
    with request_turn(), local_copy(pdf) as source, scratch_folder() as scratch:
        target = Path(scratch)
        return request_sandbox().annotate(source, annotations, known, target, deadline=request_deadline()).open("rb")
