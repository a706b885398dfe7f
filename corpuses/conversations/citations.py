"""The sentences of an answer, and the words of documents that they cite."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Self
from uuid import UUID

NOT_FOUND_TEXT: Final = "This is not in these documents."


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """Words of a document: in code points of its text, and as tokens (page, first, last)."""

    document: UUID
    title: str
    page: int
    start: int
    end: int
    quote: str
    spans: Sequence[Sequence[int]] = ()

    def dump(self) -> dict[str, Any]:
        """Return the citation as JSON."""
        return asdict(self) | {"document": str(self.document), "spans": [list(span) for span in self.spans]}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence of an answer. It is verified if its citations were found in the text of their documents.

    With `has_missing`, it names sources, too, whose words were not found; with `is_weak`, those found are common words,
    or do not contain a number of the sentence.
    """

    text: str
    citations: Sequence[Citation] = ()
    has_missing: bool = False
    is_weak: bool = False

    @property
    def is_verified(self) -> bool:
        return bool(self.citations) and not self.has_missing and not self.is_weak

    def dump(self) -> dict[str, Any]:
        """Return the sentence as JSON."""
        citations = [citation.dump() for citation in self.citations]
        return {"text": self.text, "is_verified": self.is_verified, "citations": citations}


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer of an engine. Without `has_answer`, the documents do not contain one."""

    text: str
    sentences: Sequence[Sentence]
    has_answer: bool
    engine: str

    @classmethod
    def of(cls, sentences: Sequence[Sentence], *, engine: str) -> Self:
        """Return an answer that consists of these sentences; none: it is not in the documents."""
        text = " ".join(sentence.text for sentence in sentences)
        return cls(text=text, sentences=sentences, has_answer=bool(sentences), engine=engine)


def cited_documents(sentences: Sequence[Mapping[str, Any]]) -> set[UUID]:
    """Return the keys of the documents that stored sentences cite."""
    return {UUID(citation["document"]) for sentence in sentences for citation in sentence["citations"]}


def source_lines(sentences: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return a line for each source of stored sentences, for texts without links."""
    citations = [citation for sentence in sentences for citation in sentence["citations"]]
    lines = [f"{each['title']}, page {each['page']}: \u201c{each['quote']}\u201d" for each in citations]
    return list(dict.fromkeys(lines))


def unverified_lines(sentences: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return a line for each stored sentence that is not verified, for texts that do not mark them."""
    return [f"Not verified: {sentence['text']}" for sentence in sentences if not sentence["is_verified"]]


def load_spans(citation: Mapping[str, Any]) -> list[tuple[int, int, int]]:
    """Return the tokens of a stored citation."""
    return [(page, first, last) for page, first, last in citation["spans"]]
