"""Cross-references: the headings that they lead to, and what is none."""

import time

import pytest

from corpuses.analyzers.protocol import DocumentText
from corpuses.analyzers.references import References, find_headings, target_of

pytestmark = pytest.mark.unit

CONTRACT = (
    "ARTICLE III CONFIDENTIALITY\n4. PAYMENT\n4.2 Invoices. Invoices are sent by e-mail.\nSection 9. Notices\n"
    "Exhibit A Prices\n§ 7 Haftung\n"
)


def find(text):
    return [(text[each.start : each.end], each.value) for each in References().analyze(DocumentText(text=text), {})]


@pytest.mark.parametrize(
    ("words", "reference", "heading"),
    [
        ("as set forth in Section 4.2(b) hereof", "Section 4.2(b)", "4.2 Invoices"),
        ("pursuant to Article III of this Agreement", "Article III", "ARTICLE III CONFIDENTIALITY"),
        ("pursuant to Article 3, it ends", "Article 3", "ARTICLE III CONFIDENTIALITY"),
        ("listed in Exhibit A (the prices)", "Exhibit A", "Exhibit A Prices"),
        ("under Clause 4 above", "Clause 4", "4. PAYMENT"),
        ("gemäß § 7 dieses Vertrags", "§ 7", "§ 7 Haftung"),
    ],
)
def test_references_have_their_heading(words, reference, heading):
    assert find(f"{CONTRACT}This is {words}.") == [(reference, heading)]


@pytest.mark.parametrize(
    "words",
    [
        "under Section 4 of the Securities Act",
        "under Section 4 of the 1934 Act",
        "under Section 9 thereof",
        "under Section 12 hereof",  # there is none
        "see Article IX",
        "the section 4ab",
        "(contents)  Section 4.2 Invoices 12",
    ],
)
def test_what_is_about_other_documents_or_leads_nowhere_is_no_reference(words):
    assert find(f"{CONTRACT}This is {words}.") == []


@pytest.mark.parametrize(
    ("words", "references"),
    [
        ("subject to paragraphs 4 and 9", ["paragraphs 4", "9"]),
        ("subject to Sections 4, 4.2(a), and 9 hereof", ["Sections 4", "4.2(a)", "9"]),
        ("gemäß §§ 4, 7 und 9 dieses Vertrags", ["§ 4", "7", "9"]),
        ("subject to Sections 4 through 9", ["Sections 4", "9"]),
        ("in den Ziffern 4 und 9", ["Ziffern 4", "9"]),
        ("see Section 4 and 9 days later", ["Section 4"]),
        ("see Sections 4 and 12", ["Sections 4"]),  # there is no 12
        ("under Sections 4 and 9 of the Securities Act", []),
    ],
)
def test_each_number_of_a_list_has_its_heading(words, references):
    text = f"{CONTRACT}This is {words}."
    headings = find_headings(text)
    found = list(References().analyze(DocumentText(text=text), {}))
    assert [text[each.start : each.end] for each in found] == references
    assert [target_of(text, each.start, headings).title for each in found] == [each.value for each in found]
    assert {each.value for each in found} <= {"4. PAYMENT", "4.2 Invoices", "§ 7 Haftung", "Section 9. Notices"}


def test_headings_are_no_references_to_themselves():
    assert find(CONTRACT) == []


def test_lines_that_begin_with_other_numbers_are_no_headings():
    assert find_headings("12\n30 days after\n1,000 units\n2019 was good\n5 apples") == {}


@pytest.mark.parametrize("unit", ["Section 4 ", "4.4.", "Exhibit\n", "1. A\n", "(a)"])
def test_no_text_makes_it_slow(unit):
    text = unit * (200_000 // len(unit))
    begin = time.process_time()
    list(References().analyze(DocumentText(text=text), {}))
    assert time.process_time() - begin < 5
