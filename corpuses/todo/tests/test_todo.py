"""The pending work of a user is counted as in the lists that show it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from core.deletion import move_to_bin
from corpuses.annotations.models import Annotation
from corpuses.annotations.services import AnnotationDraft, annotate, annotate_many
from corpuses.comments.services import ThreadDraft, create_thread
from corpuses.conversations.models import Conversation, Message, Proposal
from corpuses.corpora.services import create_corpus
from corpuses.extracts.columns import ColumnDraft
from corpuses.extracts.fieldsets import FieldsetDraft, create_fieldset
from corpuses.extracts.models import Cell
from corpuses.extracts.runs import ExtractDraft, start_extract
from corpuses.models import Corpus, CorpusShare
from corpuses.obligations.models import Obligation
from corpuses.todo.api import selectors as todo
from corpuses.todo.api.selectors import TodoKind, todo_of
from documents.models import Document

pytestmark = pytest.mark.django_db

API = "/api/v1"
QUERY = "{ todo { items { kind count corpus corpusTitle extract extractName creator } dueUntil hasMore } }"
FOUND = [(4, 10, "Party"), (16, 20, "Money")]


def listed(user):
    """Return the kinds of what waits for a user, with their counts."""
    return {str(item.kind): item.count for item in todo_of(user).items}


def share(corpus, user, role):
    CorpusShare.objects.update_or_create(target=corpus, user=user, defaults={"role": role, "created_by": corpus.owner})


def suggest(corpus, document, found=FOUND):
    annotate_many(corpus, document.revision, found, source=Annotation.Source.ANALYZER, origin=f"action:{corpus.pk}")
    return Annotation.objects.filter(corpus=corpus, document=document).order_by("start")


def extract_cells(corpus, user, statuses=("found",)):
    """Run a question for each status, and answer it so."""
    columns = [ColumnDraft(name=status, question="Who pays?") for status in statuses]
    fieldset = create_fieldset(FieldsetDraft(name="Lease", columns=columns), corpus=corpus, actor=user)
    extract = start_extract(ExtractDraft(fieldset=fieldset), corpus=corpus, actor=user)
    for row in extract.rows.all():
        Cell.objects.filter(row=row).delete()
        for column in extract.columns.all():
            value = {"text": "tenant", "sources": [{"start": 4, "end": 10, "page": 1, "quote": "tenant"}]}
            has_value = column.name in Cell.WITH_VALUE
            Cell.objects.create(row=row, column=column, status=column.name, **(value if has_value else {}))
    return extract


def oblige(annotation, days):
    due = timezone.localdate() + timedelta(days=days)
    about = {"corpus": annotation.corpus, "document": annotation.document, "annotation": annotation}
    return Obligation.objects.create(**about, kind="payment", due=due)


def propose(user, document, corpus=None):
    conversation = Conversation.objects.create(owner=user, tenant=user.tenant, corpus=corpus, document=document)
    message = Message.objects.create(conversation=conversation, order=1, role="assistant", state="complete")
    return Proposal.objects.create(message=message, kind="comment", document=document, text="Check this.")


@pytest.fixture
def document(add_parsed):
    return add_parsed("The tenant pays rent on Monday.")


def test_nothing_waits_for_a_new_user(user):
    assert todo_of(user).items == []


def test_suggestions_wait_for_those_who_may_review_them(user, other_user, corpus, document):
    first, _ = suggest(corpus, document)
    assert listed(user) == {"suggestions": 2}
    for role, expected in {
        "viewer": {},
        "reviewer": {},
        "annotator": {"suggestions": 2},
        "editor": {"suggestions": 2},
    }.items():
        share(corpus, other_user, role)
        assert listed(other_user) == expected, role
    Annotation.objects.filter(pk=first.pk).update(reviewed=timezone.now())
    assert listed(user) == {"suggestions": 1}
    move_to_bin(Annotation.objects.filter(corpus=corpus), user_id=user.pk)
    assert listed(user) == {}


def test_public_corpora_and_the_bin_have_nothing_to_do(user, other_user, corpus, document):
    suggest(corpus, document)
    Corpus.objects.filter(pk=corpus.pk).update(is_public=True)
    assert listed(other_user) == {}
    move_to_bin(Corpus.objects.filter(pk=corpus.pk), user_id=user.pk)
    assert listed(user) == {}


def test_positions_to_check_wait_for_those_who_may_change_them(user, other_user, corpus, document):
    for start, end in ((4, 10), (16, 20), (11, 15)):
        annotate(
            AnnotationDraft(label_name="Party", start=start, end=end), corpus=corpus, document=document, actor=user
        )
    Annotation.objects.filter(start=4).update(confidence=0)
    Annotation.objects.filter(start=16).update(confidence=0.7)
    assert listed(user) == {"positions": 2}
    share(corpus, other_user, "annotator")
    assert listed(other_user) == {}  # they may not change these
    Annotation.objects.filter(start=16).update(creator=other_user)
    (item,) = todo_of(other_user).items
    assert (item.kind, item.count, item.creator) == (TodoKind.POSITIONS, 1, other_user.pk)
    share(corpus, other_user, "editor")
    (item,) = todo_of(other_user).items
    assert (item.count, item.creator) == (2, None)


def test_answered_cells_wait_for_reviewers(user, other_user, corpus, document):
    extract = extract_cells(corpus, user, [status for status in Cell.Status if status != Cell.Status.SKIPPED])
    assert listed(user) == {"cells": 3}  # found, unproven, not found
    for role, expected in {"viewer": {}, "annotator": {}, "reviewer": {"cells": 3}}.items():
        share(corpus, other_user, role)
        assert listed(other_user) == expected, role
    Cell.objects.filter(status="found").update(review="approved")
    assert listed(user) == {"cells": 2}
    item = todo_of(user).items[0]
    assert (item.extract, item.extract_name, item.corpus) == (extract.pk, extract.name, corpus.pk)
    move_to_bin(type(extract).objects.filter(pk=extract.pk), user_id=user.pk)
    assert listed(user) == {}


def test_own_documents_that_failed(user, other_user, corpus, document, add_parsed):
    share(corpus, other_user, "editor")
    add_parsed("Another one", owner=other_user)
    Document.objects.update(revision=None, state="failed", failure_code="corrupt_document")
    assert listed(user) == {"failed_documents": 1}
    assert listed(other_user) == {"failed_documents": 1}


def test_unread_mentions(user, other_user, corpus, document):
    share(corpus, other_user, "annotator")
    create_thread(corpus, ThreadDraft(text=f"@{user.username} look", document=document), actor=other_user)
    assert listed(user) == {"mentions": 1}
    assert listed(other_user) == {}


def test_proposals_with_and_without_a_corpus(user, other_user, corpus, document):
    share(corpus, other_user, "editor")
    proposal = propose(user, document, corpus)
    propose(user, document)
    assert listed(user) == {"proposals": 2}
    assert listed(other_user) == {}
    Proposal.objects.filter(pk=proposal.pk).update(state="rejected", decided=timezone.now())
    assert listed(user) == {"proposals": 1}


def test_obligations_that_are_due_within_a_week(user, other_user, corpus, document):
    draft = AnnotationDraft(label_name="Payment", start=16, end=20)
    annotations = [annotate(draft, corpus=corpus, document=document, actor=user) for _ in range(4)]
    overdue, _, _, done = [oblige(each, days) for each, days in zip(annotations, (-3, 7, 8, 1), strict=True)]
    done.done = timezone.now()
    done.save()
    assert listed(user) == {"obligations": 2}
    assert overdue.due < todo_of(user).due_until == timezone.localdate() + timedelta(days=7)
    for role, expected in {"viewer": {}, "annotator": {"obligations": 2}}.items():
        share(corpus, other_user, role)
        assert listed(other_user) == expected, role


def test_only_newest_versions_count(user, corpus, document, add_parsed):
    suggest(corpus, document)
    newer = add_parsed("The tenant pays rent on Monday.")
    Document.objects.filter(pk=document.pk).update(superseded_by=newer)
    assert listed(user) == {}


def test_counts_are_those_of_the_lists(api, user, corpus, document):
    suggest(corpus, document)
    Annotation.objects.filter(start=4).update(confidence=0.5)
    extract = extract_cells(corpus, user, ["found", "not_found"])
    propose(user, document, corpus)
    lists = {
        "suggestions": f"{API}/annotations?corpus={corpus.pk}&review=pending",
        "positions": f"{API}/annotations?corpus={corpus.pk}&placement=to_check",
        "cells": f"{API}/extracts/{extract.pk}/cells?review=unreviewed",
        "proposals": f"{API}/proposals?state=pending",
    }
    assert listed(user) == {kind: len(api.get(path).json()["results"]) for kind, path in lists.items()}


def test_the_largest_counts_are_listed_first_and_their_number_is_limited(user, monkeypatch, add_parsed):
    corpora = [create_corpus(owner=user, title=f"Corpus {number}") for number in range(3)]
    for number, corpus in enumerate(corpora):
        suggest(corpus, add_parsed("The tenant pays rent.", into=corpus), FOUND[: 1 + number % 2])
    titles = [item.corpus_title for item in todo_of(user).items]
    assert titles == ["Corpus 1", "Corpus 0", "Corpus 2"]
    assert not todo_of(user).has_more
    monkeypatch.setattr(todo, "MAX_ITEMS", 2)
    limited = todo_of(user)
    assert ([item.corpus_title for item in limited.items], limited.has_more) == (titles[:2], True)


def test_the_number_of_queries_does_not_depend_on_the_number_of_corpora(user, add_parsed, django_assert_num_queries):
    for number in range(2):
        with django_assert_num_queries(len(TodoKind) + 1):
            assert len(todo_of(user).items) == 6 * number
        for _ in range(3):
            corpus = create_corpus(owner=user, title="Leases")
            document = add_parsed("The tenant pays rent on Monday.", into=corpus)
            suggest(corpus, document)
            extract_cells(corpus, user)


def test_rest_and_graphql_agree(api, user, corpus, document):
    suggest(corpus, document)
    extract_cells(corpus, user)
    rest = api.get(f"{API}/todo").json()
    graphql = api.graphql(QUERY).data["todo"]
    assert [item["kind"] for item in rest["items"]] == ["suggestions", "cells"]
    assert (graphql["dueUntil"], graphql["hasMore"]) == (rest["due_until"], rest["has_more"])
    names = {"kind": "kind", "count": "count", "corpus": "corpus", "corpus_title": "corpusTitle"}
    names |= {"extract": "extract", "extract_name": "extractName", "creator": "creator"}
    expected = [{names[name]: value for name, value in item.items()} for item in rest["items"]]
    assert [item | {"kind": item["kind"].lower()} for item in graphql["items"]] == expected
