"""Files of exports, written from tables."""

import csv
import io

import pytest

from corpuses.exports.tables import Table
from corpuses.exports.writers import write_csv


def written(text: str) -> str:
    """Return a text as it is in a CSV file."""
    file = b"".join(write_csv(Table(header=["text"], lines=iter([[text]])))).decode("utf-8-sig")
    return list(csv.reader(io.StringIO(file)))[1][0]


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("x;=1+1", "x;'=1+1"),  # a cell of its own where semicolons separate them
        ("\u200b=1+1", "'\u200b=1+1"),
        ("x;\u2060@SUM(1)", "x;'\u2060@SUM(1)"),
        ("\uff1d1+1", "'\uff1d1+1"),
        ("\t=1", "'\t=1"),
    ],
)
def test_a_spreadsheet_calculates_no_text(text, cell):
    assert written(text) == cell


@pytest.mark.parametrize("text", ["-5", "+1,200.50", "rent; 5 = 2 + 3", "a - b", "x\ty", "1;2", ""])
def test_other_texts_are_written_as_they_are(text):
    assert written(text) == text
