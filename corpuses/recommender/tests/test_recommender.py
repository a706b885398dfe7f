"""The recommender: learn a label from its examples, suggest passages, respect what users have reviewed."""

from itertools import pairwise

import numpy as np
import pytest

from audit.models import AuditEntry
from core.deletion import move_to_bin
from core.errors import NotAllowed
from corpuses.annotations.labels.hierarchy import LabelArchived
from corpuses.annotations.labels.services import update_label
from corpuses.annotations.models import Annotation, Label
from corpuses.annotations.reviews import review_annotations
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.models import CorpusDocument
from corpuses.recommender import services
from corpuses.recommender.classifier import Kind, Sentences, probabilities
from corpuses.recommender.examples import TooFewExamples
from corpuses.recommender.learning import CorpusNotIndexed
from corpuses.recommender.limits import THRESHOLD
from corpuses.search.indexing import ensure
from tasks.errors import Cancelled
from tasks.runtime import queue
from tasks.testing import run_jobs
from tests.plain_job import JobCancelled, PlainJob
from users.sharing.services import ShareRequest, create_share

STATES = ("Delaware", "New York", "Texas", "Ohio", "Utah", "Nevada", "Oregon", "Maine", "Iowa", "Idaho", "Kansas")
LAW = "This Agreement shall be governed by the laws of the State of {}."
OTHERS = (
    "The Supplier delivers {} pallets of goods to the warehouse on the first day of each month.",
    "The Customer pays an invoice within {} days of its receipt.",
    "Each party keeps the information that it receives from the other one confidential for {} years.",
    "Notices are sent by registered mail to the offices of the parties, with {} copies.",
    "The term of this contract is {} years and is renewed unless a party objects.",
)


def text_of(number: int) -> str:
    """Return a contract with one clause about the governing law."""
    clauses = [clause.format(number + 2) for clause in OTHERS]
    clauses.insert(number % len(clauses), LAW.format(STATES[number % len(STATES)]))
    return "\n\n".join(clauses)


@pytest.fixture
def documents(corpus, add_parsed):
    """Add sixteen indexed contracts."""
    documents = [add_parsed(text_of(number)) for number in range(16)]
    for document in documents:
        ensure(document.revision)
    return documents


def place(document, words="This Agreement shall be governed"):
    start = document.revision.text.index(words)
    return {"start": start, "end": document.revision.text.index("\n", start)}


@pytest.fixture
def label(corpus, documents, user):
    """Annotate the clause in ten of the contracts."""
    for document in documents[:10]:
        draft = AnnotationDraft(label_name="Governing law", **place(document))
        annotate(draft, corpus=corpus, document=document, actor=user)
    return Label.objects.select_related("corpus").get(name="Governing law")


def suggested(label):
    return Annotation.objects.filter(label=label, source=Annotation.Source.ANALYZER).order_by("document_id")


def test_ten_examples_lead_to_the_clauses_of_the_other_documents(label, documents, user):
    assert services.run(label.pk, user.pk, job=PlainJob()) == 6
    found = suggested(label)
    assert {each.document_id for each in found} == {document.pk for document in documents[10:]}
    for each in found:
        assert each.quote.startswith("This Agreement shall be governed")
        assert (each.review, each.creator, each.origin) == ("pending", None, f"recommender:{label.pk}")
        assert THRESHOLD <= each.score <= 1
    entry = AuditEntry.objects.filter(action="annotation.created_many").latest("pk")
    assert entry.details["origin"] == f"recommender:{label.pk}"


@pytest.mark.full
def test_a_second_run_adds_nothing(label, user):
    services.run(label.pk, user.pk, job=PlainJob())
    assert services.run(label.pk, user.pk, job=PlainJob()) == 0
    assert suggested(label).count() == 6


def test_a_rejected_suggestion_is_not_made_again_and_an_accepted_one_is_an_example(label, user):
    services.run(label.pk, user.pk, job=PlainJob())
    first, second, *_ = suggested(label)
    review_annotations([first], Annotation.Review.REJECTED, actor=user)
    review_annotations([second], Annotation.Review.ACCEPTED, actor=user)
    assert services.state_of(label, actor=user).example_count == 11
    services.run(label.pk, user.pk, job=PlainJob())
    assert not suggested(label).filter(document=first.document_id).exists()
    assert suggested(label).count() == 5


@pytest.mark.full
def test_no_two_annotations_of_the_label_overlap(label, user):
    services.run(label.pk, user.pk, job=PlainJob())
    review_annotations(suggested(label)[:2], Annotation.Review.REJECTED, actor=user)
    services.run(label.pk, user.pk, job=PlainJob())
    places = Annotation.objects.filter(label=label).order_by("document_id", "start")
    rows = list(places.values_list("document_id", "start", "end"))
    assert all(one[0] != other[0] or one[2] <= other[1] for one, other in pairwise(rows))


def test_nine_examples_are_too_few(label, corpus, user):
    Annotation.objects.filter(label=label).first().delete()
    with pytest.raises(TooFewExamples) as failure:
        services.suggest_passages(label, actor=user)
    assert failure.value.message == "10 examples of the label are needed, 9 are there."
    assert dict(failure.value.data) == {"needed": 10, "count": 9}


def test_nothing_is_suggested_for_an_archived_label(label, user):
    update_label(label, archived=True, actor=user)
    label.refresh_from_db()
    with pytest.raises(LabelArchived):
        services.suggest_passages(label, actor=user)
    with pytest.raises(Cancelled):
        services.run(label.pk, user.pk, job=PlainJob())


def test_examples_in_documents_of_other_corpora_or_in_the_bin_do_not_count(label, documents, user):
    move_to_bin(type(documents[0]).objects.filter(pk=documents[0].pk), user_id=user.pk)
    assert services.state_of(label, actor=user).example_count == 9


def test_documents_without_an_index_have_no_examples_to_learn_from(corpus, add_parsed, user):
    for number in range(10):
        document = add_parsed(text_of(number))
        annotate(AnnotationDraft(label_name="Law", **place(document)), corpus=corpus, document=document, actor=user)
    label = Label.objects.get(name="Law")
    with pytest.raises(CorpusNotIndexed):
        services.run(label.pk, user.pk, job=PlainJob())


def test_a_cancelled_run_stores_nothing(label, user):
    with pytest.raises(JobCancelled):
        services.run(label.pk, user.pk, job=PlainJob(cancel_after=1))
    assert not suggested(label).exists()


@pytest.mark.full
def test_viewers_start_nothing(label, corpus, user, other_user):
    create_share(corpus, ShareRequest(user=other_user.username, role="viewer"), actor=user)
    with pytest.raises(NotAllowed):
        services.suggest_passages(label, actor=other_user)
    with pytest.raises(NotAllowed):
        services.state_of(label, actor=other_user)


def test_a_job_suggests_passages_and_the_state_follows_it(label, user):
    job = services.suggest_passages(label, actor=user)
    assert services.suggest_passages(label, actor=user) == job
    run_jobs()
    assert queue.job_view(job).state == "success"
    state = services.state_of(label, actor=user)
    assert (state.example_count, state.pending_count, state.suggested_count) == (10, 6, 6)
    assert state.job.id == job


def test_at_most_three_suggestions_of_a_document_and_500_of_a_run(label, documents, monkeypatch, user):
    monkeypatch.setattr(services, "MAX_SUGGESTIONS", 4)
    assert services.run(label.pk, user.pk, job=PlainJob()) == 4
    assert services.run(label.pk, user.pk, job=PlainJob()) == 0


QUERY = (
    "query ($id: ID!) { labelSuggestions(labelId: $id) { exampleCount neededCount pendingCount job state progress } }"
)
MUTATION = """
mutation ($input: SuggestPassagesInput!) {
  suggestPassages(input: $input) { labelSuggestions { label exampleCount state } errors { code message } }
}
"""


def test_rest_starts_a_run_and_reports_it(api, label):
    address = f"/api/v1/labels/{label.pk}/suggestions"
    before = api.get(address).json()
    assert (before["example_count"], before["needed_count"], before["job"], before["state"]) == (10, 10, None, None)
    started = api.send("post", address, {})
    assert started.status_code == 202
    assert started.json()["state"] in {"pending", "queued", "waiting"}
    run_jobs()
    after = api.get(address).json()
    assert (after["state"], after["suggested_count"], after["pending_count"]) == ("success", 6, 6)
    assert after["job"] == started.json()["job"]
    (newest,) = api.get("/api/v1/annotations?review=pending&order_by=score&page_size=1").json()["results"]
    assert 0 < newest["score"] <= 1
    scores = [each["score"] for each in api.get("/api/v1/annotations?order_by=score").json()["results"]]
    assert scores[:6] == sorted(scores[:6], reverse=True)
    assert scores[6:] == [None] * 10
    assert api.send("post", f"/api/v1/jobs/{after['job']}/cancel", {}).status_code in {200, 202, 409}


@pytest.mark.full
def test_graphql_starts_a_run_and_reports_it(api, label):
    assert api.execute(QUERY, {"id": str(label.pk)})["labelSuggestions"]["exampleCount"] == 10
    payload = api.execute(MUTATION, {"input": {"labelId": str(label.pk)}})["suggestPassages"]
    assert payload["errors"] == []
    assert payload["labelSuggestions"]["label"] == str(label.pk)
    Annotation.objects.filter(label=label).first().delete()
    payload = api.execute(MUTATION, {"input": {"labelId": str(label.pk)}})["suggestPassages"]
    assert payload["errors"] == [
        {"code": "too_few_examples", "message": "10 examples of the label are needed, 9 are there."}
    ]


@pytest.mark.full
def test_the_state_has_a_constant_number_of_queries(label, user, django_assert_max_num_queries):
    services.run(label.pk, user.pk, job=PlainJob())
    with django_assert_max_num_queries(6):
        services.state_of(label, actor=user)


@pytest.mark.parametrize("documents", [1, 2, 12])
def test_probabilities_hold_for_few_documents(documents):
    random = np.random.default_rng(1)
    vectors = random.normal(size=(60, 384))
    kinds = np.array([Kind.EXAMPLE] * 10 + [Kind.COUNTER_EXAMPLE] * 50)
    vectors[:10] += 4 * vectors[0]
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    texts = ["governing law"] * 10 + ["delivery of goods"] * 50
    scores = probabilities(Sentences(texts, vectors, np.arange(60) % documents, kinds))
    assert ((scores > 0) & (scores < 1)).all()
    assert scores[:10].min() > scores[10:].max()


def test_examples_and_suggestions_on_hidden_documents_are_not_counted(label, user, other_user, corpus, documents):
    create_share(corpus, ShareRequest(user=other_user.username, role="annotator"), actor=user)
    services.run(label.pk, user.pk, job=PlainJob())
    CorpusDocument.objects.filter(document__in=documents[8:12]).update(added_by=None)
    state = services.state_of(label, actor=other_user)
    assert (state.example_count, state.pending_count) == (8, 4)
    with pytest.raises(TooFewExamples, match="8 are there"):
        services.suggest_passages(label, actor=other_user)
    assert services.state_of(label, actor=user).example_count == 10
