"""The comparison of headings with outlines that were made by hand (`make bench-formats ONLY=outline`)."""

import pytest

from benchmarks.formats.outline import HALVES, OUTLINES, half_of
from benchmarks.formats.scoring.outlines import compare, headings

_TRUTH = "# Report\n## 1. Scope\n### 1.1 Terms\n## 2. Costs"


def _scores(output: str, truth: str = _TRUTH) -> tuple[float, float]:
    compared = compare(truth, output)
    return pytest.approx(compared.headings_f1), pytest.approx(compared.levels_f1)


def test_the_outline_itself_has_full_scores_and_text_between_headings_does_not_matter():
    assert _scores("# Report\n\nText.\n\n## 1. Scope\n\n### 1.1 Terms\n\n| a |\n\n## 2. Costs\n\nText.") == (1, 1)


def test_levels_that_are_all_lower_cost_nothing():
    assert _scores("## Report\n### 1. Scope\n##### 1.1 Terms\n### 2. Costs") == (1, 1)


def test_a_heading_below_another_parent_is_found_but_its_level_is_wrong():
    assert _scores("# Report\n## 1. Scope\n## 1.1 Terms\n## 2. Costs") == (1, 3 / 4)


def test_without_levels_only_headings_without_parents_are_right():
    assert _scores("# Report\n# 1. Scope\n# 1.1 Terms\n# 2. Costs") == (1, 1 / 4)


def test_lost_and_additional_headings_cost():
    # Of 4 + 3 headings, 3 are the same.
    assert _scores("# Report\n## 1. Scope\n## 2. Costs") == (6 / 7, 6 / 7)
    # Of 4 + 5 headings, 4 are the same; the additional one has become the parent of one of them.
    assert _scores("# Report\n## 1. Scope\n### Table 1\n#### 1.1 Terms\n## 2. Costs") == (8 / 9, 6 / 9)


def test_a_lost_title_costs_its_children_their_parent():
    assert _scores("## 1. Scope\n### 1.1 Terms\n## 2. Costs") == (6 / 7, 2 / 7)


def test_headings_are_matched_in_their_order():
    assert _scores("# Report\n## 2. Costs\n## 1. Scope\n### 1.1 Terms") == (6 / 8, 6 / 8)


def test_nothing_read_scores_zero():
    assert _scores("Report") == (0, 0)


@pytest.mark.parametrize(
    ("expected", "read", "is_same"),
    [
        ("1. Definitions and Interpretation", "1\\. DEFINITIONS AND  *INTERPRETATION*", True),
        ("1. Definitions and Interpretation", "1. Definitions and lnterpretation", True),
        ("1. Definitions and Interpretation", "1. Definitions", False),
        ("R & D", "R &amp; D", True),
        ("Costs", "[Costs](#page-12)", True),
    ],
)
def test_headings_are_the_same_without_marks_spaces_and_case_or_if_nearly_equal(expected, read, is_same):
    assert bool(compare(f"# {expected}", f"# {read}").headings_f1) == is_same


def test_lines_of_code_are_no_headings():
    assert [each.text for each in headings("# A\n````\n```\n# b\n````\n## C")] == ["A", "C"]


def test_what_differs_is_named():
    compared = compare(_TRUTH, "# Report\n## Figure\n## 1. Scope\n## 1.1 Terms")
    assert [each.text for each in compared.lost] == ["2. Costs"]
    assert [each.text for each in compared.additional] == ["Figure"]
    assert [(a.parent, b.parent) for a, b in compared.below_another_parent] == [("1. Scope", "Report")]


def test_the_ten_outlines_have_headings_only_and_belong_to_two_halves_alternately():
    outlines = sorted(OUTLINES.glob("*.md"))
    assert [half_of(outline.stem) for outline in outlines] == [*HALVES] * 5
    for outline in outlines:
        text = outline.read_text("utf-8")
        assert len(headings(text)) == len(text.splitlines()) >= 10
