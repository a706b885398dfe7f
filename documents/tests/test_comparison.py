"""Comparison of two revisions: paragraphs and words."""

import pytest

from documents.services import comparison
from documents.services.comparison import Change, Comparison, Paragraph
from documents.tests.factories import parsed_document

RENT = "The tenant pays a rent of 900 EUR on the first day of each month."
NEW_RENT = "The tenant pays a rent of 950 EUR on the third day of each month."


def compared(old, new):
    rows = Comparison([Paragraph(text, 1) for text in old], [Paragraph(text, 2) for text in new]).rows()
    return [(row.change.value, _text(row.old), _text(row.new)) for row in rows]


def _text(side):
    marks = {Change.SAME: "{}", Change.ADDED: "+{}+", Change.REMOVED: "-{}-"}
    return "".join(marks[run.change].format(run.text.strip()) + " " for run in side.runs).strip() if side else None


def test_the_words_of_a_changed_paragraph_are_compared():
    (row,) = compared([RENT], [NEW_RENT])
    assert row == (
        "changed",
        "The tenant pays a rent of -900- EUR on the -first- day of each month.",
        "The tenant pays a rent of +950+ EUR on the +third+ day of each month.",
    )


def test_paragraphs_are_added_and_removed():
    rows = compared(["Lease", RENT, "Signed."], ["Lease", "Preamble", RENT])
    assert [row[0] for row in rows] == ["same", "added", "same", "removed"]


def test_paragraphs_without_common_words_are_replaced():
    assert [row[0] for row in compared(["Lease", "One two three"], ["Lease", "Quite another text"])] == [
        "same",
        "removed",
        "added",
    ]


def test_a_changed_paragraph_is_found_behind_an_added_one():
    rows = compared(["Lease", RENT, "Signed."], ["Lease", "Pets are not allowed.", NEW_RENT, "Signed."])
    assert [row[0] for row in rows] == ["same", "added", "changed", "same"]
    rows = compared(["Pets are not allowed.", "Gardening is.", RENT], [NEW_RENT])
    assert [row[0] for row in rows] == ["removed", "removed", "changed"]


def test_line_breaks_are_no_change():
    assert [row[0] for row in compared(["The tenant\npays."], ["The  tenant pays."])] == ["same"]


def test_empty_texts_have_no_rows():
    assert compared([], []) == []
    assert compared([], ["Lease"]) == [("added", None, "+Lease+")]


@pytest.mark.timeout(120)
def test_the_time_is_bounded():
    words = " ".join(["a", "b"] * 5_000)
    texts = [words + str(number % 7) for number in range(100)]
    rows = compared(texts, [text.replace("a b", "b a") for text in reversed(texts)])
    assert {row[0] for row in rows} <= {"same", "changed", "added", "removed"}
    many = [str(number % 50) for number in range(comparison.MAX_PARAGRAPHS)]
    compared(many, list(reversed(many)))


@pytest.mark.django_db
class TestRevisions:
    @pytest.fixture
    def document(self, user):
        return parsed_document(user, RENT)

    def test_long_texts_are_refused(self, document, monkeypatch):
        monkeypatch.setattr(comparison, "MAX_CHARACTERS", 10)
        with pytest.raises(comparison.ComparisonTooLong):
            comparison.compare(document.revision, document.revision)

    def test_a_paragraph_over_a_page_break_is_one(self, user):
        pages = "The tenant pays a rent of 900 EUR\n\n1", "on the first day of each month.\n\nSigned."
        revision = parsed_document(user, *pages).revision
        parts = [("paragraph", "The tenant", False), ("page_footer", "1", False), ("paragraph", "on the", True)]
        for order, (kind, words, continues) in enumerate([*parts, ("paragraph", "Signed.", False)]):
            start = revision.text.index(words)
            end = revision.text.index("\n", start)
            revision.items.create(
                order=order, kind=kind, page=1, start=start, end=end, continues=continues, x0=0, y0=0, x1=1, y1=1
            )
        found = comparison.paragraphs_of(revision)
        assert [each.text for each in found] == [RENT, "1", "Signed."]
        assert revision.text[found[0].start : found[0].end].endswith("each month.")

    def test_a_revision_is_like_itself(self, document):
        assert {row.change for row in comparison.compare(document.revision, document.revision)} == {Change.SAME}
