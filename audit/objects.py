"""The objects of entries, and who sees these. Other packages register their models in `AppConfig.ready`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db.models import Model, Q

from core.access import Actor, Permission, access_of, visible_keys


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """The object of an entry: its kind and id, its owner, and the corpus and document that it belongs to."""

    kind: str
    id: UUID | None
    owner_id: UUID | None = None
    corpus_id: UUID | None = None
    document_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class _Named:
    model: type[Model]
    field: str
    visible_as: str  # a kind that is registered as visible
    through: str  # the column with the key of the object of that kind


Describe = Callable[[Any], Subject]
AdministeredBy = Callable[[UUID], Any]

_describe: dict[type[Model], Describe] = {}
_models: dict[str, type[Model]] = {}
_administered: dict[str, AdministeredBy] = {}
_named: dict[str, _Named] = {}

_KIND_LENGTH: Final = 16
DOCUMENT: Final = "document"
CORPUS: Final = "corpus"


def register(model: type[Model], describe: Describe) -> None:
    """Let objects of a model be the object of entries."""
    _describe[model] = describe


def register_visible(kind: str, model: type[Model]) -> None:
    """Use the access rules of `model` for documents or for corpora that entries mention."""
    _models[kind] = model


def register_administered(kind: str, keys: AdministeredBy) -> None:
    """Let users see the entries about objects of a kind without owner: `keys(user)` are those they administer."""
    _administered[kind] = keys


def register_name(kind: str, model: type[Model], field: str, *, corpus: str = "") -> None:
    """Let entries show the names of objects of a kind: to those who can see the object, or its `corpus`."""
    _named[kind] = _Named(model, field, *((CORPUS, corpus) if corpus else (kind, "pk")))


def names_of(kind: str, keys: set[UUID], actor: Actor) -> Mapping[UUID, str]:
    """Return the present names of the objects that exist and that the actor may see; one query, none without keys."""
    named = _named.get(kind)
    if named is None or not keys:
        return {}
    rows = named.model._base_manager.filter(pk__in=keys)
    visible = rows.filter(**{f"{named.through}__in": _visible(named.visible_as, actor)})
    return dict(visible.values_list("pk", named.field))


def subject_of(obj: Model) -> Subject:
    """Return how an object appears in the log."""
    describe = _describe.get(obj._meta.concrete_model or type(obj))
    return describe(obj) if describe else Subject(kind=str(obj._meta.model_name)[:_KIND_LENGTH], id=_uuid(obj.pk))


def _uuid(key: object) -> UUID | None:
    return key if isinstance(key, UUID) else None


def seen_by_owner(actor: Actor, user_id: UUID) -> Q:
    """Return the condition of the entries about what a user owns or administers.

    Others may put a document that the user cannot see into the user's corpus: what they do there is left out. API
    tokens see entries about documents and corpora that they can see, and none about the account.
    """
    shown = Q(document_id=None) | Q(document_id__in=_visible(DOCUMENT, actor))
    if access_of(actor).scopes is not None:
        own = Q(object_kind=DOCUMENT, object_id__in=_visible(DOCUMENT, actor))
        own |= Q(object_kind=CORPUS, object_id__in=_visible(CORPUS, actor))
        own |= Q(corpus_id__in=_visible(CORPUS, actor))
        return Q(owner_id=user_id) & own & shown
    condition = Q(owner_id=user_id) & shown
    for kind, keys in _administered.items():
        condition |= Q(object_kind=kind, object_id__in=keys(user_id))
    return condition


def _visible(kind: str, actor: Actor) -> Any:
    return visible_keys(_models[kind], actor, Permission.VIEW)
