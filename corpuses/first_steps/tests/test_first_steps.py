"""The first steps of a user are derived from what exists, and from the audit log."""

import pytest

from core.deletion import move_to_bin
from corpuses.annotations.models import Annotation
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.corpora.services import create_corpus
from corpuses.extracts.fieldsets import FieldsetDraft, create_fieldset
from corpuses.extracts.runs import ExtractDraft, start_extract
from corpuses.extracts.templates import get_template
from corpuses.first_steps import services as first_steps
from corpuses.first_steps.sample import create_sample
from corpuses.first_steps.services import first_steps_of
from users.sharing.services import ShareRequest, create_share, set_public

pytestmark = pytest.mark.django_db

PATH = "/api/v1/first-steps"
STEPS = ("has_documents", "has_annotations", "has_extracts", "has_shares", "has_exports")


def done(user):
    row = first_steps_of(user)
    return [name for name in STEPS if getattr(row, name)]


def test_a_new_user_has_done_nothing(user):
    assert done(user) == []
    row = first_steps_of(user)
    assert (row.has_sample, row.corpus, row.document) == (False, None, None)


def test_the_sample_is_preferred_to_newer_corpora(user, add_parsed):
    sample = create_sample(user)
    create_corpus(owner=user, title="Newer")
    row = first_steps_of(user)
    assert (row.has_sample, row.corpus) == (True, sample.pk)
    assert row.document is None  # none of its documents was read yet
    document = add_parsed("One page", into=sample)
    assert first_steps_of(user).document == document.pk
    assert done(user) == ["has_documents"]


def test_each_task_counts_once_it_was_done(user, other_user, corpus, add_parsed, api):
    document = add_parsed("Rent is due on Monday.")
    assert done(user) == ["has_documents"]
    row = first_steps_of(user)
    assert (row.has_sample, row.corpus, row.document) == (False, corpus.pk, document.pk)

    draft = AnnotationDraft(label_name="Rent", start=0, end=4)
    annotation = annotate(draft, corpus=corpus, document=document, actor=user)
    assert done(user) == ["has_documents", "has_annotations"]
    move_to_bin(Annotation.objects.filter(pk=annotation.pk), user_id=user.pk)
    assert done(user) == ["has_documents", "has_annotations"]

    columns = get_template("contracts").columns
    fieldset = create_fieldset(FieldsetDraft(name="Lease", columns=columns), corpus=corpus, actor=user)
    start_extract(ExtractDraft(fieldset=fieldset), corpus=corpus, actor=user)
    assert done(user) == ["has_documents", "has_annotations", "has_extracts"]

    create_share(corpus, ShareRequest(role="viewer", user=other_user.username), actor=user)
    assert done(user) == ["has_documents", "has_annotations", "has_extracts", "has_shares"]

    assert api.get(f"/api/v1/corpuses/{corpus.pk}/annotations/export").status_code == 200
    assert done(user) == list(STEPS)
    assert done(other_user) == []


def test_making_a_document_public_shares_it(user, add_parsed):
    set_public(add_parsed("One page"), public=True, actor=user)
    assert "has_shares" in done(user)


def test_only_the_newest_entries_of_the_audit_log_are_read(user, corpus, add_parsed, api, monkeypatch):
    api.get(f"/api/v1/corpuses/{corpus.pk}/annotations/export")
    assert "has_exports" in done(user)
    monkeypatch.setattr(first_steps, "MAX_ENTRIES", 1)
    set_public(add_parsed("One page"), public=True, actor=user)
    assert "has_exports" not in done(user)


def test_it_is_one_query(user, add_parsed, django_assert_num_queries):
    add_parsed("One page")
    with django_assert_num_queries(1):
        first_steps_of(user)


def test_rest_and_graphql_agree(api, user, corpus, add_parsed):
    document = add_parsed("One page")
    rest = api.get(PATH).json()
    assert rest == {
        **dict.fromkeys(STEPS, False),
        "has_documents": True,
        "has_sample": False,
        "corpus": str(corpus.pk),
        "document": str(document.pk),
    }
    query = "{ firstSteps { hasDocuments hasAnnotations hasExtracts hasShares hasExports hasSample corpus document } }"
    graphql = api.graphql(query).data["firstSteps"]
    assert list(graphql.values()) == [rest[name] for name in (*STEPS, "has_sample", "corpus", "document")]
