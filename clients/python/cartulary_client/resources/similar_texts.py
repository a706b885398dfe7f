"""Similar texts: documents of a corpus that are nearly the same, and clauses that several of them share."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal

from cartulary_client.errors import CartularyError
from cartulary_client.records import Record
from cartulary_client.resources.base import TIMEOUT, Resource
from cartulary_client.wait import poll_while

_ENDED: Final = {None, "success", "failed", "cancelled"}


@dataclass(frozen=True, slots=True)
class Comparison(Record):
    """The last comparison of the texts of a corpus, and the `state` of the newest job."""

    corpus: str
    compared_at: datetime | None
    new_document_count: int
    is_complete: bool
    job: str | None
    state: str | None
    progress: int
    problem: str


@dataclass(frozen=True, slots=True)
class SimilarGroup(Record):
    """Documents or clauses that are nearly the same: the first of their `texts`, the most similar first."""

    id: str
    kind: str
    text_count: int
    texts: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class SameClause(Record):
    """A clause in another document; `similarity` is the share of words and pairs of words that both have."""

    document: str
    document_title: str
    page: int
    start: int
    end: int
    text: str
    similarity: float


class SimilarTexts(Resource):
    """The operations on similar texts: `Client.similar_texts`."""

    def get(self, corpus: str) -> Comparison:
        return Comparison.from_json(self._connection.get(f"/corpuses/{corpus}/similar-texts"))

    def find(self, corpus: str) -> Comparison:
        """Start to compare the documents of a corpus, unless they are being compared."""
        return Comparison.from_json(self._connection.post(f"/corpuses/{corpus}/similar-texts"))

    def wait(self, corpus: str, *, timeout: float = TIMEOUT) -> Comparison:
        """Return the comparison when its job has ended; raise `CartularyError` if that failed, or `WaitTimeout`."""
        poll_while(
            lambda: self.get(corpus).state not in _ENDED,
            timeout=timeout,
            message="The texts are still being compared.",
        )
        ended = self.get(corpus)
        if ended.state not in {None, "success"}:
            raise CartularyError(ended.problem or f"The comparison was {ended.state}.")
        return ended

    def groups(self, corpus: str, kind: Literal["document", "clause"] = "document") -> Iterator[SimilarGroup]:
        """List the groups of similar documents or clauses, the largest first."""
        return self._list(SimilarGroup, f"/corpuses/{corpus}/similar-groups", kind=kind)

    def same_clauses(self, corpus: str, document: str, *, start: int, end: int) -> list[SameClause]:
        """Find a part of the text of a document in the other documents, the most similar first."""
        found = self._connection.get(f"/corpuses/{corpus}/same-clauses", document=document, start=start, end=end)
        return [SameClause.from_json(each) for each in found["results"]]
