"""Quotes of contracts, true ones and false ones, in answers: which of them does the server show as verified?

Each answer quotes one contract: words of it, the same with one other word, and words that are not in it. What is shown
is compared with the text of the contract, without the code that verifies.
"""

import asyncio
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import httpx

from benchmarks.agents.asking import ask, connected, texts
from cartulary_client import Client

Kind = Literal["true", "altered", "invented"]

KINDS: Final[tuple[Kind, ...]] = ("true", "altered", "invented")
_QUOTES: Final = 6  # of each kind in an answer
_SHORTEST, _LONGEST = 8, 14  # words of a quote
_WORD: Final = re.compile(r"[A-Za-z]{4,}")
_NUMBER: Final = re.compile(r"Statement (\d+)")


@dataclass(frozen=True, slots=True)
class _Quote:
    kind: Kind
    words: str


def measure(url: str, token: str, client: Client, corpus: str) -> dict[str, float]:
    """Ask about each document of the corpus; return the shares of quotes that are shown as verified."""
    contents = {document.id: client.text(document.id) for document in client.documents(corpus=corpus)}
    return asyncio.run(_measure(url, token, contents))


async def _measure(url: str, token: str, contents: Mapping[str, str]) -> dict[str, float]:
    asked: Counter[str] = Counter()
    verified: Counter[str] = Counter()
    verbatim: list[bool] = []
    async with connected(url) as client:
        for document, quotes in _quotes(contents):
            asked.update(quote.kind for quote in quotes)
            for number, citations in (await _cited(client, token, document, quotes)).items():
                quote = quotes[number - 1]
                verified[quote.kind] += 1
                verbatim += [_is_verbatim(citation, quote, document, contents[document]) for citation in citations]
    return {
        "citations_verified": round(sum(verbatim) / len(verbatim), 4),
        "citations": len(verbatim),
        **{f"quotes_{kind}": asked[kind] for kind in KINDS},
        **{f"quotes_{kind}_verified": round(verified[kind] / asked[kind], 4) for kind in KINDS},
    }


async def _cited(
    client: httpx.AsyncClient, token: str, document: str, quotes: Sequence[_Quote]
) -> dict[int, list[dict[str, Any]]]:
    """Return the citations of the sentences that are shown as verified, by the numbers of their quotes."""
    answer = await ask(client, token, _answer(document, quotes), document=document)
    texts([answer])
    shown: list[dict[str, Any]] = answer.message["sentences"]
    numbers = [_number(sentence) for sentence in shown]
    if sorted(numbers) != list(range(1, len(quotes) + 1)):
        raise RuntimeError(f"The answer has other sentences than the model has written: {numbers}.")
    pairs = zip(numbers, shown, strict=True)
    return {number: sentence["citations"] for number, sentence in pairs if sentence["is_verified"]}


def _answer(document: str, quotes: Sequence[_Quote]) -> str:
    """Return the answer that the model gives."""
    numbers = range(1, len(quotes) + 1)
    sentences = " ".join(f"Statement {number} is in the contract [{number}]." for number in numbers)
    sources = (f'[{number}] {document} "{quote.words}"' for number, quote in enumerate(quotes, 1))
    return "\n".join([sentences, "---", *sources])


def _number(sentence: Mapping[str, str]) -> int:
    return int(next(iter(_NUMBER.findall(sentence["text"])), 0))


def _is_verbatim(citation: Mapping[str, Any], quote: _Quote, document: str, text: str) -> bool:
    """Check whether the citation is a true quote, at the place that it names."""
    shown = text[citation["start"] : citation["end"]]
    is_quote = quote.kind == "true" and " ".join(shown.split()) == quote.words
    return is_quote and citation["document"] == document and citation["quote"] == shown


def _quotes(contents: Mapping[str, str]) -> Iterator[tuple[str, list[_Quote]]]:
    """Yield the quotes of each document in an order of chance, which is the same in each run."""
    for number, (document, text) in enumerate(sorted(contents.items(), key=lambda item: item[1])):
        chance = random.Random(number)  # guards nothing
        others = [each for key, each in contents.items() if key != document and each != text]
        quotes = [_Quote("true", _excerpt(text, chance)) for _ in range(_QUOTES)]
        quotes += [_Quote("altered", _altered(text, chance)) for _ in range(_QUOTES)]
        quotes += [_Quote("invented", _invented(text, others, chance)) for _ in range(_QUOTES)]
        chance.shuffle(quotes)
        yield document, quotes


def _excerpt(text: str, chance: random.Random) -> str:
    words = text.split()
    number = chance.randint(_SHORTEST, _LONGEST)
    start = chance.randrange(max(1, len(words) - number))
    return " ".join(words[start : start + number])


def _altered(text: str, chance: random.Random) -> str:
    """Return words of a text with another word of it in the place of one."""
    vocabulary: list[str] = sorted({word.lower() for word in _WORD.findall(text)})
    while True:
        quote = _excerpt(text, chance)
        if places := list(_WORD.finditer(quote)):
            place = chance.choice(places)
            altered = quote[: place.start()] + chance.choice(vocabulary) + quote[place.end() :]
            if not _contains(text, altered):
                return altered


def _invented(text: str, others: Sequence[str], chance: random.Random) -> str:
    """Return words of another document, or random words."""
    while True:
        is_foreign = others and chance.random() < 0.5
        words = _excerpt(chance.choice(others), chance) if is_foreign else _random_words(text, chance)
        if not _contains(text, words):
            return words


def _random_words(text: str, chance: random.Random) -> str:
    words = sorted(set(_WORD.findall(text)))
    return " ".join(chance.choice(words) for _ in range(_SHORTEST))


def _contains(text: str, words: str) -> bool:
    """Check whether a text contains words; case and white space do not matter."""
    return " ".join(words.split()).lower() in " ".join(text.split()).lower()
