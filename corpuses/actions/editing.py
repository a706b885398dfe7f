"""Create, change, disable and delete the actions of a corpus."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Unpack
from uuid import UUID

from django.db import transaction

from audit.actions import Action
from audit.log import record
from core.access import Permission, require
from core.db.optimistic_locking import fingerprint, require_unchanged
from core.db.row_locks import lock_for_delete
from core.db.rows import refuse_duplicate, saved_changes
from core.db.transactions import atomic_with_retry
from core.deletion import free_name
from core.errors import Conflict, Invalid
from corpuses.actions import settling
from corpuses.actions.drafts import (
    ActionChanges,
    ActionDraft,
    Question,
    checked_name,
    checked_questions,
    checked_settings,
    checked_text,
    checked_triggers,
)
from corpuses.actions.kinds import KINDS, kind_of
from corpuses.actions.models import CorpusAction
from corpuses.events import record_corpus_event
from corpuses.extracts.columns import ColumnDraft, draft_of
from corpuses.extracts.fieldsets import change_columns
from corpuses.extracts.models import Fieldset
from corpuses.holding import require_held
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
    triggers = checked_triggers(draft.triggers, draft.kind)
    settings = checked_settings(draft.settings) if draft.kind == CorpusAction.Kind.ANALYZE else {}
    kind.check(draft, corpus)
    with refuse_duplicate("one_embed_action_per_corpus", ActionExists()):
        action = CorpusAction.objects.create(
            corpus=corpus,
            kind=draft.kind,
            name=name,
            triggers=triggers,
            analyzer=draft.analyzer if draft.kind == CorpusAction.Kind.ANALYZE else "",
            analyzer_version=kind.version(draft.analyzer),
            settings=settings,
            instructions=checked_text(draft.instructions, "instructions"),
            fieldset=_fieldset(corpus, name, draft, actor) if draft.kind == CorpusAction.Kind.EXTRACT else None,
            engine=draft.engine if draft.kind == CorpusAction.Kind.EXTRACT else "",
            enabled=draft.enabled,
        )
        record(Action.ACTION_CREATED, action, actor=actor, kind=draft.kind)
        record_corpus_event(corpus, "actions")
        return action


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
    require_held(actor, Permission.EDIT, action.corpus)
    action = CorpusAction.objects.select_for_update(of=("self",)).select_related("corpus", "fieldset").get(pk=action.pk)
    require_unchanged(expected, version_of(action))
    with saved_changes(action) as changed:
        if (name := changes.get("name")) is not None:
            action.name = checked_name(name)
        if (triggers := changes.get("triggers")) is not None:
            action.triggers = checked_triggers(triggers, action.kind)
        if (enabled := changes.get("enabled")) is not None:
            action.enabled = enabled
        _change_settings(action, changes)
    if changed:
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
    record_corpus_event(action.corpus, "actions", "analysis_runs")


def _change_settings(action: CorpusAction, changes: ActionChanges) -> None:
    """Change what the action does; its results have a new version of the settings from then on."""
    present = _draft_of(action)
    draft = present
    if action.kind == CorpusAction.Kind.ANALYZE:
        draft = _with_analyzer_settings(draft, changes)
    if (instructions := changes.get("instructions")) is not None:
        draft = replace(draft, instructions=checked_text(instructions, "instructions"))
    if action.kind == CorpusAction.Kind.EXTRACT:
        draft = _with_extract_settings(draft, changes)
    if draft == present:
        return
    kind_of(action).check(draft, action.corpus)
    action.analyzer, action.instructions, action.engine = draft.analyzer, draft.instructions, draft.engine
    action.settings, action.analyzer_version = dict(draft.settings), kind_of(action).version(draft.analyzer)
    if draft.fieldset is not None and draft.fieldset != present.fieldset:
        action.fieldset = _find_fieldset(action.corpus, draft.fieldset)
    elif draft.fields != present.fields and action.fieldset is not None:
        _write_columns(action.fieldset, draft.fields)
    action.settings_version += 1


def _with_analyzer_settings(draft: ActionDraft, changes: ActionChanges) -> ActionDraft:
    """Return the draft with another analyzer, other settings, or both; those of another analyzer are not kept."""
    settings = changes.get("settings")
    if (analyzer := changes.get("analyzer")) is not None and analyzer != draft.analyzer:
        draft = replace(draft, analyzer=analyzer, settings={})
    return draft if settings is None else replace(draft, settings=checked_settings(settings))


def _with_extract_settings(draft: ActionDraft, changes: ActionChanges) -> ActionDraft:
    if (engine := changes.get("engine")) is not None:
        draft = replace(draft, engine=engine)
    fieldset, fields = changes.get("fieldset"), changes.get("fields")
    if fieldset is not None and fieldset != draft.fieldset:
        if fields is not None:
            raise Invalid("Choose another fieldset, or change the fields of this one.", field="fields")
        return replace(draft, fieldset=fieldset, fields=())
    return draft if fields is None else replace(draft, fields=checked_questions(fields))


def _draft_of(action: CorpusAction) -> ActionDraft:
    columns = action.fieldset.columns.values_list("name", "question") if action.fieldset else []
    fields = [Question(name, question) for name, question in columns]
    return ActionDraft(
        kind=action.kind,
        analyzer=action.analyzer,
        settings=action.settings,
        instructions=action.instructions,
        fields=fields,
        fieldset=action.fieldset_id,
        engine=action.engine,
    )


def _fieldset(corpus: Corpus, name: str, draft: ActionDraft, actor: User) -> Fieldset:
    """Return the fieldset of the draft, or a new one with its fields."""
    if draft.fieldset is not None:
        return _find_fieldset(corpus, draft.fieldset)
    names = Fieldset.objects.filter(corpus=corpus)
    free = free_name(name, lambda each: names.filter(name=each).exists())
    fieldset = Fieldset.objects.create(corpus=corpus, name=free)
    _write_columns(fieldset, checked_questions(draft.fields))
    record(Action.FIELDSET_CREATED, fieldset, actor=actor)
    return fieldset


def _find_fieldset(corpus: Corpus, key: UUID) -> Fieldset:
    fieldset = Fieldset.objects.filter(pk=key, corpus=corpus).first()
    if fieldset is None or not fieldset.columns.exists():
        raise Invalid("Choose a fieldset of this corpus, with columns.", field="fieldset")
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
    if change_columns(fieldset, drafts):
        record_corpus_event(fieldset.corpus, "fieldsets")
