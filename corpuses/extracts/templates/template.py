"""The class of ready-made fieldsets, and of their columns."""

from dataclasses import dataclass

from corpuses.extracts.columns import ColumnDraft


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """A ready-made fieldset. `slug` is its name for programs."""

    slug: str
    name: str
    description: str
    columns: tuple[ColumnDraft, ...]


def ask(name: str, question: str, kind: str = "string", *, items: str = "", instructions: str = "") -> ColumnDraft:
    """Return a column of a template."""
    return ColumnDraft(name=name, question=question, type=kind, items=items, instructions=instructions)
