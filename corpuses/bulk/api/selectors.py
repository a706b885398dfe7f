"""Changes of all documents that a filter selects, for REST and GraphQL: the documents, the target, visible changes."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet
from rest_framework.exceptions import ValidationError

from core.access import Actor, VisibleQuerySet, access_of, require_unlimited, require_user
from core.api.rest.exceptions import as_invalid
from core.db.rows import get_row
from core.errors import Invalid, NotFound
from corpuses.annotations.models import Label
from corpuses.bulk.models import BulkChange
from corpuses.bulk.services import MAX_DOCUMENTS, BulkDraft, start_bulk_change
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.corpora.folders import folder_of
from corpuses.fields.models import DocumentField
from corpuses.memberships.api.rest.documents import DocumentQuery
from corpuses.memberships.api.selectors import list_documents
from corpuses.models import Corpus
from corpuses.visible_rows import get_visible_row, visible_rows
from documents.models import Document
from users.models import User

MAX_EXCLUDED: Final = 1_000
_Kind = BulkChange.Kind
_Target = Callable[[User, Corpus, Mapping[str, Any]], Mapping[str, Any]]


def list_bulk_changes(actor: Actor, *, corpus: UUID | None = None) -> "QuerySet[BulkChange]":
    """Return the actor's changes, or those in a visible corpus. A limited token sees those in corpora it reaches."""
    user = require_user(actor)
    is_limited = access_of(user).limits is not None
    rows = visible_rows(BulkChange, user) if is_limited else BulkChange.objects.filter(owner=user.pk)
    return rows.filter(corpus=get_visible_corpus(user, corpus)) if corpus else rows


def get_bulk_change(actor: Actor, key: UUID) -> BulkChange:
    """Return one of the actor's changes; raise `NotFound` or `NotAuthenticated`."""
    return get_row(list_bulk_changes(actor), pk=key)


def create_bulk_change(
    actor: User, *, kind: str, query: Mapping[str, Any], excluded: Collection[UUID] = (), **options: Any
) -> BulkChange:
    """Change the documents that the list has with these parameters, without the `excluded` ones."""
    arguments = _arguments(query)
    corpus = _corpus(actor, kind, arguments, options.pop("corpus", None))
    expected = options.pop("expected", None)
    target = _target(actor, kind, corpus, options)
    draft = BulkDraft(kind=kind, corpus=corpus, query=query, target=target, expected=expected)
    rows = selected_documents(actor, arguments, excluded)
    if kind == _Kind.RETRY:
        rows = rows.filter(state=Document.State.FAILED)
    keys = rows.order_by("pk").values_list("pk", flat=True)[: MAX_DOCUMENTS + 1]
    return start_bulk_change(draft, list(keys), actor=actor)


def selected_documents(
    actor: User, arguments: Mapping[str, Any], excluded: Collection[UUID]
) -> VisibleQuerySet[Document]:
    """Return the documents that the list has."""
    filters = {name: value for name, value in arguments.items() if name != "order"}
    return list_documents(actor, **filters).exclude(pk__in=excluded)


def _arguments(query: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters as the list takes them; raise if one is unknown or not valid."""
    if unknown := next((name for name in query if name not in DocumentQuery().fields), None):
        raise Invalid(f"The list of documents has no parameter `{unknown[:50]}`.", field="query")
    parsed = DocumentQuery(data=dict(query), context={"is_json": False})
    try:
        parsed.is_valid(raise_exception=True)
    except ValidationError as error:
        raise as_invalid(error) from None
    return parsed.arguments()


def _corpus(actor: User, kind: str, arguments: Mapping[str, Any], added_to: UUID | None) -> Corpus | None:
    """Return the corpus of the list, or the one to add to."""
    if (kind == _Kind.ADD) != (added_to is not None):
        raise Invalid("Send the corpus to add documents to, and only for that.", field="corpus")
    key = added_to or arguments.get("corpus")
    if key is not None:
        return get_visible_corpus(actor, key)
    if kind not in {_Kind.RETRY, _Kind.DELETE}:
        raise Invalid("Send the parameters of the list of a corpus, with `corpus`.", field="query")
    require_unlimited(actor)
    return None


def _target(actor: User, kind: str, corpus: Corpus | None, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the label, the field and its values, or the folder; raise `Invalid` if one is missing or not needed."""
    names, resolve = _TARGETS.get(kind, _NOTHING)
    given = {name for name, value in options.items() if value not in (None, [])} | (options.keys() & {"folder"})
    if unknown := sorted(given - names):
        raise Invalid("This kind of change does not need it.", field=unknown[0])
    return resolve(actor, corpus, options) if corpus is not None else {}


def _label(actor: User, corpus: Corpus, options: Mapping[str, Any]) -> Mapping[str, Any]:
    if options.get("label") is None:
        raise Invalid("Send the label.", field="label")
    label = get_visible_row(Label, actor, options["label"])
    return {"label": str(_of_corpus(corpus, label).pk)}


def _field(actor: User, corpus: Corpus, options: Mapping[str, Any]) -> Mapping[str, Any]:
    if options.get("field") is None:
        raise Invalid("Send the field, and the values.", field="field")
    field = get_visible_row(DocumentField, actor, options["field"])
    values: Sequence[str] = options.get("values") or []
    return {"field": str(_of_corpus(corpus, field).pk), "values": list(values)}


def _folder(actor: User, corpus: Corpus, options: Mapping[str, Any]) -> Mapping[str, Any]:
    key = options.get("folder")
    return {"folder": str(folder_of(corpus, key).pk) if key else None}


def _of_corpus(corpus: Corpus, row: Any) -> Any:
    if row.corpus_id != corpus.pk:
        raise NotFound
    return row


_NOTHING: Final[tuple[frozenset[str], _Target]] = (frozenset(), lambda *_: {})
_TARGETS: Final[Mapping[str, tuple[frozenset[str], _Target]]] = {
    _Kind.LABEL: (frozenset({"label"}), _label),
    _Kind.UNLABEL: (frozenset({"label"}), _label),
    _Kind.SET_FIELD: (frozenset({"field", "values"}), _field),
    _Kind.MOVE: (frozenset({"folder"}), _folder),
}
