"""The headers of passages: title, parties that the text names, and the headings above."""

import pytest

from corpuses.search.indexing import Headers, Heading, parties


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'Between Acme Tools, Inc., a Delaware corporation ("Tenant"), and Brick & Co. Ltd. (the "Landlord").',
            ["Acme Tools, Inc. (Tenant)", "Brick & Co. Ltd. (Landlord)"],
        ),
        (
            "AGREEMENT by and among Nordwind GmbH and Südlicht S.A. for the delivery of lamps.",
            ["Nordwind GmbH", "Südlicht S.A."],
        ),
        (
            "Dear Sirs: the undersigned is a holder of Gulf Supply, Inc. (“GS”), a corporation.",
            ["Gulf Supply, Inc. (GS)"],
        ),
        ("Minutes of the meeting of all members.", []),
        ("", []),
    ],
)
def test_parties_are_named_at_the_beginning(text, expected):
    assert parties(text) == expected


def test_a_header_has_the_title_the_parties_and_the_section():
    text = "Between Acme Ltd. and Brick Ltd.\nTerm\nNotice\nSix months.\nRent\nMonthly."
    starts = [text.index(word) for word in ("Term", "Notice", "Rent")]
    headings = [Heading(starts[0], 1, "Term"), Heading(starts[1], 2, "Notice"), Heading(starts[2], 1, "Rent")]
    headers = Headers("Lease of the mill", text, headings)
    assert headers.at(0) == "Lease of the mill\nAcme Ltd.; Brick Ltd."
    assert headers.at(text.index("Six")) == "Lease of the mill\nAcme Ltd.; Brick Ltd.\nTerm > Notice"
    assert headers.at(text.index("Monthly")).endswith("\nRent")
