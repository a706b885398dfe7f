"""Outcomes of each tool for each actor, about objects of the owner. Written by hand; every tool has a row.

`ok`: the tool returns the object. `empty`: it returns nothing of it. Anything else is the code of the error.
"""

from typing import Any, Final

ACTORS: Final = ("owner", "viewer", "reading_token", "limited_token", "other_limited_token", "other_user")

_LISTED: Final = dict.fromkeys(ACTORS, "ok") | dict.fromkeys(("other_limited_token", "other_user"), "empty")
_READ: Final = dict.fromkeys(ACTORS, "ok") | dict.fromkeys(("other_limited_token", "other_user"), "not_found")
_JOB: Final = dict.fromkeys(ACTORS, "not_found") | {"owner": "ok", "reading_token": "ok"}
_EDIT: Final = _READ | {"viewer": "not_allowed", "reading_token": "scope_missing"}

TABLE: Final[dict[str, tuple[dict[str, Any], dict[str, str]]]] = {
    "search": ({"query": "title:harbour"}, _LISTED),
    "list_corpora": ({}, _LISTED),
    "list_documents": ({"corpus": "{corpus}"}, _READ),
    "get_document": ({"document": "{document}"}, _READ),
    "read_pages": ({"document": "{document}"}, _READ),
    "find_in_document": ({"document": "{document}", "query": "tenant"}, _READ),
    "ask": ({"question": "How much is the rent?", "document": "{document}"}, _READ),
    "list_extracts": ({"corpus": "{corpus}"}, _READ),
    "get_extract_cells": ({"extract": "{extract}"}, _READ),
    "get_job": ({"job": "{job}"}, _JOB),
    "start_extract": ({"corpus": "{corpus}", "fieldset": "{fieldset}"}, _EDIT),
    "propose_annotation": (
        {"corpus": "{corpus}", "document": "{document}", "page": 1, "quote": "1,200 euros", "label": "Rent"},
        _EDIT,
    ),
    "list_annotations": ({"document": "{document}"}, _READ),
}
