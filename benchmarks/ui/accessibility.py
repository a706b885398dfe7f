"""Violations of accessibility rules (axe) on every page: light and dark, high contrast, forced colours."""

from collections.abc import Iterable
from typing import Final

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # has no types
from playwright.sync_api import Page

_THEMES: Final = ({"color_scheme": "light"}, {"color_scheme": "dark"})
_OUR_THEMES: Final = (
    *_THEMES,
    *({**theme, "contrast": "more"} for theme in _THEMES),
    {"forced_colors": "active"},
)
_NORMAL: Final = {"color_scheme": "light", "contrast": "no-preference", "forced_colors": "none"}
# Swagger UI and Redoc choose the levels of their headings and the landmarks themselves. In forced colours, axe compares
# those that the author of a page chose, unless the page sets them by the names of the system, as ours do.
OUTSIDE: Final = frozenset({"/api/docs", "/api/redoc", "/admin/", "/admin/users/user/"})
_OPTIONS: Final = {"resultTypes": ["violations"]}  # all elements that keep the rules would take minutes to transfer
_OUTSIDE_RULES: Final = {"rules": {rule: {"enabled": False} for rule in ("heading-order", "region")}}


def count_violations(page: Page, paths: Iterable[str]) -> tuple[int, int]:
    """Return the number of pages and themes that were checked, and how many rules they violate in sum."""
    checked = violations = 0
    for path in paths:
        page.goto(path)
        page.wait_for_load_state("networkidle")
        for theme in _THEMES if path in OUTSIDE else _OUR_THEMES:
            page.emulate_media(**{**_NORMAL, **theme})  # type: ignore[arg-type]  # the keys are those of its parameters
            page.wait_for_timeout(300)
            result = Axe().run(page, options=_OPTIONS | (_OUTSIDE_RULES if path in OUTSIDE else {}))
            checked += 1
            violations += result.violations_count
            if result.violations_count:
                print(path, theme, result.generate_report())
    return checked, violations
