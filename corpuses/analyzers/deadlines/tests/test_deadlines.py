"""Deadlines: what is one, of which kind, and when it is due."""

import time

import pytest

from corpuses.analyzers.deadlines.finding import Deadlines, find_deadlines
from corpuses.analyzers.protocol import DocumentText

pytestmark = pytest.mark.unit

EFFECTIVE = 'This Agreement is made on 1 March 2024 (the "Effective Date").\n\n'


def find(text, language="en"):
    return [
        (each.kind.name, text[each.start : each.end], each.due and each.due.isoformat())
        for each in find_deadlines(text, language)
    ]


@pytest.mark.parametrize(
    ("text", "kind", "words", "due"),
    [
        ("This Agreement expires on 31 December 2025.", "TERM_END", "expires on 31 December 2025", "2025-12-31"),
        ("This lease ends on June 30, 2026.", "TERM_END", "ends on June 30, 2026", "2026-06-30"),
        ("Payment is due on 15 May 2025.", "PAYMENT", "is due on 15 May 2025", "2025-05-15"),
        ("The fee shall be paid no later than May 1, 2025.", "PAYMENT", "no later than May 1, 2025", "2025-05-01"),
        ("Goods are delivered by 2 May 2025.", "DELIVERY", "by 2 May 2025", "2025-05-02"),
        ("You object on or before 2 May 2025.", "OTHER", "on or before 2 May 2025", "2025-05-02"),
        (
            "Invoices are paid within thirty (30) days after receipt.",
            "PAYMENT",
            "within thirty (30) days after receipt",
            None,
        ),
        ("He gives ninety (90) days' prior written notice.", "NOTICE", "ninety (90) days' prior written notice", None),
        ("Payment terms: Net 30.", "PAYMENT", "Net 30", None),
        ("Invoices are payable net 30 days.", "PAYMENT", "net 30 days", None),
        (
            "Notice must be given 90 days prior to expiration of the Term.",
            "NOTICE",
            "90 days prior to expiration of the Term",
            None,
        ),
        ("It renews for successive terms of one year.", "RENEWAL", "renews for successive terms of one year", None),
    ],
)
def test_kinds_words_and_dates(text, kind, words, due):
    assert find(text) == [(kind, words, due)]


@pytest.mark.parametrize(
    ("clause", "kind", "due"),
    [
        ("The term of this Agreement is two (2) years from the Effective Date.", "TERM_END", "2026-03-01"),
        (
            "This Agreement commences on the Effective Date and continues for a period of six months.",
            "TERM_END",
            "2024-09-01",
        ),
        (
            "This Agreement takes effect on the Effective Date and continues in force for ten years thereafter.",
            "TERM_END",
            "2034-03-01",
        ),
        ("The deposit is paid within ten (10) days after the Effective Date.", "PAYMENT", "2024-03-11"),
        ("Samples are delivered within two weeks from the date of this Agreement.", "DELIVERY", "2024-03-15"),
    ],
)
def test_what_is_counted_from_a_date_that_the_document_defines(clause, kind, due):
    assert [(found, day) for found, _, day in find(EFFECTIVE + clause)[1:]] == [(kind, due)]


def test_a_notice_is_due_so_long_before_the_end_of_the_term():
    term = "This Agreement expires on 31 December 2025."
    notice = "Notice of non-renewal is given at least sixty (60) days prior to the end of the term."
    assert find(f"{term}\n\n{notice}")[1] == (
        "NOTICE",
        "at least sixty (60) days prior to the end of the term",
        "2025-11-01",
    )
    of_renewals = "Notice is given at least sixty (60) days prior to the end of any renewal term."
    assert find(f"{term}\n\n{of_renewals}")[1][2] is None


def test_two_ends_of_the_term_leave_the_date_of_the_notice_open():
    text = (
        "This Agreement expires on 31 December 2025.\n\nThis Agreement expires on 31 December 2026.\n\n"
        "Notice is given at least sixty (60) days prior to the end of the term."
    )
    assert find(text)[2][2] is None


@pytest.mark.parametrize(
    "text",
    [
        "It was signed on 1 May 2020 in Ohio.",
        "The notice lists sales 90 days prior to the audit.",
        "Fees are computed on net 30 million of sales.",
        "A company with thirty (30) employees and 20 days of rain.",
        "The confidentiality obligations survive for a period of five (5) years after termination of this Agreement.",
        "If a breach remains uncured for thirty (30) days, this Agreement may be terminated.",
        "Sales during the twelve (12) months before the audit are counted.",
        "He pays within such thirty (30) day period.",
        "During the term of this Agreement and thereafter for a period of five (5) years, the parties keep secrets.",
    ],
)
def test_dates_and_durations_that_set_no_deadline(text):
    assert find(text) == []


def test_working_days_have_no_date_because_holidays_differ():
    ((kind, _, due),) = find(f"{EFFECTIVE}He pays within ten (10) business days after the Effective Date.")[1:]
    assert (kind, due) == ("PAYMENT", None)


@pytest.mark.parametrize(
    ("text", "kind", "due"),
    [
        ("Der Vertrag endet am 28. Februar 2026.", "TERM_END", "2026-02-28"),
        ("Rechnungen sind innerhalb von 30 Tagen nach Erhalt zu bezahlen.", "PAYMENT", None),
        ("Die Lieferung erfolgt spätestens am 15.06.2024.", "DELIVERY", "2024-06-15"),
        ("Der Vertrag tritt am 1. Januar 2024 in Kraft.", "START", "2024-01-01"),
        ("Der Vertrag verlängert sich jeweils um ein weiteres Jahr.", "RENEWAL", None),
    ],
)
def test_german(text, kind, due):
    assert [(found, day) for found, _, day in find(text, "de")] == [(kind, due)]


def test_the_analyzer_gives_labels_and_iso_dates():
    document = DocumentText(text="This Agreement expires on 31 December 2025.", language="en")
    (finding,) = Deadlines().analyze(document, {})
    assert (finding.label, finding.value) == ("Term end", "2025-12-31")


@pytest.mark.parametrize("unit", ["within ", "1 May 2020 ", "30 days ", "for a period of ", "notice (", "a"])
def test_no_text_makes_it_slow(unit):
    begin = time.process_time()
    find_deadlines(unit * (100_000 // len(unit)))
    assert time.process_time() - begin < 10
