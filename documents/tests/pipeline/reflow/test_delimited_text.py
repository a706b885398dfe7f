"""CSV and TSV files that are not quite regular: each is read as spreadsheet programs do."""

from pathlib import Path

import pytest

from documents.pipeline.reflow import delimited_text
from documents.tests.pipeline.results import Result
from documents.types import StructureKind


def rows(result: Result) -> list[list[str]]:
    (item,) = result.items(StructureKind.TABLE)
    return [[cell.text for cell in item.table.cells if cell.row == row] for row in range(item.table.rows)]


def write(path: Path, content: str) -> Path:
    path.write_text(content)
    return path


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (
            ['pipe,"1/2" wide",3', 'valve,"brass, small",8'],
            [["pipe", '1/2 wide"', "3"], ["valve", "brass, small", "8"]],
        ),
        (['lamp,"a b', "switch,c", 'plug,"d, e"'], [["lamp", '"a b'], ["switch", "c"], ["plug", "d, e"]]),
        (['oak,"two', 'lines",7', "elm,,9"], [["oak", "two\nlines", "7"], ["elm", "", "9"]]),
        (["ash,1", "fir,2,late", "", "yew"], [["ash", "1"], ["fir", "2", "late"], ["yew"]]),
    ],
    ids=["text after a quote", "open quote", "cell of two lines", "ragged"],
)
def test_rows_with_wrong_quotes_do_not_cost_the_others(parse, tmp_path, lines, expected):
    result = parse(write(tmp_path / "parts.csv", "\n".join(["part,size,price", *lines]) + "\n"))
    assert rows(result) == [["part", "size", "price"], *expected]
    assert result.warnings == []


def test_an_open_quote_in_a_tsv_is_a_character(parse, tmp_path):
    result = parse(write(tmp_path / "parts.tsv", 'part\tsize\nhose\t"abc\nreel\t5" wide\n'))
    assert rows(result) == [["part", "size"], ["hose", '"abc'], ["reel", '5" wide']]


def test_a_cell_may_be_longer_than_the_limit_of_python(parse, tmp_path):
    words = " ".join(f"word{n}" for n in range(16_000))
    assert len(words) > 131_072
    result = parse(write(tmp_path / "notes.csv", f"id,note\n1,fine\n2,{words}\n3,end\n"))
    assert "word0" in result.text
    assert "word15999" in result.text
    assert "end" in result.text


def test_late_wide_rows_count_for_the_limit_of_cells(parse, tmp_path, monkeypatch):
    monkeypatch.setattr(delimited_text, "MAX_CELLS", 1000)
    wide = ",".join(f"w{n}" for n in range(50))
    result = parse(write(tmp_path / "late.csv", "n,m\n" * 10 + f"{wide}\n" * 400))
    (table,) = (item.table for item in result.items(StructureKind.TABLE))
    assert (table.rows, table.columns) == (20, 50)
    (warning,) = result.warnings
    assert warning.code == "sheet_truncated"
    assert warning.message == "Only the first 20 of 410 lines of this table are displayed."


def test_a_first_row_beyond_the_limit_is_cut(parse, tmp_path, monkeypatch):
    monkeypatch.setattr(delimited_text, "MAX_CELLS", 20)
    result = parse(write(tmp_path / "wide.csv", ",".join(f"w{n}" for n in range(30)) + "\na,b\n"))
    assert rows(result) == [[f"w{n}" for n in range(20)]]
    assert [warning.code for warning in result.warnings] == ["sheet_truncated"]
