"""Boxes on pages: the words inside them, checks, changes, and new versions of the document."""

import pytest
from django.db import IntegrityError, transaction

from core.errors import Invalid
from corpuses.annotations.api.rest.annotations import AnnotationSerializer
from corpuses.annotations.editing import AnnotationChange, delete_annotation, update_annotation, version_of
from corpuses.annotations.models import Annotation
from corpuses.annotations.moving import lose_places, move_annotations
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.bin.models import BinItem
from corpuses.corpora.services import add_documents, create_corpus
from documents.services.boxes import PageBox
from documents.services.tokens import unpack
from documents.tests.factories import parsed_document, publish
from tests.plain_job import PlainJob

pytestmark = pytest.mark.django_db

TEXT = "The tenant pays the rent of 500 dollars on the first day of each month. The landlord repairs the roof."
EVERYTHING = PageBox(1, 0, 0, 1, 1)
NOTHING = PageBox(1, 0.1, 0.7, 0.4, 0.9)
ON_BLANK_PAGE = PageBox(2, 0.25, 0.25, 0.75, 0.75)


@pytest.fixture
def document(user):
    """Create a document with a page of words and a page without."""
    return parsed_document(user, TEXT, "")


@pytest.fixture
def corpus(user, document):
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, [document], actor=user)
    return corpus


def drawn(document, corpus, user, box: PageBox) -> Annotation:
    return annotate(AnnotationDraft(label_name="Figure", box=box), corpus=corpus, document=document, actor=user)


def around(document, first: int, last: int) -> PageBox:
    """Return a box around tokens of one line of the first page."""
    boxes = unpack(document.revision.pages.get(number=1)).boxes[first : last + 1]
    right, bottom = boxes[:, 0] + boxes[:, 2], boxes[:, 1] + boxes[:, 3]
    return PageBox(1, boxes[:, 0].min(), boxes[:, 1].min(), right.max(), bottom.max())


def test_the_quote_of_a_box_are_the_words_inside_it(document, corpus, user):
    box = drawn(document, corpus, user, around(document, 1, 4))
    assert (box.quote, box.page, box.spans) == ("tenant pays the rent", 1, [[1, 1, 4]])
    assert TEXT[box.start : box.end] == box.quote
    whole = drawn(document, corpus, user, EVERYTHING)
    assert whole.quote == TEXT


@pytest.mark.parametrize("box", [NOTHING, ON_BLANK_PAGE])
def test_a_box_may_have_no_words(document, corpus, user, box):
    annotation = drawn(document, corpus, user, box)
    assert (annotation.quote, annotation.spans, annotation.page) == ("", [], box.page)
    page = document.revision.pages.get(number=box.page)
    assert annotation.start == annotation.end == page.text_start
    assert str(annotation) == f"box on page {box.page}"


@pytest.mark.parametrize(
    "box",
    [
        PageBox(1, 0.5, 0.1, 0.5, 0.2),
        PageBox(1, 0.5, 0.1, 0.500001, 0.2),
        PageBox(1, 0.5, 0.3, 0.6, 0.2),
        PageBox(1, -0.1, 0.1, 0.5, 0.2),
        PageBox(1, 0.1, 0.1, 0.5, 1.2),
        PageBox(1, float("nan"), 0.1, 0.5, 0.2),
        PageBox(1, 0.1, 0.1, float("inf"), 0.2),
        PageBox(3, 0.1, 0.1, 0.5, 0.2),
    ],
)
def test_other_boxes_are_refused(document, corpus, user, box):
    with pytest.raises(Invalid) as refused:
        drawn(document, corpus, user, box)
    assert refused.value.field == "box"


def test_a_passage_and_a_box_exclude_each_other(document, corpus, user):
    draft = AnnotationDraft(label_name="Figure", box=NOTHING, spans=[(1, 0, 1)])
    with pytest.raises(Invalid):
        annotate(draft, corpus=corpus, document=document, actor=user)


@pytest.mark.parametrize(
    "box", [[0.5, 0.1, 0.4, 0.2], [0, 0, 1, 1.5], [0, 0, 1], [float("nan"), 0, 1, 1], [0, 0, float("nan"), 1]]
)
def test_the_database_refuses_boxes_that_are_not_on_a_page(document, corpus, user, box):
    drawn(document, corpus, user, NOTHING)
    with pytest.raises(IntegrityError), transaction.atomic():
        Annotation.objects.update(box=box)
    with pytest.raises(IntegrityError), transaction.atomic():
        Annotation.objects.update(box=None)  # without a box, a passage has words


def test_a_box_is_resized_and_becomes_a_passage_and_a_box_again(document, corpus, user):
    annotation = drawn(document, corpus, user, NOTHING)
    before = version_of(annotation)
    changed = update_annotation(annotation, AnnotationChange(box=around(document, 0, 1)), actor=user, expected=before)
    assert (changed.quote, changed.box) == ("The tenant", around(document, 0, 1).sides)
    assert version_of(changed) != before
    passage = update_annotation(changed, AnnotationChange(spans=((1, 0, 1),)), actor=user)
    assert (passage.quote, passage.box) == ("The tenant", None)
    box = update_annotation(passage, AnnotationChange(box=ON_BLANK_PAGE), actor=user)
    assert (box.quote, box.page, box.prefix, box.suffix) == ("", 2, "", "")


def test_boxes_stay_in_new_versions_of_the_document(document, corpus, user):
    words, blank = drawn(document, corpus, user, EVERYTHING), drawn(document, corpus, user, ON_BLANK_PAGE)
    revision = publish(document, "Other words.")
    lose_places(document, revision)
    blank.refresh_from_db()
    assert AnnotationSerializer.read_box(blank) is not None  # until the job has run
    move_annotations(document.pk, revision.pk, job=PlainJob())
    words.refresh_from_db()
    blank.refresh_from_db()
    assert (words.quote, words.confidence, words.box, words.revision) == ("Other words.", 1, [0, 0, 1, 1], revision)
    assert (blank.confidence, AnnotationSerializer.read_box(blank)) == (0, None)  # the page is missing
    third = publish(document, "Other words.", "")
    lose_places(document, third)
    move_annotations(document.pk, third.pk, job=PlainJob())
    blank.refresh_from_db()
    assert (blank.confidence, blank.revision, blank.box) == (1, third, ON_BLANK_PAGE.sides)


def test_the_bin_names_a_box_by_its_label_and_page(document, corpus, user):
    delete_annotation(drawn(document, corpus, user, ON_BLANK_PAGE), actor=user)
    assert [each.title for each in BinItem.objects.all()] == ["Figure, page 2"]
