"""Names of companies with their legal form."""

import pytest

from corpuses.analyzers.organizations import Organizations
from corpuses.analyzers.protocol import DocumentText


def found(text):
    return [(text[each.start : each.end], each.value) for each in Organizations().analyze(DocumentText(text=text), {})]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "between Acme Medical Holdings, Inc. and Redwater LLC (the “Buyer”)",
            ["Acme Medical Holdings, Inc.", "Redwater LLC"],
        ),
        ("The lawyers of Keefe, Bruyette & Woods, Inc. advise.", ["Keefe, Bruyette & Woods, Inc."]),
        ("zwischen der Müller Söhne GmbH & Co. KG und Herrn Maier", ["Müller Söhne GmbH & Co. KG"]),
        ("Dong-A ST Co., Ltd. pays.", ["Dong-A ST Co., Ltd."]),
        (
            "Värde Fund XII G.P., L.P. and J. P. Stone Corporation",
            ["Värde Fund XII G.P., L.P.", "J. P. Stone Corporation"],
        ),
        ("On April 2020 Kiromic Inc. moved.", ["Kiromic Inc."]),
        ("3M Deutschland GmbH", ["3M Deutschland GmbH"]),
        ("SERVICES AGREEMENT\nAcme Holdings, Inc. agrees.", ["Acme Holdings, Inc."]),
        ("\nChief Executive Officer\nAcme Inc.", ["Acme Inc."]),
        ("with M&T Bank Corp.", ["M&T Bank Corp."]),
    ],
)
def test_names_of_companies_are_marked(text, names):
    assert [name for name, _ in found(text)] == names


@pytest.mark.parametrize(
    "text",
    [
        "INCLUDING, BUT NOT LIMITED to these",
        "This agreement is limited to Ohio. The Corporation pays.",
        "an LLC, a Corporation and a GmbH",
        "the end of a term. Inc.",
        "EXCEPT AS EXPRESSLY LIMITED",
        "MAXIMUM LIABILITY LIMITED",
        "Section 12 SE and Exhibit A Limited",
        "",
    ],
)
def test_other_words_are_not(text):
    assert found(text) == []


def test_a_name_over_two_lines_has_one_line_as_value():
    assert found("by Acme\nHoldings, Inc.") == [("Acme\nHoldings, Inc.", "Acme Holdings, Inc.")]


@pytest.mark.timeout(20)
@pytest.mark.parametrize("part", ["A, ", "Acme ", "A. ", "Acme and ", "A&", "Acme\n"])
def test_long_texts_of_capitalized_words_take_no_longer(part):
    assert found(part * 30_000) == []
