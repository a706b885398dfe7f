"""Create, change, disable, delete and run the actions of a corpus."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction

from audit.actions import Action
from audit.log import record
from core.access.permissions import require
from core.access.roles import Permission
from core.db.optimistic_locking import fingerprint, require_unchanged
from core.db.row_locks import lock_against_delete, lock_for_delete
from core.db.transactions import atomic_with_retry
from core.errors import Conflict, Invalid
from corpuses.actions import services
from corpuses.actions.models import CorpusAction
from corpuses.analyzers.registry import get_analyzer
from corpuses.events import record_corpus_event
from corpuses.extracts.models import Column, Fieldset
from corpuses.models import Corpus
from documents.models import Document
from documents.pipeline.filenames import without_invisible
from documents.services import locking
from users.models import User

MAX_FIELDS: Final = 100
MAX_DOCUMENTS_PER_RUN: Final = 1_000
_NAME_LIMIT: Final = 100
_TEXT_LIMIT: Final = 10_000


class ActionExists(Conflict):
    """The corpus already has this action."""

    code = "action_exists"
    what_to_do = "Use the existing action."


class ActionDisabled(Conflict):
    """This action is disabled. Enable it first."""

    code = "action_disabled"
    what_to_do = "Set `enabled` to true, then run the action."


@dataclass(frozen=True, slots=True)
class Question:
    """A field to extract: its name, and the question that is asked about each document."""

    name: str
    question: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionDraft:
    """A new action. Its kind decides which of the other fields are required."""

    kind: str
    name: str = ""
    analyzer: str = ""
    instructions: str = ""
    fields: Sequence[Question] = ()
    enabled: bool = True


def version_of(action: CorpusAction) -> str:
    """Return the version of the fields that can be edited."""
    return fingerprint(action.name, action.instructions, action.enabled)


@transaction.atomic
def create_action(draft: ActionDraft, *, corpus: Corpus, actor: User) -> CorpusAction:
    """Create an action. It runs on documents added or processed from now on; `run_action` runs it on others."""
    require(actor, Permission.EDIT, corpus)
    name = _name(draft.name or dict(CorpusAction.Kind.choices)[draft.kind])
    _require_complete(draft)
    try:
        with transaction.atomic():
            record_corpus_event(corpus, "actions")
            action = CorpusAction.objects.create(
                corpus=corpus,
                kind=draft.kind,
                name=name,
                analyzer=draft.analyzer if draft.kind == CorpusAction.Kind.ANALYZE else "",
                instructions=_text(draft.instructions, "instructions"),
                fieldset=_fieldset(corpus, name, draft.fields) if draft.kind == CorpusAction.Kind.EXTRACT else None,
                enabled=draft.enabled,
            )
            record(Action.ACTION_CREATED, action, actor=actor, kind=draft.kind)
            return action
    except IntegrityError:
        raise ActionExists from None


@transaction.atomic
def update_action(
    action: CorpusAction,
    *,
    actor: User,
    name: str | None = None,
    instructions: str | None = None,
    enabled: bool | None = None,
    expected: str | None = None,
) -> CorpusAction:
    """Change the given fields. Disabled actions do not run automatically."""
    require(actor, Permission.EDIT, action.corpus)
    action = CorpusAction.objects.select_for_update(of=("self",)).select_related("corpus").get(pk=action.pk)
    require_unchanged(expected, version_of(action))
    if name is not None:
        action.name = _name(name)
    if instructions is not None:
        if action.kind == CorpusAction.Kind.AGENT and not instructions.strip():
            raise Invalid("Enter instructions for the agent.", field="instructions")
        action.instructions = _text(instructions, "instructions")
    if enabled is not None:
        action.enabled = enabled
    action.save(update_fields=["name", "instructions", "enabled"])
    record(Action.ACTION_CHANGED, action, actor=actor, enabled=action.enabled)
    record_corpus_event(action.corpus, "actions")
    return action


@atomic_with_retry
def delete_action(action: CorpusAction, *, actor: User) -> None:
    """Delete an action with its executions; its results are kept."""
    require(actor, Permission.EDIT, action.corpus)
    rows = CorpusAction.objects.filter(pk=action.pk)
    services.cancel_actions(rows)
    lock_for_delete(action)
    record(Action.ACTION_DELETED, action, actor=actor)
    rows.delete()
    record_corpus_event(action.corpus, "actions")


@transaction.atomic
def run_action(action: CorpusAction, *, actor: User, documents: Sequence[UUID] | None = None) -> int:
    """Run an action on documents of its corpus on which it has not succeeded; return how many were started.

    Without `documents`: all that are visible to `actor`, up to `MAX_DOCUMENTS_PER_RUN` per call. Documents that are
    being processed are skipped; enabled actions run on them afterwards.
    """
    require(actor, Permission.EDIT, action.corpus)
    if not action.enabled:
        raise ActionDisabled
    visible = Document.objects.visible_to(actor).filter(
        memberships__corpus=action.corpus, backend_lock=False, revision__isnull=False
    )
    if documents is not None:
        visible = visible.filter(pk__in=documents)
    done = action.executions.filter(state__in=["success", "queued"]).values("revision")
    keys = list(visible.exclude(revision__in=done).order_by("pk").values_list("pk", flat=True)[:MAX_DOCUMENTS_PER_RUN])
    settled = [document for document in locking.lock_documents(keys) if document.is_settled]
    lock_against_delete(action)
    started = services.run_again(action, settled)
    record(Action.ACTION_STARTED, action, actor=actor, documents=started)
    return started


def _require_complete(draft: ActionDraft) -> None:
    match draft.kind:
        case CorpusAction.Kind.ANALYZE:
            get_analyzer(draft.analyzer)
        case CorpusAction.Kind.AGENT if not draft.instructions.strip():
            raise Invalid("Enter instructions for the agent.", field="instructions")
        case CorpusAction.Kind.EXTRACT if not 0 < len(draft.fields) <= MAX_FIELDS:
            raise Invalid(f"Send 1 to {MAX_FIELDS} fields to extract.", field="fields")


def _fieldset(corpus: Corpus, name: str, questions: Sequence[Question]) -> Fieldset:
    columns = [(_name(each.name), _text(each.question, "fields")) for each in questions]
    if len({name for name, _ in columns}) != len(columns):
        raise Invalid("Two fields have the same name. Rename one of them.", field="fields")
    if not all(question.strip() for _, question in columns):
        raise Invalid("A field needs a question.", field="fields")
    fieldset = Fieldset.objects.create(corpus=corpus, name=name)
    Column.objects.bulk_create(Column(fieldset=fieldset, name=name, question=text) for name, text in columns)
    return fieldset


def _name(text: str) -> str:
    name = without_invisible(text)
    if not 0 < len(name) <= _NAME_LIMIT:
        raise Invalid(f"A name must have 1 to {_NAME_LIMIT} characters.", field="name")
    return name


def _text(text: str, field: str) -> str:
    if len(text) > _TEXT_LIMIT:
        raise Invalid(f"The text must have at most {_TEXT_LIMIT} characters.", field=field)
    return text.replace("\x00", "")
