"""Tests of the rules that find the title of a document in its metadata and headings."""

import pytest

from documents.pipeline.mime_types import DOCX, EML, MSG, PDF, XLSX
from documents.pipeline.titles import OpeningItem, find_title
from documents.types import StructureKind

TITLE, HEADING, PARAGRAPH = StructureKind.TITLE, StructureKind.HEADING, StructureKind.PARAGRAPH
BODY = OpeningItem(PARAGRAPH, None, "This agreement is made between the parties. " * 20)


def heading(text: str, level: int = 1) -> OpeningItem:
    return OpeningItem(HEADING, level, text)


@pytest.mark.parametrize(
    ("declared", "title"),
    [
        ("Annual report 2025", "Annual report 2025"),
        ("  Annual\nreport ", "Annual report"),
        ("Microsoft Word - Annual report 2025", "Annual report 2025"),
        ("報告書", "報告書"),
        ("รายงานประจำปี", "รายงานประจำปี"),
        ("Microsoft Word - report_v3.doc", ""),
        ("10811.exe", ""),
        ("C:\\Users\\ada\\report", ""),
        ("https://example.org/report", ""),
        ("indictb1h_14", ""),
        ("untitled", ""),
        ("Untitled Document 2", ""),
        ("PowerPoint Presentation", ""),
        ("Dokument1", ""),
        ("Slide 1", ""),
        ("ab", ""),
        ("2025-01-31 / 17", ""),
        ("========", ""),
        ("aaaa", ""),
        ("x" * 201, ""),
        ("broken \ufffd title", ""),
    ],
)
def test_titles_of_metadata(declared, title):
    assert find_title(PDF, {"title": declared}, [BODY]) == title


@pytest.mark.parametrize(
    ("items", "title"),
    [
        ([heading("COOPERATION AGREEMENT"), BODY], "COOPERATION AGREEMENT"),
        ([heading("AFFILIATE AGREEMENT -------------"), BODY], "AFFILIATE AGREEMENT"),
        ([heading("Lease\nof a mill"), BODY], "Lease of a mill"),
        ([heading("Exhibit 10.6"), heading("EXHIBIT D"), heading("Supply agreement"), BODY], "Supply agreement"),
        ([heading("Dated 15th December 2001"), heading("Supply agreement")], "Supply agreement"),
        ([heading("31.01.2025"), heading("12 May 2025"), heading("Page 8 of 11"), BODY], ""),
        ([heading("SHARES ($0.01 Par Value)"), heading("AGENCY AGREEMENT")], "AGENCY AGREEMENT"),
        ([heading("Part one", 2), heading("Guarantees"), BODY], "Guarantees"),
        ([heading("Guarantees"), OpeningItem(TITLE, None, "Franchise agreement"), BODY], "Franchise agreement"),
        ([heading("Writing", 2), BODY, heading("Before computers")], "Writing"),
        ([heading("A third level", 3), BODY], ""),
        ([BODY, heading("Boots Self-Locking Nut")], ""),
        ([OpeningItem(StructureKind.PAGE_HEADER, None, "Annals " * 90), heading("Housing in 2009")], "Housing in 2009"),
        ([OpeningItem(StructureKind.PAGE_HEADER, None, "Supplement"), BODY], ""),
        ([heading("RECITALS:"), heading("Introduction"), heading("Between the parties:"), BODY], ""),
        ([OpeningItem(TITLE, None, "Contents"), heading("Rent and deposit"), BODY], ""),
        ([heading("2. The lost homeland"), heading("5.1 Tuning"), heading("IV. Results"), BODY], ""),
        ([heading("Table 4: Results"), heading("cropping."), BODY], ""),
        ([heading("-----"), heading("x" * 151), heading("12"), BODY], ""),
        ([heading("2nd draft of the statutes"), BODY], "2nd draft of the statutes"),
        ([heading("تحسين الإنتاجية"), BODY], "تحسين الإنتاجية"),
        ([], ""),
    ],
)  # fmt: skip
def test_titles_of_headings(items, title):
    assert find_title(PDF, {}, items) == title


def test_subject_is_the_title_of_an_email():
    items = [OpeningItem(TITLE, None, "Your order")]
    assert find_title(EML, {"subject": "Your order", "title": "Other"}, items) == "Your order"
    assert find_title(MSG, {"subject": "Re: invoice_12.pdf"}, []) == "Re: invoice_12.pdf"
    assert find_title(EML, {"subject": "?"}, [heading("Welcome to the garden")]) == ""
    assert find_title(DOCX, {"subject": "Leases"}, []) == ""


def test_title_on_the_page_is_preferred_to_metadata_of_which_no_word_is_there():
    on_page = OpeningItem(TITLE, None, "The 20 most important equations")
    assert find_title(PDF, {"title": "Artifact of a program"}, [on_page, BODY]) == "The 20 most important equations"
    assert find_title(PDF, {"title": "20 important equations"}, [on_page, BODY]) == "20 important equations"
    assert find_title(PDF, {"title": "Form of a program"}, [heading("Buttons")]) == "Form of a program"


def test_names_of_sheets_are_no_titles():
    assert find_title(XLSX, {}, [heading("Observations")]) == ""
    assert find_title(XLSX, {"title": "Wild ducks"}, [heading("Observations")]) == "Wild ducks"
