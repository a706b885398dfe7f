"""The token layer of a stored page."""

import gzip

from documents.models import Page
from documents.pipeline import tokens
from documents.pipeline.tokens import TokenPage
from documents.types import ParsedPage


def pack(page: ParsedPage, page_start: int) -> bytes:
    """Encode a page's tokens the way they are stored and sent: gzip, the same bytes for the same page."""
    return gzip.compress(tokens.encode(page, page_start), mtime=0)


def unpack(page: Page) -> TokenPage:
    """Give the page's tokens as columns."""
    return tokens.decode(gzip.decompress(page.tokens))
