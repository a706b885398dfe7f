"""Ordered lists of rules: their order, leaving some out, and the list that is printed."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from documents.pipeline.pdf.parser import PdfParser
from documents.pipeline.pdf.rule_lists import RULE_LISTS, describe, rule_names, sentence_of
from documents.pipeline.pdf.rules import ALL_RULES, RuleOptions, apply
from documents.tests.pipeline.conftest import DATA
from documents.tests.pipeline.results import Result, collect
from documents.types import ParseOptions, StructureKind


@dataclass
class Text:
    options: RuleOptions = ALL_RULES
    words: list[str] = field(default_factory=list)


def add_first(text: Text) -> None:
    text.words.append("first")


def add_second(text: Text) -> None:
    text.words.append("second")


def parse_without(path: Path, scratch: Path, *rules: str) -> Result:
    parser = PdfParser()
    parser.rule_options = RuleOptions(frozenset(rules))
    return collect(parser.parse(path, ParseOptions("application/pdf", str(scratch))))


def test_rules_are_applied_in_the_order_of_the_list():
    text, reverse = Text(), Text()
    apply((add_first, add_second), text)
    apply((add_second, add_first), reverse)
    assert (text.words, reverse.words) == (["first", "second"], ["second", "first"])


def test_a_rule_is_left_out_by_its_name():
    text = Text(RuleOptions(without=frozenset({"add_first"})))
    apply((add_first, add_second), text)
    assert text.words == ["second"]


def test_the_time_of_each_rule_is_measured_on_request():
    seconds: dict[str, float] = {}
    apply((add_first, add_second), Text(RuleOptions(frozenset({"add_first"}), seconds)))
    assert list(seconds) == ["add_second"]
    assert seconds["add_second"] >= 0


def test_the_order_decides_between_kinds_of_tables():
    names = [rule.__name__ for rule in RULE_LISTS["tables, as take_tables_out finds them"]]
    order = ["find_ruled_tables", "find_booktabs", "find_unruled_tables", "merge_tables", "split_columns"]
    assert [name for name in names if name in order] == order


def test_each_rule_has_a_name_of_its_own_and_a_sentence():
    names = rule_names()
    assert len(set(names)) == len(names) > 40
    for rules in RULE_LISTS.values():
        for rule in rules:
            assert sentence_of(rule)[:1].isupper(), rule.__name__
            assert sentence_of(rule).endswith("."), rule.__name__


def test_the_printed_list_has_each_rule_with_its_sentence_and_file():
    lines = list(describe())
    for rules in RULE_LISTS.values():
        for rule in rules:
            file = f"{rule.__module__.replace('.', '/')}.py"
            (line,) = (line for line in lines if line.split()[0] == rule.__name__)
            assert sentence_of(rule) in line
            assert line.endswith(f"({file})")


@pytest.mark.parametrize("name", rule_names())
def test_a_page_is_analysed_without_any_of_the_rules(name, tmp_path):
    result = parse_without(DATA / "dpbench_178.pdf", tmp_path, name)
    assert result.warnings == []
    assert result.text.strip()


def rows_of_tables(result: Result) -> list[int]:
    return [item.table.rows for item in result.items(StructureKind.TABLE)]


def count(kind: StructureKind):
    return lambda result: len(result.items(kind))


def continued(result: Result) -> int:
    return sum(item.continues for item in result.items())


def levels(result: Result) -> list[int | None]:
    return [item.level for item in result.items(StructureKind.HEADING)]


@pytest.mark.parametrize(
    ("rule", "file", "value", "expected", "without"),
    [
        ("find_images", "rotated_page_01.pdf", count(StructureKind.FIGURE), 1, 0),
        ("take_tables_out", "dpbench_178.pdf", rows_of_tables, [7], []),
        ("find_ruled_tables", "dpbench_178.pdf", rows_of_tables, [7], [5]),  # aligned rows, without the names
        ("find_signatures", "contract.pdf", count(StructureKind.HEADING), 0, 10),
        ("set_running_text_apart", "contract.pdf", count(StructureKind.PAGE_FOOTER), 8, 0),
        ("find_title", "contract.pdf", count(StructureKind.TITLE), 1, 0),
        ("lower_headings_above_title", "contract.pdf", count(StructureKind.HEADING), 0, 1),
        ("rank_headings", "dpbench_004.pdf", levels, [1], [None]),
        ("join_parts", "contract.pdf", continued, 2, 0),
    ],
)
def test_a_document_is_read_differently_without_the_rule(rule, file, value, expected, without, tmp_path):
    assert value(parse_without(DATA / file, tmp_path)) == expected
    assert value(parse_without(DATA / file, tmp_path, rule)) == without


def test_without_a_reading_order_no_word_is_lost(tmp_path):
    whole = parse_without(DATA / "dpbench_178.pdf", tmp_path)
    without = parse_without(DATA / "dpbench_178.pdf", tmp_path, "set_reading_order")
    assert without.text != whole.text
    assert sorted(without.text.split()) == sorted(whole.text.split())
