"""The actions of a corpus: made, changed, switched off, taken out, run on what is there already."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction

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

MANY_FIELDS: Final = 100
AT_ONCE: Final = 1_000
_NAME_LIMIT: Final = 100
_TEXT_LIMIT: Final = 10_000


class ActionExists(Conflict):
    """The corpus has this action already."""

    code = "action_exists"


class ActionDisabled(Conflict):
    """This action is switched off."""

    code = "action_disabled"


@dataclass(frozen=True, slots=True)
class Question:
    """A field to extract: its name, and what is asked of every document."""

    name: str
    question: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionDraft:
    """A new action. Which of the rest is needed depends on its kind."""

    kind: str
    name: str = ""
    analyzer: str = ""
    instructions: str = ""
    fields: Sequence[Question] = ()
    enabled: bool = True


def version_of(action: CorpusAction) -> str:
    """The version of what can be edited."""
    return fingerprint(action.name, action.instructions, action.enabled)


@transaction.atomic
def create_action(draft: ActionDraft, *, corpus: Corpus, actor: User) -> CorpusAction:
    """Add an action. It runs on what is added or processed from now on; `run_action` lets it run on what is there."""
    require(actor, Permission.EDIT, corpus)
    name = _name(draft.name or dict(CorpusAction.Kind.choices)[draft.kind])
    _require_whole(draft)
    try:
        with transaction.atomic():
            record_corpus_event(corpus, "actions")
            return CorpusAction.objects.create(
                corpus=corpus,
                kind=draft.kind,
                name=name,
                analyzer=draft.analyzer if draft.kind == CorpusAction.Kind.ANALYZE else "",
                instructions=_text(draft.instructions, "instructions"),
                fieldset=_fieldset(corpus, name, draft.fields) if draft.kind == CorpusAction.Kind.EXTRACT else None,
                enabled=draft.enabled,
            )
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
    """Change what is given; one that is not enabled does not run by itself."""
    require(actor, Permission.EDIT, action.corpus)
    action = CorpusAction.objects.select_for_update(of=("self",)).select_related("corpus").get(pk=action.pk)
    require_unchanged(expected, version_of(action))
    if name is not None:
        action.name = _name(name)
    if instructions is not None:
        if action.kind == CorpusAction.Kind.AGENT and not instructions.strip():
            raise Invalid("Say what the agent is to do.", field="instructions")
        action.instructions = _text(instructions, "instructions")
    if enabled is not None:
        action.enabled = enabled
    action.save(update_fields=["name", "instructions", "enabled"])
    record_corpus_event(action.corpus, "actions")
    return action


@atomic_with_retry
def delete_action(action: CorpusAction, *, actor: User) -> None:
    """Take an action out with the account of its runs; what it has found or said stays."""
    require(actor, Permission.EDIT, action.corpus)
    rows = CorpusAction.objects.filter(pk=action.pk)
    services.cancel_actions(rows)
    lock_for_delete(action)
    rows.delete()
    record_corpus_event(action.corpus, "actions")


@transaction.atomic
def run_action(action: CorpusAction, *, actor: User, documents: Sequence[UUID] | None = None) -> int:
    """Let an action run on documents of its corpus that it has not succeeded on; give how many it begins with.

    All that `actor` sees when none are named, up to `AT_ONCE`: ask again for the rest. Those that are being processed
    are left out; enabled actions run on them by themselves.
    """
    require(actor, Permission.EDIT, action.corpus)
    if not action.enabled:
        raise ActionDisabled
    seen = Document.objects.visible_to(actor).filter(
        memberships__corpus=action.corpus, backend_lock=False, revision__isnull=False
    )
    if documents is not None:
        seen = seen.filter(pk__in=documents)
    done = action.executions.filter(state__in=["success", "queued"]).values("revision")
    keys = list(seen.exclude(revision__in=done).order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
    settled = [document for document in locking.locked(keys) if document.is_settled]
    lock_against_delete(action.corpus)
    lock_against_delete(action)
    return services.run_again(action, settled)


def _require_whole(draft: ActionDraft) -> None:
    match draft.kind:
        case CorpusAction.Kind.ANALYZE:
            get_analyzer(draft.analyzer)
        case CorpusAction.Kind.AGENT if not draft.instructions.strip():
            raise Invalid("Say what the agent is to do.", field="instructions")
        case CorpusAction.Kind.EXTRACT if not 0 < len(draft.fields) <= MANY_FIELDS:
            raise Invalid(f"Name 1 to {MANY_FIELDS} fields to extract.", field="fields")


def _fieldset(corpus: Corpus, name: str, questions: Sequence[Question]) -> Fieldset:
    columns = [(_name(each.name), _text(each.question, "fields")) for each in questions]
    if len({name for name, _ in columns}) != len(columns):
        raise Invalid("Two fields have the same name.", field="fields")
    if not all(question.strip() for _, question in columns):
        raise Invalid("A field needs a question.", field="fields")
    fieldset = Fieldset.objects.create(corpus=corpus, name=name)
    Column.objects.bulk_create(Column(fieldset=fieldset, name=name, question=text) for name, text in columns)
    return fieldset


def _name(text: str) -> str:
    name = without_invisible(text)
    if not 0 < len(name) <= _NAME_LIMIT:
        raise Invalid(f"A name has 1 to {_NAME_LIMIT} characters.", field="name")
    return name


def _text(text: str, field: str) -> str:
    if len(text) > _TEXT_LIMIT:
        raise Invalid(f"At most {_TEXT_LIMIT} characters.", field=field)
    return text.replace("\x00", "")
