"""Ready-made fieldsets, which users copy and change."""

from dataclasses import dataclass
from typing import Final

from core.errors import UserFault
from corpuses.extracts.columns import ColumnDraft


class UnknownTemplate(UserFault):
    """There is no ready-made fieldset of this name."""

    code = "unknown_template"
    what_to_do = "Use one of the names that `listFieldsetTemplates` returns."


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


def all_templates() -> list[Template]:
    """Return the ready-made fieldsets in the order in which they are offered."""
    return list(_by_slug().values())


def get_template(slug: str) -> Template:
    """Return a ready-made fieldset; raise `UnknownTemplate`, which lists the known ones."""
    found = _by_slug().get(slug)
    if found is None:
        raise UnknownTemplate(f"There is no ready-made fieldset {slug!r}: {', '.join(_by_slug())}.", field="template")
    return found


def _by_slug() -> dict[str, Template]:
    from corpuses.extracts.templates import contracts, emails, invoices, leases, papers  # noqa: PLC0415  # they use `ask`

    modules: Final = (contracts, invoices, leases, papers, emails)
    return {module.TEMPLATE.slug: module.TEMPLATE for module in modules}
