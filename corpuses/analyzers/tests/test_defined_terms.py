"""Defined terms: the ways in which contracts define them, and what is none."""

import pytest

from corpuses.analyzers.defined_terms import DefinedTerms
from corpuses.analyzers.protocol import DocumentText

pytestmark = pytest.mark.unit


def find(text):
    return [text[each.start : each.end] for each in DefinedTerms().analyze(DocumentText(text=text), {})]


@pytest.mark.parametrize(
    "text",
    [
        'Acme Inc. (the "Company")',
        'The term "Company" shall refer to Acme',
        '"Company" shall have the meaning of Section 1',
        '"Company" has the same meaning as',
        '"Company" shall be defined as Acme',
        '"Company" includes its successors',
        '1.2 "Company" is Acme Inc.',
        '(a) "Company": Acme Inc.',
        "The 'Company' means Acme",
        "The \u2018Company\u2019 means Acme",
        "Company means Acme",
        "1.2 Company means Acme",
        "„Company“ bezeichnet Acme",
    ],
)
def test_ways_to_define_a_term(text):
    assert find(text) == ["Company"]


def test_each_of_two_terms_with_the_same_definition():
    assert find('"Affiliate" or "Affiliates" means any company') == ["Affiliate", "Affiliates"]


@pytest.mark.parametrize(
    "text",
    [
        "This means that the rent is due",
        "Payment by other means is late",
        'He said "yes" is an answer',
        "the tenant's roof and the landlord's means",
        'Note: "rent": see below',
    ],
)
def test_what_defines_nothing(text):
    assert find(text) == []
