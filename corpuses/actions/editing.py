"""Create, change, disable and delete the actions of a corpus."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Unpack

from django.db import IntegrityError, transaction

from audit.actions import Action
from audit.log import record
from core.access.permissions import require
from core.access.roles import Permission
from core.db.optimistic_locking import fingerprint, require_unchanged
from core.db.row_locks import lock_for_delete
from core.db.transactions import atomic_with_retry
from core.errors import Conflict
from corpuses.actions import settling
from corpuses.actions.drafts import (
    ActionChanges,
    ActionDraft,
    Question,
    checked_name,
    checked_questions,
    checked_text,
    checked_triggers,
)
from corpuses.actions.kinds import KINDS, kind_of
from corpuses.actions.models import CorpusAction
from corpuses.events import record_corpus_event
from corpuses.extracts.columns import ColumnDraft, draft_of, replace_columns
from corpuses.extracts.models import Fieldset
from corpuses.models import Corpus
from users.models import User


class ActionExists(Conflict):
    """The corpus already has this action."""

    code = "action_exists"
    what_to_do = "Use the existing action."


def version_of(action: CorpusAction) -> str:
    """Return the version of the fields that can be edited."""
    return fingerprint(action.name, action.triggers, action.settings_version, action.enabled)


@transaction.atomic
def create_action(draft: ActionDraft, *, corpus: Corpus, actor: User) -> CorpusAction:
    """Create an action. It runs when one of its triggers occurs; `run_action` runs it on documents that are there."""
    require(actor, Permission.EDIT, corpus)
    kind = KINDS[draft.kind]
    name = checked_name(draft.name or kind.name.label)
    triggers = checked_triggers(draft.triggers)
    kind.check(draft)
    try:
        with transaction.atomic():
            record_corpus_event(corpus, "actions")
            action = CorpusAction.objects.create(
                corpus=corpus,
                kind=draft.kind,
                name=name,
                triggers=triggers,
                analyzer=draft.analyzer if draft.kind == CorpusAction.Kind.ANALYZE else "",
                instructions=checked_text(draft.instructions, "instructions"),
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
    expected: str | None = None,
    **changes: Unpack[ActionChanges],
) -> CorpusAction:
    """Change the given fields, those that are not `None`. Disabled actions do not run.

    After a change of what it does, it can run again on documents on which it has succeeded.
    """
    require(actor, Permission.EDIT, action.corpus)
    action = CorpusAction.objects.select_for_update(of=("self",)).select_related("corpus", "fieldset").get(pk=action.pk)
    require_unchanged(expected, version_of(action))
    if (name := changes.get("name")) is not None:
        action.name = checked_name(name)
    if (triggers := changes.get("triggers")) is not None:
        action.triggers = checked_triggers(triggers)
    if (enabled := changes.get("enabled")) is not None:
        action.enabled = enabled
    _change_settings(action, changes)
    action.save()
    record(Action.ACTION_CHANGED, action, actor=actor, enabled=action.enabled, settings=action.settings_version)
    record_corpus_event(action.corpus, "actions")
    return action


@atomic_with_retry
def delete_action(action: CorpusAction, *, actor: User) -> None:
    """Delete an action with its executions; its results are kept."""
    require(actor, Permission.EDIT, action.corpus)
    rows = CorpusAction.objects.filter(pk=action.pk)
    settling.cancel_actions(rows)
    waiting = settling.waiting_for(action)
    lock_for_delete(action)
    record(Action.ACTION_DELETED, action, actor=actor)
    rows.delete()
    settling.release_waiting(waiting)
    record_corpus_event(action.corpus, "actions")


def _change_settings(action: CorpusAction, changes: ActionChanges) -> None:
    """Change what the action does; its results have a new version of the settings from then on."""
    present = _draft_of(action)
    draft = present
    if (analyzer := changes.get("analyzer")) is not None and action.kind == CorpusAction.Kind.ANALYZE:
        draft = replace(draft, analyzer=analyzer)
    if (instructions := changes.get("instructions")) is not None:
        draft = replace(draft, instructions=checked_text(instructions, "instructions"))
    if (fields := changes.get("fields")) is not None and action.kind == CorpusAction.Kind.EXTRACT:
        draft = replace(draft, fields=checked_questions(fields))
    if draft == present:
        return
    kind_of(action).check(draft)
    action.analyzer, action.instructions = draft.analyzer, draft.instructions
    if draft.fields != present.fields and action.fieldset is not None:
        _write_columns(action.fieldset, draft.fields)
    action.settings_version += 1


def _draft_of(action: CorpusAction) -> ActionDraft:
    columns = action.fieldset.columns.values_list("name", "question") if action.fieldset else []
    fields = [Question(name, question) for name, question in columns]
    return ActionDraft(kind=action.kind, analyzer=action.analyzer, instructions=action.instructions, fields=fields)


def _fieldset(corpus: Corpus, name: str, questions: Sequence[Question]) -> Fieldset:
    fieldset = Fieldset.objects.create(corpus=corpus, name=name)
    _write_columns(fieldset, checked_questions(questions))
    return fieldset


def _write_columns(fieldset: Fieldset, questions: Sequence[Question]) -> None:
    """Make these the columns of a fieldset; those that keep their name keep their type and their values."""
    present = {column.name: draft_of(column) for column in fieldset.columns.all()}
    drafts = [
        replace(present[each.name], question=each.question)
        if each.name in present
        else ColumnDraft(name=each.name, question=each.question)
        for each in questions
    ]
    replace_columns(fieldset, drafts)
