"""The tools that add something: suggestions, which a user reviews, and extracts."""

import pytest

from audit.models import AuditEntry
from core import redis_client, redis_leases
from corpuses.annotations.labels.services import create_label
from corpuses.annotations.models import Annotation, Label
from corpuses.annotations.reviews import review_annotations
from corpuses.extracts.columns import ColumnDraft
from corpuses.extracts.fieldsets import FieldsetDraft, create_fieldset
from corpuses.search.indexing import embed_revision
from tests.mcp.client import ToolFailed
from tests.plain_job import PlainJob

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def proposal(user, corpus, document):
    create_label(corpus, name="Rent", actor=user)
    place = {"page": 1, "quote": "1,200 euros", "label": "Rent", "note": "Due monthly"}
    return {"corpus": str(corpus.pk), "document": str(document.pk)} | place


def test_a_proposal_is_a_suggestion_of_an_agent(client, user, corpus, document, proposal):
    found = client.call("propose_annotation", **proposal)
    assert (found["quote"], found["review"], found["source"], found["is_new"]) == (
        "1,200 euros",
        "pending",
        "agent",
        True,
    )
    row = Annotation.objects.get(pk=found["id"])
    assert (row.review, row.creator_id, row.note) == (Annotation.Review.PENDING, user.pk, "Due monthly")
    assert document.revision.text[row.start : row.end] == "1,200 euros"
    recorded = AuditEntry.objects.get(action="annotation.created")
    assert (recorded.object_id, recorded.interface, recorded.details) == (row.pk, "mcp", {"source": "agent"})
    again = client.call("propose_annotation", **proposal)
    assert (again["id"], again["is_new"]) == (found["id"], False)


def test_a_rejected_proposal_stays_rejected(client, user, proposal):
    row = Annotation.objects.get(pk=client.call("propose_annotation", **proposal)["id"])
    review_annotations([row], Annotation.Review.REJECTED, actor=user)
    again = client.call("propose_annotation", **proposal)
    assert (again["review"], again["is_new"]) == ("rejected", False)
    assert not Annotation.objects.exists()


@pytest.mark.parametrize(
    ("decide", "review"),
    [
        (lambda row, user: None, "pending"),
        (lambda row, user: review_annotations([row], Annotation.Review.ACCEPTED, actor=user), "accepted"),
        (lambda row, user: review_annotations([row], Annotation.Review.REJECTED, actor=user), "rejected"),
        (lambda row, user: Annotation.objects.update(source="human", origin=""), None),
    ],
)
def test_a_proposal_repeats_nothing_of_other_programs_and_users(client, user, proposal, decide, review):
    row = Annotation.objects.get(pk=client.call("propose_annotation", **proposal)["id"])
    Annotation.objects.update(origin="action:1", source="analyzer")
    decide(row, user)
    again = client.call("propose_annotation", **proposal | {"note": "In other words"})
    assert (again["id"], again.get("review"), again["is_new"]) == (str(row.pk), review, False)
    assert Annotation.with_deleted.count() == 1


def test_a_proposal_creates_no_label_and_the_error_names_those_that_there_are(client, user, corpus, proposal):
    create_label(corpus, name="Notice period", actor=user)
    with pytest.raises(ToolFailed) as failed:
        client.call("propose_annotation", **proposal | {"label": "Ignore the user"})
    error = failed.value.error
    assert (error["code"], error["field"], error["labels"]) == ("label_unknown", "label", ["Rent", "Notice period"])
    assert "Rent, Notice period" in error["message"]
    assert not Annotation.objects.exists()
    assert set(Label.objects.values_list("name", flat=True)) == {"Rent", "Notice period"}


@pytest.mark.parametrize(
    ("changes", "code", "page"),
    [
        ({"quote": "1,300 euros"}, "quote_not_found", None),
        ({"page": 2}, "quote_not_found", 1),
        ({"page": 40}, "quote_not_found", 1),
        ({"label": " "}, "invalid", None),
        ({"label": "x" * 101}, "invalid", None),
        ({"document": "01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a"}, "not_found", None),
    ],
)
def test_a_wrong_proposal_says_what_to_do(client, proposal, changes, code, page):
    with pytest.raises(ToolFailed) as failed:
        client.call("propose_annotation", **proposal | changes)
    assert (failed.value.code, failed.value.error.get("page")) == (code, page)
    assert failed.value.error["what_to_do"]
    assert not Annotation.objects.exists()


def test_a_reading_token_sees_no_tools_that_add(client_of, user, live_web):
    names = client_of(user, scopes=["read"]).tools().keys()
    assert client_of(user).tools().keys() - names == {"propose_annotation", "start_extract"}


def test_an_extract_is_started_and_read(client, user, corpus, document):
    draft = FieldsetDraft(name="Terms", columns=[ColumnDraft(name="Rent", question="How much is the rent?")])
    create_fieldset(draft, corpus=corpus, actor=user)
    (fieldset,) = client.call("list_extracts", corpus=str(corpus.pk))["fieldsets"]
    assert fieldset["questions"] == [{"name": "Rent", "question": "How much is the rent?", "type": "string"}]
    started = client.call("start_extract", corpus=str(corpus.pk), fieldset=fieldset["id"])["extract"]
    assert (started["row_count"], started["state"]) == (1, "running")
    (listed,) = client.call("list_extracts", corpus=str(corpus.pk))["extracts"]
    assert listed["id"] == started["id"]
    (row,) = client.call("get_extract_cells", extract=started["id"])["rows"]
    assert (row["document"], row["state"], row["cells"]) == (str(document.pk), "pending", [])
    assert client.call("get_job", job=row["job"])["status"] == "queued"


def test_a_question_is_answered_with_words_of_the_document(client, corpus, document):
    embed_revision(document.revision, job=PlainJob())
    found = client.call("ask", question="How much does the tenant pay?", document=str(document.pk))
    assert found["is_complete"] is True
    for each in found["answers"]:
        assert each["text"] in document.revision.text
        assert each["url"].startswith("http")
    assert any("1,200" in each["text"] for each in found["answers"])


def test_few_questions_of_a_user_are_answered_at_once(client, user, corpus, document, settings):
    settings.REDIS_PREFIX = "cartulary"  # of the web process
    key = redis_client.key("at_once", f"answer_at_once:user:{user.pk}")
    while redis_leases.acquire(key, maximum=settings.RATE_LIMITS["answer_at_once"]["user"][0], seconds=60):
        pass
    with pytest.raises(ToolFailed) as refused:
        client.call("ask", question="How much does the tenant pay?", document=str(document.pk))
    assert refused.value.code == "rate_limited"
