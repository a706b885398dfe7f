"""Measurements of the rules by which PDFs are read (`make pdf-rules`)."""

import pytest

from benchmarks.formats.rules import Measurement, main, read
from benchmarks.formats.suites import SMALL, SUITES
from documents.pipeline.pdf.rule_lists import rule_names

DPBENCH = next(suite for suite in SUITES if suite.name == "dpbench")
TABLE = SMALL / "dpbench/pdfs/01030000000178.pdf"
TEXT = SMALL / "dpbench/pdfs/01030000000164.pdf"


def measured(*without: str) -> Measurement:
    documents = {file: read(file, DPBENCH, frozenset(without)) for file in (TABLE, TEXT)}
    return Measurement({"dpbench": documents}, {"dpbench": 0.9})


def test_without_arguments_all_rules_are_printed(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["rules.py"])
    main()
    printed = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert [name for name in printed if name in rule_names()] == rule_names()


def test_an_unknown_rule_is_refused(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["rules.py", "--without", "find_everything"])
    with pytest.raises(SystemExit):
        main()
    assert "find_everything" in capsys.readouterr().err


def test_documents_that_are_read_differently_are_counted():
    base, without = measured(), measured("find_ruled_tables")
    assert "<table>" in base.documents["dpbench"][TABLE].output
    assert base.changed(without) == 1
    assert base.seconds(["find_ruled_tables"]) > 0 == without.seconds(["find_ruled_tables"])


def test_a_suite_is_scored_again_if_its_output_differs():
    base, same, without = measured(), measured("find_booktabs"), measured("find_ruled_tables")
    assert base.score_of(DPBENCH, same.documents["dpbench"]) == 0.9
    assert base.score_of(DPBENCH, without.documents["dpbench"]) is None
