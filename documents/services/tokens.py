"""Encoding of the tokens of a stored page."""

import gzip
from typing import TYPE_CHECKING

from documents.models import Page
from documents.types import ParsedPage

if TYPE_CHECKING:
    from documents.pipeline.tokens import Lines, TokenPage


def pack(page: ParsedPage, page_start: int) -> bytes:
    """Encode the tokens of a page as they are stored and sent: compressed, and always the same for the same page."""
    from documents.pipeline import tokens  # noqa: PLC0415 - imports numpy

    return gzip.compress(tokens.encode(page, page_start), mtime=0)


def unpack(page: Page) -> "TokenPage":
    """Return the tokens of a page as columns."""
    from documents.pipeline import tokens  # noqa: PLC0415 - imports numpy

    return tokens.decode(gzip.decompress(page.tokens))


def lines_of(page: Page) -> "Lines":
    """Return the lines of the tokens of a page."""
    from documents.pipeline.tokens import Lines  # noqa: PLC0415 - imports numpy

    return Lines(unpack(page))
