"""The columns of a fieldset or an extract: validate drafts, replace them as a whole, copy them."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final
from uuid import UUID

import jsonschema

from core.db.ids import uuid7
from core.db.optimistic_locking import fingerprint
from core.errors import Invalid
from corpuses.extracts.engines.protocol import Question
from corpuses.extracts.models import Column, Extract, Fieldset
from documents.pipeline.filenames import without_invisible

MAX_COLUMNS: Final = 100
MAX_CHOICES: Final = 200
NAME_LIMIT: Final = 100
TEXT_LIMIT: Final = 10_000
SCHEMA_LIMIT: Final = 20_000
# They make the validator fetch other documents, or run regular expressions of users.
_REFUSED: Final = frozenset({"$ref", "$dynamicRef", "pattern", "patternProperties"})
_NESTED: Final = {Column.Type.LIST, Column.Type.OBJECT}
_COPIED: Final = ("lineage", "order", "name", "question", "instructions", "type", "choices", "items", "schema")
_EDITED: Final = _COPIED[1:]


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnDraft:
    """A column as a user wants it to be. With the `id` of an existing one, that one is changed."""

    id: UUID | None = None
    name: str
    question: str
    instructions: str = ""
    type: str = Column.Type.STRING
    choices: Sequence[str] = field(default_factory=list)
    items: str = ""
    schema: Mapping[str, Any] | None = None


def draft_of(column: Column) -> ColumnDraft:
    """Return the draft that a column would have been made from."""
    return ColumnDraft(**{each.name: getattr(column, each.name) for each in fields(ColumnDraft)})


def question_of(column: Column) -> Question:
    """Return the question of a column for an engine."""
    return Question(
        key=column.pk,
        name=column.name,
        text=column.question,
        instructions=column.instructions,
        type=column.type,
        choices=column.choices,
        items=column.items,
        schema=column.schema,
    )


def question_hash(column: Column) -> str:
    """Return a hash of what decides the answer: a cell with another one was answered before the column was changed."""
    return fingerprint(column.question, column.instructions, column.type, column.choices, column.items, column.schema)


def replace_columns(holder: Fieldset | Extract, drafts: Sequence[ColumnDraft]) -> bool:
    """Make the columns of a holder those of the drafts, in their order; return whether this has changed any.

    Columns without a draft are deleted. The row of the holder must be locked.
    """
    present = {column.pk: column for column in holder.columns.all()}
    before = {key: _edited(column) for key, column in present.items()}
    columns = [_column(holder, present, draft, order) for order, draft in enumerate(_checked(drafts))]
    changed = [column for column in columns if column.pk in present and _edited(column) != before[column.pk]]
    new = [column for column in columns if column.pk not in present]
    deleted = present.keys() - {column.pk for column in columns}
    if deleted:
        holder.columns.filter(pk__in=deleted).delete()
    Column.objects.bulk_update(changed, _EDITED)
    Column.objects.bulk_create(new)
    return bool(changed or new or deleted)


def _edited(column: Column) -> list[Any]:
    return [getattr(column, name) for name in _EDITED]


def copy_columns(columns: Iterable[Column], holder: Fieldset | Extract) -> list[Column]:
    """Create copies of columns in another holder; they have the lineage of the originals."""
    copies = [Column(**{name: getattr(column, name) for name in _COPIED}, **_holder(holder)) for column in columns]
    return Column.objects.bulk_create(copies)


def _column(holder: Fieldset | Extract, present: Mapping[UUID, Column], draft: ColumnDraft, order: int) -> Column:
    if draft.id is not None and draft.id not in present:
        raise Invalid("This is not a column of it. Send the ids of its own columns only.", field="columns")
    column = present[draft.id] if draft.id else Column(id=uuid7(), **_holder(holder))
    column.order = order
    for name in _EDITED[1:]:
        setattr(column, name, getattr(draft, name))
    return column


def _holder(holder: Fieldset | Extract) -> dict[str, Any]:
    return {"fieldset": holder} if isinstance(holder, Fieldset) else {"extract": holder}


def _checked(drafts: Sequence[ColumnDraft]) -> list[ColumnDraft]:
    if not 0 < len(drafts) <= MAX_COLUMNS:
        raise Invalid(f"Send 1 to {MAX_COLUMNS} columns.", field="columns")
    checked = [_checked_draft(draft) for draft in drafts]
    if len({draft.name for draft in checked}) != len(checked):
        raise Invalid("Two columns have the same name. Rename one of them.", field="columns")
    ids = [draft.id for draft in checked if draft.id]
    if len(set(ids)) != len(ids):
        raise Invalid("Two columns have the same id.", field="columns")
    return checked


def _checked_draft(draft: ColumnDraft) -> ColumnDraft:
    name = without_invisible(draft.name)
    if not 0 < len(name) <= NAME_LIMIT:
        raise Invalid(f"The name of a column must have 1 to {NAME_LIMIT} characters.", field="columns")
    question, instructions = _text(draft.question), _text(draft.instructions)
    if not question:
        raise Invalid(f"The column “{name}” needs a question.", field="columns")
    return ColumnDraft(
        id=draft.id,
        name=name,
        question=question,
        instructions=instructions,
        type=draft.type,
        choices=_choices(draft, name) if _uses_choices(draft) else [],
        items=_items(draft, name) if draft.type == Column.Type.LIST else "",
        schema=_schema(draft, name) if draft.type == Column.Type.OBJECT else None,
    )


def _text(text: str) -> str:
    if len(text) > TEXT_LIMIT:
        raise Invalid(f"A question must have at most {TEXT_LIMIT} characters.", field="columns")
    return text.replace("\x00", "").strip()


def _uses_choices(draft: ColumnDraft) -> bool:
    return Column.Type.ENUM in {draft.type, draft.items if draft.type == Column.Type.LIST else ""}


def _choices(draft: ColumnDraft, name: str) -> list[str]:
    choices = list(dict.fromkeys(text for each in draft.choices if (text := without_invisible(each)[:TEXT_LIMIT])))
    if not 0 < len(choices) <= MAX_CHOICES:
        raise Invalid(f"The column “{name}” needs 1 to {MAX_CHOICES} choices.", field="columns")
    return choices


def _items(draft: ColumnDraft, name: str) -> str:
    items = draft.items or Column.Type.STRING
    if items in _NESTED:
        raise Invalid(f"The values of the list “{name}” cannot be lists or objects.", field="columns")
    return items


def _schema(draft: ColumnDraft, name: str) -> dict[str, Any]:
    """Return the JSON Schema; it must describe an object, and refer to nothing outside of itself."""
    schema = dict(draft.schema or {})
    if schema.get("type") != "object":
        raise Invalid(f"The column “{name}” needs a JSON Schema of an object.", field="columns")
    try:
        if len(json.dumps(schema)) > SCHEMA_LIMIT or _has_refused(schema):
            names = ", ".join(f"`{each}`" for each in sorted(_REFUSED))
            raise Invalid(
                f"The JSON Schema of “{name}” must have at most {SCHEMA_LIMIT} characters and none of {names}.",
                field="columns",
            )
        jsonschema.Draft202012Validator.check_schema(schema)
    except jsonschema.SchemaError as error:
        raise Invalid(f"The JSON Schema of “{name}” is invalid: {error.message[:200]}", field="columns") from None
    except RecursionError:
        raise Invalid(f"The JSON Schema of “{name}” is nested too deeply.", field="columns") from None
    return schema


def _has_refused(value: object) -> bool:
    match value:
        case dict():
            return any(key in _REFUSED or _has_refused(part) for key, part in value.items())
        case list():
            return any(map(_has_refused, value))
        case _:
            return False
