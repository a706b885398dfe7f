"""Displayed formulas are items of their own; formulas in the text, and other lines, stay paragraphs."""

import pytest
import typst

from documents.pipeline.markdown import markdown_of
from documents.types import StructureKind

BEFORE = "The mean of the readings is computed from all of them, as the following definition states for every sensor"
AFTER = "where the weights are those of the first report. A sensor that has failed has no weight and is left out of it"


@pytest.fixture
def parse_text(parse_pdf, tmp_path):
    def run(source: str):
        path = tmp_path / "text.typ"
        path.write_text(f"#set page(width: 400pt, height: 500pt)\n{source}")
        typst.compile(str(path), output=str(tmp_path / "text.pdf"))
        return parse_pdf(tmp_path / "text.pdf")

    return run


def kinds(result):
    return [(item.kind.value, result.text_of(item).split()[0]) for item in result.items()]


def test_a_displayed_formula_is_an_item_between_intact_paragraphs(parse_text):
    result = parse_text(f"{BEFORE}\n$ a = b + c^2 - lambda $\n{AFTER}")
    (formula,) = result.items(StructureKind.FORMULA)
    before, after = result.items(StructureKind.PARAGRAPH)
    assert [" ".join(result.text_of(each).split()) for each in (before, after)] == [BEFORE, AFTER]
    assert before.box.y1 <= formula.box.y0 + 2 < formula.box.y1 <= after.box.y0 + 2
    items = result.items()
    markdown = markdown_of(items, [result.text_of(item) for item in items])
    assert f"$${' '.join(result.text_of(formula).split())}$$" in markdown


def test_a_formula_keeps_its_number_and_the_parts_of_fractions(parse_text):
    numbered = '#set math.equation(numbering: "(1)")'
    result = parse_text(f"{numbered}\n{BEFORE}\n$ m = sum_(i=1)^n (w_i x_i) / (w_i + 1) $\n{AFTER}")
    (formula,) = result.items(StructureKind.FORMULA)
    assert "(1)" in result.text_of(formula)
    assert len(result.items(StructureKind.PARAGRAPH)) == 2


@pytest.mark.parametrize(
    "line",
    [
        "The ratio $a = b + c^2$ is in the text of this sentence.",
        "#h(40pt) Total = 2 rooms + 1 kitchen",
        "#h(40pt) Price of a night and of a week (3)",
    ],
)
def test_other_lines_are_none(parse_text, line):
    assert parse_text(f"{BEFORE}\n\n{line}\n\n{AFTER}").items(StructureKind.FORMULA) == []
