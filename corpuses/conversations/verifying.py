"""Verify what a language model cites: its quotes must be in the text of documents that the user may see.

The model ends each sentence with the numbers of its sources, `[1]`, and lists these behind the answer (`source_list`).
"""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from core.storable import storable
from corpuses.annotations.anchoring import spans_of_all
from corpuses.conversations.citations import Answer, Citation, Sentence
from corpuses.conversations.models import Message
from corpuses.conversations.scope import current_conversation, question_of, readable_documents, user_of
from corpuses.conversations.source_list import ListedSource, split_answer
from corpuses.llm.addresses import without_addresses
from corpuses.search.quotes import has_content, locate
from corpuses.search.sentences import sentences
from documents.models import Document

NOT_FOUND: Final = "NOT FOUND"
PROPOSED: Final = "PROPOSED"  # the answer is what the model has proposed
_MOST_SOURCES: Final = 50
_CAPITALS: Final = r"(?![^\W_])(?!\s+[A-Z]{2})"  # the end of the word, and no heading that goes on in capitals
_MARKER: Final = re.compile(r"\s*\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\]")
_MARKER_BEHIND: Final = re.compile(r"([.!?])((?:\s*\[\d{1,3}(?:\s*,\s*\d{1,3})*\])+)")
_FIGURE: Final = re.compile(r"\d+(?:[.,'\u2019\u00a0\u202f]\d{3})*(?!\d)")
_SHORTEST_FIGURE: Final = 3  # digits; smaller numbers are often counted, or are words in the document


class _Source(NamedTuple):
    """Words that were found in a document, and whether they can support a sentence."""

    citation: Citation
    has_content: bool


def verify(message: Message, text: str, *, engine: str) -> Answer:
    """Return the answer with those of its citations that are true; raise `NotFound` if nothing may be read any more."""
    body, listed = split_answer(storable(text))
    is_proposed = _says(PROPOSED, body, listed)
    if is_proposed and message.proposals.exists():
        return Answer(text="", sentences=[], has_answer=True, engine=engine)
    if not body or is_proposed or _says(NOT_FOUND, body, listed):
        return Answer.of([], engine=engine)
    found, asked = _sources(message, listed[:_MOST_SOURCES]), _figures(question_of(message))
    return Answer.of([_sentence(part, found, asked) for part in _parts(body)], engine=engine)


def _says(word: str, body: str, listed: Sequence[ListedSource]) -> bool:
    """Check whether an answer is only this word, in any case and with any marks around it.

    Models explain the word: an answer that begins with it, in capitals, is taken as the word if it names no source.
    """
    pattern = r"[\W_]*" + word.replace(" ", r"[\s_-]+")
    if re.fullmatch(pattern + r"[\W_]*", body, re.IGNORECASE):
        return True
    return not listed and not _MARKER.search(body) and re.match(pattern + _CAPITALS, body) is not None


def _parts(body: str) -> list[str]:
    moved = _MARKER_BEHIND.sub(r"\2\1", body)  # before the full stop, so that they stay with their sentence
    return [part for span in sentences(moved) if (part := moved[span.start : span.end].strip())]


def _sentence(part: str, found: Mapping[int, _Source], asked: Collection[str]) -> Sentence:
    numbers = dict.fromkeys(int(number) for marker in _MARKER.findall(part) for number in marker.split(","))
    sources = [found[number] for number in numbers if number in found]
    citations = [source.citation for source in sources]
    known = _figures(" ".join(f"{each.title} {each.quote}" for each in citations)).union(asked)
    return Sentence(
        text=without_addresses(_MARKER.sub("", part), " ".join(citation.quote for citation in citations)),
        citations=citations,
        has_missing=len(citations) < len(numbers),
        is_weak=not any(source.has_content for source in sources) or not _figures(_MARKER.sub("", part)) <= known,
    )


def _figures(text: str) -> set[str]:
    """Return the numbers of a text, such as amounts and years, without their separators of thousands."""
    digits = {re.sub(r"\D", "", each) for each in _FIGURE.findall(text)}
    return {each for each in digits if len(each) >= _SHORTEST_FIGURE}


def _sources(message: Message, sources: Sequence[ListedSource]) -> dict[int, _Source]:
    documents = _documents(message, {key for _, key, _ in sources})
    places: dict[int, tuple[Document, int, int]] = {}
    for number, key, quote in sources:
        document = documents.get(key)
        if document is None or document.revision is None:
            continue
        span = locate(document.revision.text, quote)
        if span is not None:
            places[number] = (document, span.start, span.end)
    tokens = spans_of_all([(document.revision_id, start, end) for document, start, end in places.values()])  # type: ignore[misc]  # they have one
    return {
        number: _source(document, start, end, spans)
        for (number, (document, start, end)), spans in zip(places.items(), tokens, strict=True)
    }


def _source(document: Document, start: int, end: int, spans: Sequence[Sequence[int]]) -> _Source:
    text = document.revision.text if document.revision else ""
    quote = text[start:end]
    page = spans[0][0] if spans else 1
    citation = Citation(
        document=document.pk, title=document.title, page=page, start=start, end=end, quote=quote, spans=spans
    )
    return _Source(citation, has_content(quote, text))


def _documents(message: Message, keys: Collection[str]) -> dict[str, Document]:
    rows = readable_documents(current_conversation(message), user_of(message))
    return {str(row.pk): row for row in rows.select_related("revision").filter(pk__in=keys)}
