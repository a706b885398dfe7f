"""Visible corpora, their documents and memberships. What else belongs to a corpus is in `access`."""

from collections.abc import Collection, Sequence
from typing import Any, Final
from uuid import UUID

from django.db.models import F, Q, QuerySet
from django.http import HttpRequest

from core.access.actors import Actor, require_reader, require_user
from core.access.limits import limits_of
from core.access.permissions import get_visible
from core.api.costs import metered
from core.api.graphql.global_ids import parse_key, parse_key_for
from core.db.compiled_lookup import CompiledLookup
from core.errors import Invalid, NotFound
from core.models import ListScope, VisibleQuerySet, list_scope
from corpuses.annotations.hierarchy import with_descendants
from corpuses.annotations.models import Annotation, DocumentLabel, Label
from corpuses.annotations.placements import with_placement
from corpuses.annotations.reviews import with_review
from corpuses.api.access import get_visible_row, visible_rows
from corpuses.api.fields import split_arguments, visible_field, with_fields
from corpuses.extracts.fields import documents_with, field_facets
from corpuses.models import Corpus, CorpusDocument, Folder
from corpuses.reader.asking import Answers, answer_question
from corpuses.search.everything import Search, SimilarSpan
from corpuses.search.facets import Facet
from corpuses.search.filters import SearchFilters
from corpuses.services.folders import folder_of
from corpuses.services.memberships import memberships_in
from documents.api.selectors import (
    filter_documents,
    get_visible_document,
    search_words,
    visible_documents,
    visible_newest_versions,
)
from documents.models import Document
from documents.services.attachments import attachments_of
from users.models import User

MAX_DOCUMENTS = 500
MAX_ANNOTATORS: Final = 500
_CORPUS: Final = CompiledLookup(Corpus.objects.all, "pk")


def visible_corpora(actor: Actor, scope: ListScope | None = None) -> VisibleQuerySet[Corpus]:
    """Return the corpora that `actor` may see, or those of them in a scope."""
    return Corpus.objects.in_scope(actor, scope)


def get_visible_corpus(actor: Actor, key: UUID) -> Corpus:
    """Return one visible corpus; raise `NotFound` or `NotAuthenticated`."""
    return get_visible(_CORPUS, actor, key)


def get_corpus_by_id(actor: Actor, value: str) -> Corpus:
    """Return the visible corpus of a global id (or bare uuid)."""
    return get_visible_corpus(actor, parse_key_for(actor, value, "Corpus"))


def get_folder_by_id(corpus: Corpus, value: str) -> Folder:
    """Return the folder of a global id (or bare uuid) in this corpus; raise `NotFound`."""
    return folder_of(corpus, parse_key(value, "Folder"))


def list_corpora(
    actor: Actor, *, scope: str | None = None, search: str | None = None, **lookups: Any
) -> VisibleQuerySet[Corpus]:
    """Return the own and shared corpora, or a scope, with these words in title or description."""
    rows = visible_corpora(require_reader(actor), list_scope(scope)).filter(**lookups)
    for word in search_words(search):
        rows = rows.filter(Q(title__icontains=word) | Q(description__icontains=word))
    return rows


def list_documents(
    actor: Actor,
    *,
    scope: str | None = None,
    corpus: UUID | None = None,
    folder: UUID | None = None,
    subfolders: bool = True,
    parent: UUID | None = None,
    label: UUID | None = None,
    document_label: UUID | None = None,
    **filters: Any,
) -> VisibleQuerySet[Document]:
    """Return the visible documents of a corpus, a label, a field or a parent; else the own and shared, or a scope."""
    fields = split_arguments(filters)
    within = corpus or parent or label or document_label or fields.get("field")
    if not within:
        require_reader(actor)
    visible = visible_documents if parent else visible_newest_versions  # attachments of an older version are older, too
    rows = filter_documents(visible(actor, list_scope(scope, within=within)), **filters)
    if corpus is not None:
        rows = in_corpus(rows, get_visible_corpus(actor, corpus), folder, subfolders=subfolders)
    elif folder is not None or not subfolders:
        raise Invalid("Send the corpus of this folder as well.", field="corpus")
    if parent is not None:
        rows = rows.filter(pk__in=attachments_of(get_visible_document(actor, parent)).order_by())
    rows = with_fields(rows, fields, visible_field(actor))
    return with_document_label(with_label(rows, actor, label), actor, document_label)


def in_corpus(
    rows: VisibleQuerySet[Document], corpus: Corpus, folder: UUID | None = None, *, subfolders: bool = True
) -> VisibleQuerySet[Document]:
    """Keep the documents in a corpus, or in one of its folders and those below it (see `memberships_in`)."""
    within = folder_of(corpus, folder) if folder else None
    return rows.filter(memberships__in=memberships_in(corpus, within, subfolders=subfolders))


def with_label(rows: VisibleQuerySet[Document], actor: Actor, label: UUID | None) -> VisibleQuerySet[Document]:
    """Keep the documents with an annotation with this label or one below it; raise `NotFound` if it is not visible."""
    if label is None:
        return rows
    annotations = Annotation.objects.filter(label__in=with_descendants([get_visible_row(Label, actor, label).pk]))
    return rows.filter(pk__in=annotations.values("document"))


def with_document_label(rows: VisibleQuerySet[Document], actor: Actor, label: UUID | None) -> VisibleQuerySet[Document]:
    """Keep the documents that have this label, or one below it, as a whole; raise `NotFound` if it is not visible."""
    if label is None:
        return rows
    labelled = DocumentLabel.objects.filter(label__in=with_descendants([get_visible_row(Label, actor, label).pk]))
    return rows.filter(pk__in=labelled.values("document"))


def list_annotations(
    actor: Actor,
    *,
    corpus: UUID | None = None,
    document: UUID | None = None,
    search: str | None = None,
    review: str | None = None,
    placement: str | None = None,
    label: Collection[UUID] = (),
    **lookups: Any,
) -> QuerySet[Annotation]:
    """Return the annotations in a visible corpus or on a visible document, else those of the own and shared ones.

    `search`: words of the quote or the note; `label`: any of these labels, or one below them.
    """
    if corpus is None and document is None:
        rows = visible_rows(Annotation, require_reader(actor), scope=ListScope.ALL, newest=True)
    else:
        within = get_visible_corpus(actor, corpus) if corpus else None
        on_document = get_visible_document(actor, document) if document else None
        rows = visible_rows(Annotation, actor, corpus=within, document=on_document, newest=True)
    for word in search_words(search):
        rows = rows.filter(Q(quote__icontains=word) | Q(note__icontains=word))
    if review is not None:
        rows = with_review(rows, review)
    if placement is not None:
        rows = with_placement(rows, placement)
    if label:
        rows = rows.filter(label__in=with_descendants(label))
    return rows.filter(**lookups)


def list_annotators(actor: Actor, corpus: Corpus) -> list[User]:
    """Return the users who made the annotations of a visible corpus that `actor` sees, by user name."""
    rows = visible_rows(Annotation, actor, corpus=corpus, newest=True).filter(source=Annotation.Source.HUMAN)
    return list(User.objects.filter(pk__in=rows.values("creator")).order_by("username")[:MAX_ANNOTATORS])


def get_visible_documents(actor: Actor, keys: Collection[UUID], *, field: str = "documents") -> list[Document]:
    """Return these visible documents; raise `NotFound` if one of them is missing."""
    documents = list(visible_documents(actor).filter(pk__in=keys))
    if len(documents) != len(keys):
        raise NotFound("Not all of these documents were found.", field=field)
    return documents


def get_documents_by_id(actor: Actor, ids: Sequence[str], *, most: int = MAX_DOCUMENTS) -> list[Document]:
    """Return the visible documents of these global ids; raise `NotFound` if one of them is missing."""
    if len(ids) > most:
        raise Invalid(f"Send at most {most} documents at once.", field="documentIds")
    return get_visible_documents(actor, {parse_key(each, "Document") for each in ids}, field="documentIds")


def start_search(
    actor: Actor,
    *,
    query: str = "",
    scope: str | None = None,
    corpus: UUID | None = None,
    folder: UUID | None = None,
    label: UUID | None = None,
    field: str = "",
    documents: "QuerySet[Any, Any] | None" = None,
    **others: Any,
) -> Search:
    """Return the search of these words, or of passages like a part of a visible document.

    `documents` are the keys of those that may be found, instead of all with a value of `field`.
    """
    if not (corpus or label):
        require_reader(actor)
    within = get_visible_corpus(actor, corpus) if corpus else None
    if folder is not None and within is None:
        raise Invalid("Send the corpus of this folder as well.", field="corpus")
    like = _similar_span(actor, *(others.pop(name, None) for name in ("similar_to", "start", "end")))
    filters = SearchFilters(
        scope=ListScope(scope) if scope else None,
        corpus=within,
        folder=folder_of(within, folder) if within and folder else None,
        label=get_visible_row(Label, actor, label) if label else None,
        documents=documents_with(actor, field) if field else documents,
        lookups=others,
    )
    return Search(actor, query, filters=filters, like=like)


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


def facets_of_search(search: Search) -> list[Facet]:
    """Return how many of the documents that match have each value, of their fields, too."""
    return [*search.facets, *field_facets(search.actor, search.matching_documents)]


def _similar_span(actor: Actor, document: UUID | None, start: int | None, end: int | None) -> SimilarSpan | None:
    if document is None:
        return None
    if start is None or end is None:
        raise Invalid("Send the part of the document: `start` and `end`.", field="end" if end is None else "start")
    return SimilarSpan(get_visible_document(actor, document), start, end)


def visible_memberships(actor: Actor) -> QuerySet[CorpusDocument]:
    """Return memberships in visible corpora, and all memberships that give access to the actor's own documents."""
    is_visible, is_inherited = Q(corpus__in=visible_corpora(actor)), Q(added_by=F("document__owner"))
    memberships = CorpusDocument.objects.annotate(is_visible=is_visible, is_inherited=is_inherited)
    condition = Q(is_visible=True)
    if actor.is_authenticated and limits_of(actor) is None:
        condition |= Q(is_inherited=True, document__owner=actor.pk)
    return memberships.filter(condition)


def get_visible_membership(actor: Actor, key: UUID, *, document: Document | None = None) -> CorpusDocument:
    """Return one visible membership of a visible document (of this one, if it is given)."""
    rows = visible_memberships(actor).filter(document__in=Document.objects.visible_to(actor))
    if document is not None:
        rows = rows.filter(document=document)
    row = rows.select_related("corpus", "document__owner", "document__blob").filter(pk=key).first()
    if row is None:
        require_user(actor)
        raise NotFound
    return row
