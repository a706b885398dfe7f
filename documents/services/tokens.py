"""Encoding of the tokens of a stored page."""

import gzip

from documents.models import Page
from documents.pipeline import tokens
from documents.pipeline.tokens import TokenPage
from documents.types import ParsedPage


def pack(page: ParsedPage, page_start: int) -> bytes:
    """Encode the tokens of a page as they are stored and sent: compressed, and always the same for the same page."""
    return gzip.compress(tokens.encode(page, page_start), mtime=0)


def unpack(page: Page) -> TokenPage:
    """Return the tokens of a page as columns."""
    return tokens.decode(gzip.decompress(page.tokens))
