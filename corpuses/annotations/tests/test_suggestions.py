"""Suggestions are accepted and rejected, one or many, and stay so in further runs and new revisions."""

import pytest
from django.utils import timezone

from audit.models import AuditEntry
from core.errors import Invalid, NotAllowed, NotFound
from corpuses.annotations.editing import AnnotationChange, restore_annotation, update_annotation
from corpuses.annotations.models import Annotation
from corpuses.annotations.moving import lose_places, move_annotations
from corpuses.annotations.reviews import NotSuggested, review_annotations, review_matching
from corpuses.annotations.selections import MAX_ANNOTATIONS
from corpuses.annotations.services import AnnotationDraft, annotate, annotate_many
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.models import CorpusShare
from documents.tests.factories import parsed_document, publish
from events.models import Event
from tests.plain_job import PlainJob

pytestmark = pytest.mark.django_db

TEXT = "The tenant pays rent. The landlord repairs the roof."
FOUND = [(4, 10, "Party"), (26, 34, "Party"), (16, 20, "Money")]
Review = Annotation.Review


@pytest.fixture
def document(user):
    return parsed_document(user, TEXT)


@pytest.fixture
def corpus(user, document):
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, [document], actor=user)
    return corpus


def suggest(corpus, document, found=FOUND) -> int:
    return annotate_many(corpus, document.revision, found, source=Annotation.Source.ANALYZER, origin="action:1")


@pytest.fixture
def suggestions(corpus, document):
    suggest(corpus, document)
    return list(Annotation.objects.order_by("start"))


@pytest.fixture
def human(corpus, document, user):
    return annotate(AnnotationDraft(label_name="Party", start=0, end=3), corpus=corpus, document=document, actor=user)


@pytest.fixture
def annotator(corpus, other_user):
    CorpusShare.objects.create(target=corpus, user=other_user, role="annotator", created_by=corpus.owner)
    return other_user


def states():
    return [each.review for each in Annotation.objects.order_by("start")]


def test_annotations_of_programs_are_pending_and_those_of_users_need_no_review(suggestions, human):
    assert states() == [None, Review.PENDING, Review.PENDING, Review.PENDING]


def test_acceptance_says_who_and_when_and_can_be_taken_back(suggestions, user):
    assert review_annotations(suggestions[:2], Review.ACCEPTED, actor=user) == 2
    accepted = Annotation.objects.get(pk=suggestions[0].pk)
    assert (accepted.review, accepted.reviewer) == (Review.ACCEPTED, user)
    assert accepted.reviewed <= timezone.now()
    assert review_annotations(suggestions, Review.ACCEPTED, actor=user) == 1  # two were accepted already
    assert review_annotations(suggestions[:1], Review.PENDING, actor=user) == 1
    assert states() == [Review.PENDING, Review.ACCEPTED, Review.ACCEPTED]
    assert Annotation.objects.get(pk=suggestions[0].pk).reviewer is None
    entries = AuditEntry.objects.filter(action="annotation.reviewed").order_by("id")
    assert [each.details["review"] for each in entries] == ["accepted"] * 3 + ["pending"]
    assert {each.actor_id for each in entries} == {user.pk}
    assert Event.objects.filter(entity="corpus", changed=["annotations"]).exists()


def test_rejected_suggestions_are_in_the_bin_and_are_not_suggested_again(corpus, document, suggestions, user):
    assert review_annotations(suggestions[:1], Review.REJECTED, actor=user) == 1
    rejected = Annotation.with_deleted.get(pk=suggestions[0].pk)
    assert (rejected.deleted_by, len(states())) == (user, 2)
    assert suggest(corpus, document) == 0
    assert len(states()) == 2
    restore_annotation(rejected, actor=user)
    assert states() == [Review.PENDING] * 3


def test_accepted_suggestions_are_not_rejected(suggestions, user):
    review_annotations(suggestions, Review.ACCEPTED, actor=user)
    assert review_annotations(suggestions, Review.REJECTED, actor=user) == 0
    assert states() == [Review.ACCEPTED] * 3


def test_annotations_of_users_are_not_reviewed(suggestions, human, user):
    with pytest.raises(NotSuggested):
        review_annotations([suggestions[0], human], Review.REJECTED, actor=user)
    assert len(states()) == 4


def test_a_review_is_about_one_corpus_and_not_about_too_many(suggestions, document, user):
    other = create_corpus(owner=user, title="More")
    add_documents(other, [document], actor=user)
    annotate_many(other, document.revision, FOUND, source=Annotation.Source.AGENT, origin="agent:1")
    for refused in ([], list(Annotation.objects.all()), suggestions * MAX_ANNOTATIONS):
        with pytest.raises(Invalid):
            review_annotations(refused, Review.ACCEPTED, actor=user)
    assert states() == [Review.PENDING] * 6


def test_a_new_label_accepts_a_suggestion_and_a_note_does_not(suggestions, user):
    noted = update_annotation(suggestions[0], AnnotationChange(note="Who?"), actor=user)
    assert noted.review == Review.PENDING
    same = update_annotation(suggestions[0], AnnotationChange(label_name="Party"), actor=user)
    assert same.review == Review.PENDING
    changed = update_annotation(suggestions[0], AnnotationChange(label_name="Tenant"), actor=user)
    assert (changed.review, changed.reviewer) == (Review.ACCEPTED, user)


def test_annotators_review_suggestions_and_take_their_own_decisions_back(suggestions, annotator, user):
    review_annotations(suggestions[:2], Review.ACCEPTED, actor=annotator)
    review_annotations(suggestions[:1], Review.PENDING, actor=annotator)
    review_annotations(suggestions[2:], Review.ACCEPTED, actor=user)
    by_owner = Annotation.objects.get(pk=suggestions[2].pk)
    with pytest.raises(NotAllowed):
        review_annotations([by_owner], Review.PENDING, actor=annotator)
    with pytest.raises(NotAllowed):
        update_annotation(by_owner, AnnotationChange(label_name="Mine"), actor=annotator)
    rows, corpus = Annotation.objects.all(), by_owner.corpus
    assert review_matching(rows, corpus, Review.PENDING, actor=annotator) == 1
    assert states() == [Review.PENDING, Review.PENDING, Review.ACCEPTED]


@pytest.mark.parametrize(("role", "error"), [("viewer", NotAllowed), ("reviewer", NotAllowed), (None, NotFound)])
def test_other_roles_do_not_review_suggestions(corpus, suggestions, other_user, role, error):
    if role:
        CorpusShare.objects.create(target=corpus, user=other_user, role=role, created_by=corpus.owner)
    with pytest.raises(error):
        review_annotations(suggestions, Review.REJECTED, actor=other_user)
    with pytest.raises(error):
        review_matching(Annotation.objects.all(), corpus, Review.REJECTED, actor=other_user)
    assert states() == [Review.PENDING] * 3


def test_all_that_match_are_reviewed_with_a_bounded_number_of_statements(
    corpus, document, suggestions, human, user, django_assert_max_num_queries
):
    other = parsed_document(user, TEXT)
    add_documents(corpus, [other], actor=user)
    suggest(corpus, other, [(start, start + 1, "Initial") for start in range(3)])
    with django_assert_max_num_queries(11):
        assert review_matching(Annotation.objects.filter(corpus=corpus), corpus, Review.ACCEPTED, actor=user) == 6
    entry = AuditEntry.objects.get(action="annotation.reviewed_many")
    assert entry.details == {"review": "accepted", "count": 6}
    with django_assert_max_num_queries(11):
        assert review_annotations(suggestions, Review.PENDING, actor=user) == 3
    assert review_matching(Annotation.objects.filter(document=document), corpus, Review.REJECTED, actor=user) == 3
    assert Annotation.objects.get(pk=human.pk).review is None
    assert Annotation.objects.filter(document=other).count() == 3


@pytest.mark.parametrize("review", [Review.ACCEPTED, Review.REJECTED])
def test_a_run_on_a_new_revision_keeps_the_decision(corpus, document, suggestions, user, review):
    party = suggestions[0]
    review_annotations([party], review, actor=user)
    revision = publish(document, f"New. {TEXT}")
    document.refresh_from_db()
    lose_places(document, revision)
    suggest(corpus, document, [(start + 5, end + 5, label) for start, end, label in FOUND])
    move_annotations(document.pk, revision.pk, job=PlainJob())
    rows = Annotation.with_deleted.filter(document=document).order_by("start")
    assert [(each.revision, each.start) for each in rows] == [(revision, 9), (revision, 21), (revision, 31)]
    assert [each.deleted_at is not None for each in rows] == [review == Review.REJECTED, False, False]
    assert [each.reviewed is not None for each in rows] == [review == Review.ACCEPTED, False, False]
