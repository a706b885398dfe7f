"""The how-to lists all actions, and no other."""

import re
from pathlib import Path

from audit.actions import Action

PAGE = Path(__file__).resolve().parents[2] / "docs" / "howto" / "audit-log.md"


def test_the_page_lists_all_actions():
    table = PAGE.read_text().partition("## Actions")[2]
    assert sorted(re.findall(r"`([a-z_]+\.[a-z_]+)`", table)) == sorted(Action)
