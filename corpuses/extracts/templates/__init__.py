"""Ready-made fieldsets, which users copy and change."""

from typing import Final

from core.errors import UserFault
from corpuses.extracts.templates.ready_made import TEMPLATES
from corpuses.extracts.templates.template import Template

_BY_SLUG: Final = {template.slug: template for template in TEMPLATES}


class UnknownTemplate(UserFault):
    """There is no ready-made fieldset of this name."""

    code = "unknown_template"
    what_to_do = "Use one of the names that `listFieldsetTemplates` returns."


def all_templates() -> list[Template]:
    """Return the ready-made fieldsets in the order in which they are offered."""
    return list(TEMPLATES)


def get_template(slug: str) -> Template:
    """Return a ready-made fieldset; raise `UnknownTemplate`, which lists the known ones."""
    found = _BY_SLUG.get(slug)
    if found is None:
        raise UnknownTemplate(f"There is no ready-made fieldset {slug!r}: {', '.join(_BY_SLUG)}.", field="template")
    return found
