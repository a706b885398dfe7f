"""Latency of finding a text in a document of 1,000 pages, through the API of a running server."""

import random
import statistics
import time
from collections.abc import Iterator
from typing import Any, Final

from benchmarks.setup import USERNAME
from cartulary_client import Client

PAGES: Final = 1_000
LINES: Final = 40  # of a page, 12 words each: 480 words, as in a contract
QUERIES: Final = 200
_SYLLABLES: Final = ("ter", "mi", "na", "tion", "pay", "ment", "lea", "se", "no", "tice", "rent", "li", "cen", "sor")


def measure(client: Client) -> dict[str, Any]:
    """Find words, phrases and patterns; the first time, the server loads the text."""
    from documents.tests.factories import parsed_document  # noqa: PLC0415 - needs the settings
    from users.models import User  # noqa: PLC0415 - needs the settings

    chance = random.Random(7)
    words = ["".join(chance.choices(_SYLLABLES, k=chance.randint(1, 4))) for _ in range(4_000)]
    pages = ["\n".join(" ".join(chance.choices(words, k=12)) for _ in range(LINES)) for _ in range(PAGES)]
    document = str(parsed_document(User.objects.get(username=USERNAME), *pages, title="A thousand pages").pk)
    times: list[float] = []
    for query, is_regex in _queries(chance, words, pages):
        began = time.perf_counter()
        client.find(document, query, regex=is_regex)
        times.append(1000 * (time.perf_counter() - began))
    first, *others = times
    return {
        "find_first_ms_1000_pages": round(first, 1),
        "find_p50_ms_1000_pages": round(statistics.median(others), 1),
        "find_p95_ms_1000_pages": round(statistics.quantiles(others, n=20)[-1], 1),
    }


def _queries(chance: random.Random, words: list[str], pages: list[str]) -> Iterator[tuple[str, bool]]:
    """Yield words, phrases, and every tenth time a regular expression."""
    for number in range(QUERIES):
        word = chance.choice(words)
        line = chance.choice(chance.choice(pages).split("\n")).split()
        if number % 10 == 9:
            yield rf"\b{word}\s+\w+ion\b", True
        else:
            yield (" ".join(line[:3]) if number % 2 else word), False
