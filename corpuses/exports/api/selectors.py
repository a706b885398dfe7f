"""Visible exports that jobs write, and the rows of each, for REST, GraphQL and the jobs themselves."""

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet
from rest_framework.exceptions import ValidationError

from core.access import Actor, require_user
from core.api.rest.exceptions import as_invalid
from core.api.rest.list_query import ListQuery
from core.errors import Invalid, NotFound
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.exports.api.rest.annotated_pdfs import (
    ZIP,
    AnnotatedPdfsQuery,
    AnnotationJobQuery,
    annotated_pdfs_source,
    pdfs_of_annotations,
)
from corpuses.exports.api.rest.annotations import annotation_source, link_to
from corpuses.exports.api.rest.documents import DocumentExportQuery, document_source
from corpuses.exports.api.rest.extracts import ExportQuery, extract_source
from corpuses.exports.models import Export
from corpuses.exports.services import ExportDraft, start_export
from corpuses.exports.sources import Source
from corpuses.extracts.models import Extract
from corpuses.models import Corpus
from corpuses.visible_rows import get_visible_row, visible_rows
from users.models import User

_QUERIES: Final[Mapping[str, type[ListQuery]]] = {
    Export.Kind.ANNOTATIONS: AnnotationJobQuery,
    Export.Kind.DOCUMENTS: DocumentExportQuery,
    Export.Kind.EXTRACT: ExportQuery,
    Export.Kind.ANNOTATED_PDFS: AnnotatedPdfsQuery,
}


def list_exports(actor: Actor, *, corpus: UUID | None = None) -> "QuerySet[Export]":
    """Return the actor's exports, or those of a visible corpus."""
    user = require_user(actor)
    within = get_visible_corpus(user, corpus) if corpus else None
    return visible_rows(Export, user, corpus=within).select_related("blob")


def create_export(
    actor: User, corpus: Corpus, *, kind: str, origin: str, extract: UUID | None = None, **fields: Any
) -> Export:
    """Write a file in a job from rows of a visible corpus, or of an extract in it."""
    draft = ExportDraft(kind=kind, origin=origin, extract=_extract(actor, corpus, kind, extract), **fields)
    return start_export(draft, corpus=corpus, actor=actor)


def open_export(export: Export, actor: User) -> Source:
    """Return the rows of an export that `actor` may see now."""
    given = _arguments(export)
    corpus = get_visible_corpus(actor, export.corpus_id)
    if export.kind == Export.Kind.EXTRACT:
        extract = get_visible_row(Extract, actor, _key(export.extract_id))
        return extract_source(actor, extract, given, origin=export.origin)
    if export.kind == Export.Kind.DOCUMENTS:
        return document_source(actor, corpus, given)
    if export.kind == Export.Kind.ANNOTATED_PDFS:
        return annotated_pdfs_source(actor, corpus, given, link=link_to(export.origin))
    if export.format == ZIP:
        return pdfs_of_annotations(actor, corpus, given, link=link_to(export.origin))
    return annotation_source(actor, corpus, given, origin=export.origin)


def _extract(actor: User, corpus: Corpus, kind: str, key: UUID | None) -> Extract | None:
    if (kind == Export.Kind.EXTRACT) != (key is not None):
        raise Invalid("Send the extract to export, and only for exports of extracts.", field="extract")
    if key is None:
        return None
    extract = get_visible_row(Extract, actor, key)
    if extract.corpus_id != corpus.pk:
        raise NotFound
    return extract


def _arguments(export: Export) -> dict[str, Any]:
    """Return the filters of an export as the list takes them; raise if one is unknown or not valid."""
    declared = _QUERIES[export.kind]
    if unknown := next((name for name in export.query if name not in declared().fields or name == "format"), None):
        raise Invalid(f"This export has no parameter `{unknown[:50]}`.", field="query")
    query = declared(data={**export.query, "format": export.format}, context={"is_json": False})
    try:
        query.is_valid(raise_exception=True)
    except ValidationError as error:
        raise as_invalid(error) from None
    return query.arguments()


def _key(key: UUID | None) -> UUID:
    if key is None:
        raise NotFound
    return key
