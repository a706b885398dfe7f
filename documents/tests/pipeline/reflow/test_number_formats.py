"""Cells contain their displayed values: each kind of format, and a whole workbook."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from openpyxl import Workbook
from openpyxl.comments import Comment

from documents.pipeline.reflow.number_formats import format_value
from documents.types import StructureKind


@pytest.mark.parametrize(
    ("value", "code", "displayed"),
    [
        (0.125, "0.0%", "12.5%"),
        (1234.5, '#,##0.00 "€"', "1,234.50 €"),
        (-99, "$#,##0.00;[Red]($#,##0.00)", "($99.00)"),
        (-1234.567, "#,##0.0", "-1,234.6"),
        (1234.5, "_-* #,##0.00 [$€-407]_-;-* #,##0.00 [$€-407]_-", "1,234.50 €"),
        (123, "00000", "00123"),
        (1234567, '#,##0,"k"', "1,235k"),
        (0, '0.00;-0.00;"-"', "-"),
        (2, "0.##", "2"),
        (1.005, "0.00", "1.01"),  # rounded as a decimal number
        (date(2024, 3, 1), "dd.mm.yyyy", "01.03.2024"),
        (datetime(2024, 3, 1, 15, 5, tzinfo=UTC), "m/d/yy h:mm AM/PM", "3/1/24 3:05 PM"),
        (datetime(2024, 3, 1, tzinfo=UTC), "[$-409]ddd, d. mmm", "Fri, 1. Mar"),
        (date(2024, 3, 1), "mm-dd-yy", "2024-03-01"),  # Excel's locale-dependent date format
        (time(0, 5, 9), "mm:ss", "05:09"),
        (timedelta(hours=30), "[h]:mm", "30:00"),
        (5, "General", None),
        (True, "0.00", None),
        (0.3333, "# ?/?", None),  # not supported
        (120000.0, "0.00E+00", None),
    ],
)
def test_a_value_is_formatted_as_displayed(value, code, displayed):
    assert format_value(value, code) == displayed


@pytest.fixture
def workbook(tmp_path):
    book = Workbook()
    sheet = book.active
    sheet.append(["Share", "Since", "Sum"])
    sheet.append([0.125, date(2024, 3, 1), "=A2*2"])
    sheet["A2"].number_format, sheet["B2"].number_format = "0.0%", "d.m.yyyy"
    sheet["A2"].comment = Comment("checked", "Eve")
    hidden = book.create_sheet("Secret")
    hidden["A1"] = "hidden words"
    hidden.sheet_state = "hidden"
    path = tmp_path / "rents.xlsx"
    book.save(path)
    return path


def test_a_workbook_has_its_displayed_values_and_comments(parse, workbook):
    result = parse(workbook)
    (table,) = result.items(StructureKind.TABLE)
    assert [cell.text for cell in table.table.cells][3:5] == ["12.5%", "1.3.2024"]
    assert [result.text_of(item) for item in result.items(StructureKind.FOOTNOTE)] == ["[author: Eve]: checked"]


def test_hidden_sheets_and_missing_results_give_warnings(parse, workbook):
    result = parse(workbook)
    assert "hidden words" not in result.text
    messages = {warning.code: warning.message for warning in result.warnings}
    assert messages.keys() == {"hidden_skipped", "results_missing"}
    assert messages["hidden_skipped"] == "1 hidden sheet was skipped."
