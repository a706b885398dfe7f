"""Drafts of actions, and the checks of their fields that all kinds share."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypedDict
from uuid import UUID

from core.errors import Invalid
from corpuses.actions.models import COMMENT_TRIGGERS, ActionTrigger, CorpusAction, all_triggers
from documents.pipeline.filenames import without_invisible

MAX_FIELDS: Final = 100
_NAME_LIMIT: Final = 100
_TEXT_LIMIT: Final = 10_000
_SETTINGS_LIMIT: Final = 100_000  # characters of JSON


@dataclass(frozen=True, slots=True)
class Question:
    """A field to extract: its name, and the question that is asked about each document."""

    name: str
    question: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionDraft:
    """A new action. Its kind decides which of the other fields are required.

    An extraction has the questions of a `fieldset`, or `fields` of its own.
    """

    kind: str
    name: str = ""
    triggers: Sequence[str] | None = None
    analyzer: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    instructions: str = ""
    fields: Sequence[Question] = ()
    fieldset: UUID | None = None
    engine: str = ""
    enabled: bool = True


class ActionChanges(TypedDict, total=False):
    """Changes of an action; `None` keeps a field as it is."""

    name: str | None
    triggers: Sequence[str] | None
    analyzer: str | None
    settings: Mapping[str, Any] | None
    instructions: str | None
    fields: Sequence[Question] | None
    fieldset: UUID | None
    engine: str | None
    enabled: bool | None


def checked_name(text: str, field: str = "name") -> str:
    """Return a name without invisible characters; raise `Invalid` if it is empty or too long."""
    name = without_invisible(text)
    if not 0 < len(name) <= _NAME_LIMIT:
        raise Invalid(f"A name must have 1 to {_NAME_LIMIT} characters.", field=field)
    return name


def checked_text(text: str, field: str) -> str:
    """Return a text that PostgreSQL can store; raise `Invalid` if it is too long."""
    if len(text) > _TEXT_LIMIT:
        raise Invalid(f"The text must have at most {_TEXT_LIMIT} characters.", field=field)
    return text.replace("\x00", "")


def checked_settings(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings that PostgreSQL can store; raise `Invalid` if they are too long."""
    text = json.dumps(settings)
    if len(text) > _SETTINGS_LIMIT:
        raise Invalid(f"The settings must have at most {_SETTINGS_LIMIT} characters.", field="settings")
    if "\\u0000" in text:
        raise Invalid("The settings must not contain the character U+0000.", field="settings")
    return dict(settings)


def checked_triggers(triggers: Iterable[str] | None, kind: str) -> list[str]:
    """Return the triggers in their usual order, `manual` always among them; by default those about documents."""
    if triggers is None:
        return all_triggers()
    triggers = list(triggers)
    if kind != CorpusAction.Kind.AGENT and set(triggers) & set(COMMENT_TRIGGERS):
        raise Invalid("Only agents can answer comments. Choose other triggers.", field="triggers")
    chosen = {*triggers, ActionTrigger.MANUAL}
    return [each for each in ActionTrigger.values if each in chosen]


def checked_questions(questions: Sequence[Question]) -> list[Question]:
    """Return the fields to extract; raise `Invalid` with the path of the first that is wrong."""
    if not 0 < len(questions) <= MAX_FIELDS:
        raise Invalid(f"Send 1 to {MAX_FIELDS} fields to extract.", field="fields")
    names: set[str] = set()
    checked = []
    for place, each in enumerate(questions):
        name = checked_name(each.name, f"fields.{place}.name")
        if name in names:
            raise Invalid("Another field has the same name. Rename one of them.", field=f"fields.{place}.name")
        if not each.question.strip():
            raise Invalid("Enter a question.", field=f"fields.{place}.question")
        names.add(name)
        checked.append(Question(name, checked_text(each.question, f"fields.{place}.question")))
    return checked
