"""Dates that depend on a term: its definition in the document gives the value, and is a second source."""

import pytest

from corpuses.extracts.values import DoesNotFit, NoDate, Options, RelativeDate, normalise

END, START = "Expiration date", "Effective date"
AFTER = "continues for three (3) years from the Effective Date"


@pytest.mark.parametrize(
    ("name", "text", "document", "expected"),
    [
        (END, AFTER, "made as of May 2, 2020 (the \u201cEffective Date\u201d) between", "2023-05-02"),
        (END, AFTER, "\u201cEffective Date\u201d means 2 May 2020. It", "2023-05-02"),
        (END, AFTER, "EFFECTIVE DATE     means 2 May 2020;", "2023-05-02"),
        (END, AFTER, "Effective Date: May 2, 2020", "2023-05-02"),
        (END, "expires on the Termination Date", '"Termination Date" shall mean June 30, 2024.', "2024-06-30"),
        (
            END,
            "commences on the Effective Date and shall continue for one year",
            'dated May 2, 2020 (the "Effective Date")',
            "2021-05-02",
        ),
        (
            END,
            "through the day prior to the second anniversary of the Effective Date",
            'as of May 2, 2020 ("Effective Date")',
            "2022-05-01",
        ),
        (
            END,
            "twelve (12) months from the date of this Agreement",
            "This is made this 1st day of March 2020",
            "2021-03-01",
        ),
        (END, "two years from the date hereof", "LEASE dated May 2, 2020 between A and B", "2022-05-02"),
        (
            START,
            "takes effect as of the Effective Date",
            'entered into on May 2, 2020 (the "Effective Date")',
            "2020-05-02",
        ),
        # What the passage says itself comes first.
        (END, "from the Effective Date until May 1, 2025", 'as of May 2, 2020 (the "Effective Date")', "2025-05-01"),
    ],
)
def test_a_term_stands_for_the_date_that_the_document_defines(name, text, document, expected):
    value = normalise("date", text, Options(name=name, document=document))
    assert value.data == expected
    if expected != "2025-05-01":
        ((start, end),) = value.places
        assert "20" in document[start:end]


@pytest.mark.parametrize(
    ("name", "text", "document", "error"),
    [
        (END, AFTER, "", RelativeDate),
        (END, AFTER, "The Effective Date is agreed by the parties. Invoices are of May 2, 2020.", RelativeDate),
        (END, AFTER, 'on May 2, 2020 (the "Launch Date")', RelativeDate),
        (END, AFTER, '"Effective Date" means May 2, 2020. "Effective Date" means May 3, 2020.', RelativeDate),
        (END, "two years from the date hereof", "Filed 2 May 2020", RelativeDate),
        (START, "expires on the Effective Date", 'as of May 2, 2020 (the "Effective Date")', NoDate),
    ],
)
def test_a_term_without_one_definition_is_no_date(name, text, document, error):
    with pytest.raises(DoesNotFit) as raised:
        normalise("date", text, Options(name=name, document=document))
    assert type(raised.value) is error


def test_a_date_of_the_passage_has_no_other_place():
    options = Options(name=END, document='as of May 2, 2020 (the "Effective Date")')
    assert normalise("date", "until May 2, 2021", options).places == ()
