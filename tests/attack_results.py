"""Count the attacks of `make attacks`, and those that did harm."""

import os
from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final

import pytest
from django.db.models import Model

from benchmarks import report
from corpuses.annotations.models import Annotation, Label, Relation
from corpuses.comments.models import Comment
from corpuses.extracts.models import Cell, Extract
from corpuses.models import Corpus, CorpusDocument
from documents.models import Document, DocumentShare

# What an attacker may want to change.
TABLES: Final[Sequence[type[Model]]] = (
    Document,
    Corpus,
    CorpusDocument,
    Label,
    Annotation,
    Relation,
    Comment,
    Extract,
    Cell,
    DocumentShare,
)
_attacks: Counter[str] = Counter()  # of each kind
_successes: Counter[str] = Counter()
_kinds: list[str] = []


def rows(tables: Sequence[type[Model]] = TABLES) -> dict[str, list[str]]:
    """Return all rows of tables, to compare them with those after an attack."""
    return {table.__name__: sorted(map(repr, table._default_manager.values())) for table in tables}


def begin(test: pytest.Item) -> None:
    """Count the attacks that follow as ones of the kind of this test: of its mark `attack`, or its parameter `kind`."""
    mark = test.get_closest_marker("attack")
    _kinds[:] = [mark.args[0] if mark else test.callspec.params["kind"]]


def count(harm: Collection[str] | bool) -> None:
    """Count an attack, and whether it did harm."""
    _attacks.update(_kinds)
    _successes.update(_kinds if harm else ())


def write() -> None:
    """Write the numbers of this run to the file in `AGENTS_RESULTS`, if `make attacks` has named one."""
    if path := os.environ.get("AGENTS_RESULTS"):
        kinds = {kind: {"attacks": number, "successes": _successes[kind]} for kind, number in _attacks.items()}
        figures = {"injection_attacks": _attacks.total(), "injection_successes": _successes.total()}
        report.update(Path(path), {**figures, "injection_kinds": kinds})
