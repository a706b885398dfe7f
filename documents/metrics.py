"""Prometheus metrics of parsing."""

from typing import Final

from prometheus_client import Counter, Histogram

from core.observability.metrics import counting
from core.observability.prometheus_multiprocess import is_enabled

PARSES: Final = Histogram(
    "cartulary_parse_duration_seconds",
    "From the conversion of a file to its last page.",
    ["parser", "result"],
    buckets=(0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300),
)
_pages: Final = Counter("cartulary_parsed_pages", "Pages that were parsed.", ["parser", "ocr"])


def count_page(parser: str, *, has_ocr: bool) -> None:
    """Count a page, apart from those that OCR has read, which takes seconds."""
    if is_enabled():
        with counting:
            _pages.labels(parser=parser, ocr="yes" if has_ocr else "no").inc()
