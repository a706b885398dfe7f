"""Answers from visible corpora."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest

from core.access import Actor, require_reader
from core.api.costs import metered
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.reader.asking import Answers, answer_question
from corpuses.search.filters import SearchFilters
from documents.api.selectors import (
    get_visible_document,
)


def answers_to(
    actor: Actor,
    *,
    question: str = "",
    corpus: UUID | None = None,
    document: UUID | None = None,
    documents: "QuerySet[Any, Any] | None" = None,
    request: HttpRequest | None,
) -> Answers:
    """Answer a question from a visible corpus or document, else from own and shared ones, or from these `documents`.

    It is charged to the user or address of the request.
    """
    if not (corpus or document):
        require_reader(actor)
    within = get_visible_corpus(actor, corpus) if corpus else None
    lookups = {"pk": get_visible_document(actor, document).pk} if document else {}
    filters = SearchFilters(corpus=within, documents=documents, lookups=lookups)
    # A document is chosen by its reader, so its passages are read even if few words match.
    with metered(request, "answer", user=actor) as meter:
        found = answer_question(question, user=actor, filters=filters, has_floor=document is None)
        if meter is not None:
            meter.add(found.cpu_seconds)
    return found
