"""The verified sources of cells become suggestions, once, also if users accept, change or reject them."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from graphql_relay import to_global_id

from audit.models import AuditEntry
from core.errors import Invalid, NotAllowed
from corpuses.annotations.editing import AnnotationChange, update_annotation
from corpuses.annotations.labels.services import LabelArchived
from corpuses.annotations.models import Annotation, Label
from corpuses.annotations.reviews import review_annotations
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.extracts import suggestions
from corpuses.extracts.models import Cell, Column, Extract, ExtractRow
from corpuses.extracts.suggestions import suggest_sources
from corpuses.models import CorpusShare
from documents.models import Document
from documents.tests.factories import parsed_document, publish

pytestmark = pytest.mark.django_db

TEXT = "Lease. The rent is EUR 700 monthly. It ends on 30 June 2027."
Review = Annotation.Review


@pytest.fixture
def documents(user):
    return [parsed_document(user, TEXT, title=f"Lease {n}") for n in range(2)]


@pytest.fixture
def corpus(user, documents):
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, documents, actor=user)
    return corpus


@pytest.fixture
def extract(corpus, documents, user):
    return make_extract(corpus, documents, user)


def make_extract(corpus, documents, user):
    """Create an extract in which both columns have a verified value for each document."""
    extract = Extract.objects.create(corpus=corpus, name="Rent and end", engine="reader", creator=user)
    for order, (name, quote, text) in enumerate(
        [("Rent", "EUR 700", "EUR 700"), ("End", "30 June 2027", "2027-06-30")]
    ):
        column = Column.objects.create(extract=extract, name=name, question="?", order=order)
        for document in documents:
            row, _ = ExtractRow.objects.get_or_create(
                extract=extract,
                document=document,
                defaults={"revision": document.revision, "state": "done", "finished": timezone.now()},
            )
            start = TEXT.index(quote)
            source = {"start": start, "end": start + len(quote), "page": 1, "quote": quote}
            Cell.objects.create(
                row=row, column=column, status="found", text=text, raw=quote, sources=[source], confidence=0.9
            )
    return extract


def stored():
    rows = Annotation.objects.order_by("document__title", "start")
    return [(each.label.name, each.quote, each.note, each.source, each.review) for each in rows]


def test_each_verified_source_is_a_pending_suggestion_with_the_name_of_its_column(extract, user):
    suggested = suggest_sources(extract, actor=user)
    assert (suggested.source_count, suggested.new_count, suggested.next) == (4, 4, None)
    rent = ("Rent", "EUR 700", "", "extract", Review.PENDING)
    end = ("End", "30 June 2027", "2027-06-30", "extract", Review.PENDING)
    assert stored() == [rent, end] * 2
    annotation = Annotation.objects.order_by("start").first()
    column = extract.columns.get(name="Rent")
    assert annotation.origin == f"extract:{extract.pk}:{column.pk}"
    assert (annotation.score, annotation.creator) == (0.9, None)
    same = annotate_same(annotation, user)
    for name in ("spans", "page", "parts", "prefix", "suffix"):
        assert getattr(annotation, name) == getattr(same, name)
    entries = AuditEntry.objects.filter(action="annotation.created_many", object_id=extract.corpus_id)
    assert {each.document_id for each in entries} == set(extract.rows.values_list("document", flat=True))
    assert {each.actor_id for each in entries} == {user.pk}


def test_a_document_that_a_newer_version_replaced_gets_no_suggestions(extract, documents, user):
    older, newest = documents
    Document.objects.filter(pk=older.pk).update(superseded_by=newest)
    assert suggest_sources(extract, actor=user).new_count == 2
    assert set(Annotation.objects.values_list("document", flat=True)) == {newest.pk}


def annotate_same(annotation, user):
    """Annotate the same passage as a user does."""
    draft = AnnotationDraft(label_name="Same", start=annotation.start, end=annotation.end)
    return annotate(draft, corpus=annotation.corpus, document=annotation.document, actor=user)


def test_one_column_can_be_suggested_and_only_columns_of_the_extract(extract, corpus, documents, user):
    column = extract.columns.get(name="End")
    assert suggest_sources(extract, actor=user, columns=[column.pk]).new_count == 2
    assert set(Label.objects.values_list("name", flat=True)) == {"End"}
    other = make_extract(corpus, documents, user).columns.first()
    with pytest.raises(Invalid):
        suggest_sources(extract, actor=user, columns=[column.pk, other.pk])


def test_what_was_suggested_does_not_come_back_whatever_users_did_with_it(extract, corpus, documents, user):
    suggest_sources(extract, actor=user)
    rejected, relabelled, accepted, pending = Annotation.objects.order_by("document__title", "start")
    review_annotations([rejected], Review.REJECTED, actor=user)
    review_annotations([accepted], Review.ACCEPTED, actor=user)
    update_annotation(relabelled, AnnotationChange(label_name="Expiry"), actor=user)
    before = stored()
    again = suggest_sources(extract, actor=user)
    assert (again.source_count, again.new_count) == (4, 0)
    assert stored() == before
    # Another run of the same questions: only the relabelled place does not have its label.
    second = suggest_sources(make_extract(corpus, documents, user), actor=user)
    assert second.new_count == 1
    new = Annotation.objects.exclude(pk__in=[relabelled.pk, accepted.pk, pending.pk]).get()
    assert (new.label.name, new.document_id) == ("End", relabelled.document_id)


def test_an_archived_label_is_given_to_no_new_annotation(extract, corpus, user):
    Label.objects.create(corpus=corpus, name="Rent", color="#336699", archived=timezone.now())
    with pytest.raises(LabelArchived, match="“Rent” is archived"):
        suggest_sources(extract, actor=user)
    assert stored() == []


def test_a_place_that_a_user_has_given_the_label_is_not_suggested(extract, documents, user):
    start = TEXT.index("EUR 700")
    draft = AnnotationDraft(label_name="Rent", start=start, end=start + len("EUR 700"))
    annotate(draft, corpus=extract.corpus, document=documents[0], actor=user)
    assert suggest_sources(extract, actor=user).new_count == 3


def test_only_verified_values_of_the_current_text_that_no_reviewer_has_rejected_are_suggested(extract, user):
    rejected, unproven, outdated, left = Cell.objects.order_by("row__document__title", "column__order")
    Cell.objects.filter(pk=rejected.pk).update(review="rejected")
    Cell.objects.filter(pk=unproven.pk).update(status="unproven", sources=[])
    Cell.objects.filter(pk=left.pk).update(review="edited")
    suggested = suggest_sources(extract, actor=user)
    assert (suggested.source_count, suggested.new_count) == (2, 2)
    edited = Annotation.objects.get(label__name="End")
    assert edited.score is None  # the confidence is that of the answer before
    Annotation.objects.all().delete()
    publish(outdated.row.document, "A new text.")
    assert suggest_sources(extract, actor=user).source_count == 0


def test_a_call_goes_on_where_the_one_before_has_stopped(extract, user, monkeypatch):
    monkeypatch.setattr(suggestions, "MAX_CELLS", 3)
    first = suggest_sources(extract, actor=user)
    assert (first.new_count, first.next) == (3, Cell.objects.order_by("pk")[2].pk)
    second = suggest_sources(extract, actor=user, after=first.next)
    assert (second.new_count, second.next) == (1, None)


def test_annotators_suggest_for_documents_that_they_see_and_viewers_do_not(extract, user, other_user):
    hidden = parsed_document(other_user, TEXT, title="Hidden")
    share = CorpusShare.objects.create(target=extract.corpus, user=other_user, role="viewer", created_by=user)
    with pytest.raises(NotAllowed):
        suggest_sources(extract, actor=other_user)
    CorpusShare.objects.filter(pk=share.pk).update(role="annotator")
    row = extract.rows.first()
    ExtractRow.objects.filter(pk=row.pk).update(document=hidden, revision=hidden.revision)  # not in the corpus
    assert suggest_sources(extract, actor=other_user).new_count == 2
    assert not Annotation.objects.filter(document=hidden).exists()


def test_many_documents_take_as_many_queries_as_one(corpus, documents, user):
    counts = []
    for chosen in (documents[:1], documents):
        extract = make_extract(corpus, chosen, user)
        Annotation.objects.all().delete()
        suggest_sources(extract, actor=user)  # creates the labels
        Annotation.objects.all().delete()
        with CaptureQueriesContext(connection) as captured:
            assert suggest_sources(extract, actor=user).new_count == 2 * len(chosen)
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_rest_suggests_a_column_and_then_the_others(api, extract):
    columns = [str(extract.columns.get(name="Rent").pk)]
    path = f"/api/v1/extracts/{extract.pk}/suggestions"
    created = {"source_count": 2, "new_count": 2, "next": None}
    assert api.send("POST", path, {"columns": columns}).json() == created
    refused = api.send("POST", path, {"columns": [str(extract.pk)]})
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "invalid")
    assert api.send("POST", path, {}).json() == {"source_count": 4, "new_count": 2, "next": None}
    filters = {"corpus": str(extract.corpus_id), "source": "extract", "review": "pending"}
    assert len(api.get("/api/v1/annotations", filters).json()["results"]) == 4


def test_graphql_suggests_and_goes_on(api, extract, monkeypatch):
    monkeypatch.setattr(suggestions, "MAX_CELLS", 2)
    mutation = """mutation ($input: SuggestSourcesInput!) {
        suggestSources(input: $input) { sourceCount newCount next errors { code } } }"""
    given = {"id": to_global_id("Extract", extract.pk)}
    first = api.execute(mutation, {"input": given})["suggestSources"]
    assert (first["newCount"], first["errors"]) == (2, [])
    second = api.execute(mutation, {"input": given | {"after": first["next"]}})["suggestSources"]
    assert second == {"sourceCount": 2, "newCount": 2, "next": None, "errors": []}
