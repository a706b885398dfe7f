"""Figures and formulas as pictures: the regions of their pages, rendered in the sandbox while a request waits."""

from documents.errors import CorruptDocument
from documents.models import Blob, Document, StructureItem
from documents.services import passwords
from documents.services.request_sandbox import request_deadline, request_sandbox, request_turn
from documents.storage.blobs import local_copy
from documents.types import Box, StructureKind

PICTURED = (StructureKind.FIGURE, StructureKind.FORMULA)


def figure_picture(document: Document, pdf: Blob, figure: StructureItem) -> bytes:
    """Return the region of a figure in the PDF of its revision, as webp.

    Raises the errors of a parser, `BlobMissing`, and `Overloaded` if other requests take too long.
    """
    box = Box(figure.x0, figure.y0, figure.x1, figure.y1)
    page_width = figure.revision.pages.filter(number=figure.page).values_list("width", flat=True).first()
    if not page_width:
        raise CorruptDocument
    known = passwords.passwords_for(document)
    with request_turn(), local_copy(pdf) as source:
        return request_sandbox().draw_region(
            source, figure.page, box, known, page_width=page_width, deadline=request_deadline()
        )
