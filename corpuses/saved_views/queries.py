"""The parameters of the lists that can be saved, as they are in the addresses of the user interface."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, Final
from uuid import UUID

from core.api.rest.list_query import MAX_KEYS
from core.errors import Invalid
from corpuses.annotations.models import Annotation, Label
from corpuses.fields.models import DocumentField
from corpuses.models import Folder
from corpuses.saved_views.models import SavedView
from documents.models import Document

TEXT_LIMIT: Final = 200

_TEXTS: Final = ("title", "type", "state", "owner", "language")
_ORDERS: Final = (*_TEXTS, "size", "pages", "newest", "oldest", "size_ascending", "pages_ascending")
_REVERSED: Final = tuple(f"{name}_descending" for name in _TEXTS)
_COUNTS: Final = ("annotations", "annotations_ascending", "labels", "labels_ascending")  # in a corpus

Check = Callable[[object], bool]


def _is_text(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= TEXT_LIMIT and "\x00" not in value


def _is_key(value: object) -> bool:
    try:
        return isinstance(value, str) and bool(UUID(value))
    except ValueError:
        return False


def _are_keys(value: object) -> bool:
    """Check a text of keys with commas between them."""
    return isinstance(value, str) and len(keys := value.split(",")) <= MAX_KEYS and all(map(_is_key, keys))


def _is_lasting_key(value: object) -> bool:
    """Check the key of a user or a document: views with one that is gone stay valid, and list nothing."""
    return _is_key(value)


def _is_day(value: object) -> bool:
    """Check a date like 2026-11-20."""
    try:
        return isinstance(value, str) and date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def _one_of(*values: str) -> Check:
    return lambda value: isinstance(value, str) and value in values


_SORT: Final = _one_of(*_ORDERS, *_REVERSED)
_CORPUS_SORT: Final = _one_of(*_ORDERS, *_REVERSED, *_COUNTS)
PARAMETERS: Final[Mapping[str, Mapping[str, Check]]] = {
    SavedView.Kind.DOCUMENTS: {
        "q": _is_text,
        "state": _one_of(*(state.upper() for state in Document.State.values)),
        "scope": _one_of("MINE", "SHARED", "PUBLIC"),
        "attachments": _one_of("without", "only"),
        "type": _is_text,
        "language": _is_text,
        "owner": _is_lasting_key,
        "sort": _SORT,
    },
    SavedView.Kind.CORPUS_DOCUMENTS: {
        "q": _is_text,
        "state": _one_of(*(state.upper() for state in Document.State.values)),
        "type": _is_text,
        "language": _is_text,
        "owner": _is_lasting_key,
        "folder": _is_key,
        "label": _is_key,
        "sort": _CORPUS_SORT,
        "field": _is_key,
        "is": _is_text,
        "contains": _is_text,
        "from": _is_text,
        "to": _is_text,
        "empty": _one_of("yes"),
        "sortField": _is_key,
        "descending": _one_of("yes"),
    },
    SavedView.Kind.ANNOTATIONS: {
        "label": _are_keys,
        "by": _one_of(*(source.upper() for source in Annotation.Source.values)),
        "creator": _is_lasting_key,
        "review": _one_of("PENDING", "ACCEPTED"),
        "words": _is_text,
        "document": _is_lasting_key,
        "from": _is_day,
        "to": _is_day,
        "placement": _one_of(*(placement.upper() for placement in Annotation.Placement.values)),
    },
}


def require_query(kind: str, query: Mapping[str, Any]) -> dict[str, Any]:
    """Return a query; raise `Invalid` if the list has no such parameter, or the value does not fit."""
    known = PARAMETERS[kind]
    if unknown := next((name for name in query if name not in known), None):
        raise Invalid(f"This list has no parameter `{unknown[:50]}`; it has {', '.join(known)}.", field="query")
    if wrong := next((name for name, value in query.items() if not known[name](value)), None):
        raise Invalid(f"The value of `{wrong}` is not valid.", field="query")
    return dict(query)


def invalid_parameters(views: Sequence[SavedView]) -> Mapping[UUID, list[str]]:
    """Return the parameters that are not valid any more: their values are unknown, or their objects were deleted."""
    live = _live_objects(views)
    return {view.pk: [name for name in view.query if not _is_valid(view, name, live)] for view in views}


def _is_valid(view: SavedView, name: str, live: Mapping[str, set[tuple[UUID, UUID | None]]]) -> bool:
    value, check = view.query[name], PARAMETERS[view.kind].get(name)
    if check is None or not check(value):
        return False
    # Of several labels, one may be deleted: nothing has it any more.
    return check not in {_is_key, _are_keys} or any((key, view.corpus_id) in live[name] for key in _keys(value))


def _keys(value: object) -> list[UUID]:
    """Return the keys of a parameter; none if it has another kind of value."""
    return [UUID(key) for key in str(value).split(",")] if _are_keys(value) else []


def _live_objects(views: Sequence[SavedView]) -> dict[str, set[tuple[UUID, UUID | None]]]:
    """Return the folders and labels of the queries that are not in the bin, each with its corpus."""
    models: dict[str, Any] = {"folder": Folder, "label": Label, "field": DocumentField, "sortField": DocumentField}
    keys = {name: {key for view in views for key in _keys(view.query.get(name))} for name in models}
    return {
        name: set(model.objects.filter(pk__in=keys[name]).values_list("pk", "corpus")) if keys[name] else set()
        for name, model in models.items()
    }
