"""Reasons why a search finds nothing, for people."""

from dataclasses import dataclass

from corpuses.search.filters import FilteredDocuments
from corpuses.search.models import Passage
from corpuses.search.query_language import Operator, ParsedQuery
from corpuses.search.searched import SearchedDocuments


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that a user should know about a result. `code` is stable, `message` is for people."""

    code: str
    message: str


def notices_for(
    documents: FilteredDocuments, query: ParsedQuery, *, has_hits: bool, searchable: SearchedDocuments
) -> list[Notice]:
    """Return what in the query is unknown and, if there are no hits, the reason for that."""
    unknown = [
        Notice("unknown_label", f"You see no label called “{each.name}”.")
        if each.operator == Operator.LABEL
        else Notice("unknown_place", f"You see no corpus or folder called “{each.name}”.")
        for each in documents.unknown
    ]
    return unknown if has_hits or unknown else [_reason(documents, query, searchable)]


def _reason(documents: FilteredDocuments, query: ParsedQuery, searchable: SearchedDocuments) -> Notice:
    if not query.has_text and not query.has_filters:
        return Notice("empty_query", "Write what you are looking for.")
    if not documents.rows.exists():
        return Notice("no_documents", "No document that you see matches these filters.")
    if not Passage.objects.filter(revision__any=searchable.revisions).exists():
        return Notice("not_indexed", "The documents have not been indexed yet. They can be found once that is done.")
    if query.phrases:
        quoted = " and ".join(f"“{phrase}”" for phrase in query.phrases)
        return Notice(
            "no_exact_match", f"No passage contains exactly {quoted}. Without the quotes, meaning counts too."
        )
    if query.excluded:
        return Notice("all_excluded", "Nothing is left without the words that you excluded.")
    return Notice("no_match", "No passage has these words or a similar meaning. Try other words, or describe it.")
