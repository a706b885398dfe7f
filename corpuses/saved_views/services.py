"""Save, change, share and delete views of lists."""

from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction

from audit.actions import Action
from audit.log import record
from core.access import Permission, require, require_unlimited
from core.db.optimistic_locking import fingerprint, require_unchanged
from core.db.rows import get_row, refuse_duplicate, saved_changes
from core.errors import Conflict, Invalid, NotAllowed
from corpuses.events import record_corpus_event
from corpuses.models import Corpus
from corpuses.saved_views.models import SavedView
from corpuses.saved_views.queries import require_query
from events import outbox
from users.models import User

LIMIT: Final = 200  # of each user
NAME_LIMIT: Final = 100


class SavedViewExists(Conflict):
    """You already have a view of this name of this list."""

    code = "saved_view_exists"
    what_to_do = "Choose another name, or change the existing view."


class TooManySavedViews(Conflict):
    """You have the largest number of saved views."""

    code = "too_many_saved_views"
    what_to_do = "Delete views that you do not need."


def version_of_view(view: SavedView) -> str:
    """Return the version of the fields that can be edited."""
    return fingerprint(view.name, view.query, view.is_shared)


@transaction.atomic
def create_saved_view(  # keyword arguments
    corpus: Corpus | None,
    *,
    kind: str,
    name: str,
    query: Mapping[str, Any],
    is_shared: bool = False,
    actor: User,
) -> SavedView:
    """Save the state of a list under a name."""
    _require_corpus(kind, corpus)
    if corpus is None:
        require_unlimited(actor)
    if is_shared:
        _require_sharing(corpus, actor)
    # Requests of one user follow one another, so that the limit holds.
    User.objects.select_for_update(no_key=True).filter(pk=actor.pk).exists()
    if SavedView.objects.filter(owner=actor).count() >= LIMIT:
        raise TooManySavedViews(f"You have {LIMIT} saved views already.")
    query = require_query(kind, query)
    view = SavedView(owner=actor, corpus=corpus, kind=kind, name=_name(name), query=query, is_shared=is_shared)
    with refuse_duplicate("saved_view_name_once", SavedViewExists(field="name")):
        view.save(force_insert=True)
    record(Action.SAVED_VIEW_CREATED, view, actor=actor)
    _record_event(view)
    return view


@transaction.atomic
def update_saved_view(
    view: SavedView,
    *,
    actor: User,
    name: str | None = None,
    query: Mapping[str, Any] | None = None,
    is_shared: bool | None = None,
    expected: str | None = None,
) -> SavedView:
    """Change the given fields of a view. Editors of the corpus may end the sharing of views of other users."""
    view = _locked(view)
    if view.owner_id != actor.pk:
        if view.corpus is None or is_shared is not False or name is not None or query is not None:
            raise NotAllowed
        require(actor, Permission.EDIT, view.corpus)
    require_unchanged(expected, version_of_view(view))
    if is_shared and not view.is_shared:
        _require_sharing(view.corpus, actor)
    with refuse_duplicate("saved_view_name_once", SavedViewExists(field="name")), saved_changes(view) as changed:
        view.name = view.name if name is None else _name(name)
        view.query = view.query if query is None else require_query(view.kind, query)
        view.is_shared = view.is_shared if is_shared is None else is_shared
    if changed:
        record(Action.SAVED_VIEW_CHANGED, view, actor=actor, fields=changed)
        _record_event(view)
    return view


@transaction.atomic
def delete_saved_view(view: SavedView, *, actor: User) -> None:
    """Delete a view of the user."""
    view = _locked(view)
    if view.owner_id != actor.pk:
        raise NotAllowed
    record(Action.SAVED_VIEW_DELETED, view, actor=actor)
    _record_event(view)
    view.delete()


def _require_corpus(kind: str, corpus: Corpus | None) -> None:
    if kind == SavedView.Kind.DOCUMENTS and corpus is not None:
        raise Invalid("The list of all documents is of no corpus. Leave it out.", field="corpus")
    if kind != SavedView.Kind.DOCUMENTS and corpus is None:
        raise Invalid("Send the corpus of the list.", field="corpus")


def _require_sharing(corpus: Corpus | None, actor: User) -> None:
    """Require that a user may share views of a corpus: annotators do."""
    if corpus is None:
        raise Invalid("Only views of a corpus can be shared.", field="is_shared")
    require(actor, Permission.ANNOTATE, corpus)


def _name(text: str) -> str:
    name = " ".join(text.replace("\x00", "").split())
    if not 0 < len(name) <= NAME_LIMIT:
        raise Invalid(f"The name must have 1 to {NAME_LIMIT} characters.", field="name")
    return name


def _locked(view: SavedView) -> SavedView:
    rows = SavedView.objects.select_for_update(of=("self",)).select_related("corpus__owner", "owner")
    return get_row(rows, pk=view.pk)


def _record_event(view: SavedView) -> None:
    """Record it for those who see the view: the readers of its corpus, or other pages of its owner."""
    if view.corpus is not None:
        record_corpus_event(view.corpus, "saved_views")
    else:
        outbox.record(outbox.Entity.NOTIFICATION, view.pk, owner_id=view.owner_id, changed=["saved_views"])
