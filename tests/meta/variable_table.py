"""The table of all environment variables, made from config/env.py: `python -m tests.meta.variable_table [--write]`."""

import re
import sys
from pathlib import Path
from typing import Final

from config.env import VARIABLES

PROJECT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = PROJECT / "docs" / "variables.md"
_LINE: Final = re.compile(r'    "(?P<name>[A-Z0-9_]+)": \(.+?\),(?:  # (?P<comment>.+))?')
_COMMENT: Final = re.compile(r"    # (?P<comment>.+)")
_IDS: Final = re.compile(r"^(?:[A-Z]+\d?-[A-Z]?\d+(?:, )?)+(?:: |; |$)|^ADR \d+$")
_TYPES: Final = {str: "text", int: "whole number", float: "number", bool: "true or false", list: "list, with commas"}
_HEAD: Final = """# Environment variables

Made from `config/env.py` by `make variables WRITE=1`; nothing else reads the environment. `production.yml` hands all of
them on to its containers; [production](howto/production.md) lists those of the file itself.

| variable | type | default | |
|---|---|---|---|
"""


def table() -> str:
    """Return the page."""
    comments = _comments()
    return _HEAD + "".join(_row(name, comments[name]) for name in VARIABLES)


def _row(name: str, comment: str) -> str:
    kind, default = VARIABLES[name]
    return f"| `{name}` | {_TYPES[kind]} | {_shown(name, default)} | {comment.replace('|', chr(92) + '|')} |\n"


def _shown(name: str, default: object) -> str:
    if default is None:
        return "required"
    if name == "DATA_DIR":
        return "`.stack/data`"
    text = ", ".join(map(str, default)) if isinstance(default, list) else str(default)
    return f"`{text.lower() if isinstance(default, bool) else text}`" if text else ""


def _comments() -> dict[str, str]:
    """Return the comment behind each variable, or on the line above it."""
    comments, above = {}, ""
    for line in (PROJECT / "config" / "env.py").read_text().splitlines():
        if found := _LINE.fullmatch(line):
            comments[found["name"]] = _IDS.sub("", found["comment"] or above)
            above = ""
        else:
            found = _COMMENT.fullmatch(line)
            above = found["comment"] if found else ""
    return comments


if __name__ == "__main__":
    if "--write" in sys.argv:
        PAGE.write_text(table())
    sys.exit(PAGE.read_text() != table() and "docs/variables.md is outdated: make variables WRITE=1")
