"""Define, change and delete remote analyzers of a corpus. Their secrets are stored encrypted, and never returned."""

import base64
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypedDict, Unpack

from django.db import transaction

from audit.actions import Action
from audit.log import record
from core.access import Permission, require
from core.db.optimistic_locking import fingerprint, require_unchanged
from core.db.rows import get_row, refuse_duplicate, saved_changes
from core.encryption import encrypt
from core.errors import Conflict, Invalid
from core.webhooks import MIN_SECRET, PREFIX, require_secret
from corpuses.actions.remote.runs import stop_waiting
from corpuses.analyzers.checking import MAX_LABEL
from corpuses.analyzers.models import SECRET_PURPOSE, RemoteAnalyzer
from corpuses.corpora.services import lock_corpus
from corpuses.events import record_corpus_event
from corpuses.models import Corpus
from corpuses.providers.allowed import Purpose, require_allowed
from documents.pipeline.filenames import without_invisible
from users.models import User
from users.secrets import lock_owner

LIMIT: Final = 50  # of a corpus
NAME_LIMIT: Final = 100
DESCRIPTION_LIMIT: Final = 1_000
MAX_LABELS: Final = 100
_RESULTS: Final = frozenset({"address", "labels"})
"""The fields that decide about results."""


class RemoteAnalyzerExists(Conflict):
    """The corpus already has a remote analyzer of this name."""

    code = "remote_analyzer_exists"
    what_to_do = "Choose another name, or change the existing analyzer."


class TooManyRemoteAnalyzers(Conflict):
    """The corpus has the largest number of remote analyzers."""

    code = "too_many_remote_analyzers"
    what_to_do = "Delete remote analyzers that are not needed."


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoteDraft:
    """A new remote analyzer."""

    name: str
    address: str
    secret: str
    description: str = ""
    labels: Sequence[str] = ()
    enabled: bool = True


class RemoteChanges(TypedDict, total=False):
    """Changes of a remote analyzer; `None` keeps a field as it is."""

    name: str | None
    address: str | None
    secret: str | None
    description: str | None
    labels: Sequence[str] | None
    enabled: bool | None


def version_of_remote(analyzer: RemoteAnalyzer) -> str:
    """Return the version of the fields that can be edited."""
    return fingerprint(
        analyzer.name, analyzer.description, analyzer.address, analyzer.labels, analyzer.enabled,
        bytes(analyzer.encrypted_secret).hex(),
    )  # fmt: skip


@transaction.atomic
def create_remote_analyzer(corpus: Corpus, draft: RemoteDraft, *, actor: User) -> RemoteAnalyzer:
    """Define a remote analyzer. Those who may share the corpus decide where its documents are sent."""
    require(actor, Permission.SHARE, corpus)
    lock_owner(actor)
    lock_corpus(corpus)  # requests follow one another, so that the limit holds
    if RemoteAnalyzer.objects.filter(corpus=corpus).count() >= LIMIT:
        raise TooManyRemoteAnalyzers(f"This corpus has {LIMIT} remote analyzers already.")
    values = _checked(
        {
            "name": draft.name,
            "address": draft.address,
            "secret": draft.secret,
            "description": draft.description,
            "labels": draft.labels,
            "enabled": draft.enabled,
        },
        corpus,
    )
    analyzer = RemoteAnalyzer(corpus=corpus, token_id=actor.access.token_id, **values)
    with refuse_duplicate("remote_analyzer_name_once", RemoteAnalyzerExists(field="name")):
        analyzer.save()
    record(Action.REMOTE_ANALYZER_CREATED, analyzer, actor=actor, address=analyzer.address)
    record_corpus_event(corpus, "remote_analyzers")
    return analyzer


@transaction.atomic
def update_remote_analyzer(
    analyzer: RemoteAnalyzer, *, actor: User, expected: str | None = None, **changes: Unpack[RemoteChanges]
) -> RemoteAnalyzer:
    """Change the given fields, those that are not `None`. A secret is never sent to another server.

    After a change of the address or the labels, it can run again on documents on which it has succeeded.
    """
    require(actor, Permission.SHARE, analyzer.corpus)
    if changes.get("secret") is not None:
        lock_owner(actor)
    analyzer = _locked(analyzer)
    require_unchanged(expected, version_of_remote(analyzer))
    given = {name: value for name, value in changes.items() if value is not None}
    if "address" in given and given["address"] != analyzer.address and "secret" not in given:
        raise Invalid("Another address needs a secret of its own. Enter it.", field="secret")
    values = _checked(given, analyzer.corpus)
    with (
        refuse_duplicate("remote_analyzer_name_once", RemoteAnalyzerExists(field="name")),
        saved_changes(analyzer) as changed,
    ):
        if any(name in values and values[name] != getattr(analyzer, name) for name in _RESULTS):
            analyzer.results_version += 1
        for name, value in values.items():
            setattr(analyzer, name, value)
        if "secret" in given:
            analyzer.token_id = actor.access.token_id
    if not changed:
        return analyzer
    if not analyzer.enabled:
        stop_waiting(analyzer)
    fields = [name for name in sorted(given) if name == "secret" or name in changed]
    record(Action.REMOTE_ANALYZER_CHANGED, analyzer, actor=actor, fields=fields, address=analyzer.address)
    record_corpus_event(analyzer.corpus, "remote_analyzers")
    return analyzer


@transaction.atomic
def delete_remote_analyzer(analyzer: RemoteAnalyzer, *, actor: User) -> None:
    """Delete a remote analyzer; its results are kept."""
    require(actor, Permission.SHARE, analyzer.corpus)
    analyzer = _locked(analyzer)
    record(Action.REMOTE_ANALYZER_DELETED, analyzer, actor=actor, address=analyzer.address)
    stop_waiting(analyzer)
    analyzer.delete()
    record_corpus_event(analyzer.corpus, "remote_analyzers")


@transaction.atomic
def end_secret_of(analyzer: RemoteAnalyzer, *, actor: User) -> None:
    """Disable a remote analyzer, and replace its secret by an unknown one: another one has to be entered."""
    analyzer = _locked(analyzer)
    unknown = PREFIX + base64.b64encode(secrets.token_bytes(MIN_SECRET)).decode()
    analyzer.encrypted_secret, analyzer.enabled = encrypt(SECRET_PURPOSE, unknown), False
    analyzer.save(update_fields=["encrypted_secret", "enabled"])
    stop_waiting(analyzer)
    record(
        Action.REMOTE_ANALYZER_CHANGED, analyzer, actor=actor, fields=["enabled", "secret"], address=analyzer.address
    )
    record_corpus_event(analyzer.corpus, "remote_analyzers")


def _checked(given: dict[str, Any], corpus: Corpus) -> dict[str, Any]:
    """Return the columns of the given fields; raise `Invalid` if one is wrong."""
    values = dict(given)
    if "name" in given:
        values["name"] = without_invisible(given["name"]).strip()
        if not 0 < len(values["name"]) <= NAME_LIMIT:
            raise Invalid(f"The name must have 1 to {NAME_LIMIT} characters.", field="name")
    if "description" in given:
        values["description"] = given["description"].replace("\x00", "").strip()
        if len(values["description"]) > DESCRIPTION_LIMIT:
            raise Invalid(f"The description must have at most {DESCRIPTION_LIMIT} characters.", field="description")
    if "address" in given:
        require_allowed(Purpose.ANALYZERS, corpus.tenant_id, given["address"], field="address")
    if "labels" in given:
        values["labels"] = _labels(given["labels"])
    if "secret" in given:
        values["encrypted_secret"] = encrypt(SECRET_PURPOSE, require_secret(values.pop("secret")))
    return values


def _labels(labels: Sequence[str]) -> list[str]:
    names = list(dict.fromkeys(without_invisible(each).strip() for each in labels))
    if len(names) > MAX_LABELS:
        raise Invalid(f"There must be at most {MAX_LABELS} labels.", field="labels")
    if not all(0 < len(each) <= MAX_LABEL for each in names):
        raise Invalid(f"A label must have 1 to {MAX_LABEL} characters.", field="labels")
    return names


def _locked(analyzer: RemoteAnalyzer) -> RemoteAnalyzer:
    rows = RemoteAnalyzer.objects.select_for_update(of=("self",)).select_related("corpus__owner")
    return get_row(rows, pk=analyzer.pk)
