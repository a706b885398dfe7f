"""Agents repeat no suggestion that is there, and none that users rejected or relabelled."""

from uuid import uuid4

import pytest

from corpuses.annotations.editing import AnnotationChange, update_annotation
from corpuses.annotations.models import Annotation
from corpuses.annotations.moving import lose_places, move_annotations
from corpuses.annotations.reviews import review_annotations
from corpuses.conversations.tests.conftest import LAW, PAGES
from documents.tests.factories import publish
from tests.plain_job import PlainJob
from tests.upstreams import says


@pytest.fixture
def document(add_parsed):
    return add_parsed(*PAGES, title="Lease of the mill", headings=["LEASE"])


def reviewed(review):
    return lambda row, user: review_annotations([row], review, actor=user)


def relabelled(row, user):
    update_annotation(row, AnnotationChange(label_name="Courts"), actor=user)


def made_by_a_user(row, user):
    Annotation.objects.update(source="human", origin="", creator=user)


@pytest.mark.parametrize(
    ("decide", "action_id", "left"),
    [
        (lambda row, user: None, None, ["Governing law"]),
        (reviewed("accepted"), None, ["Governing law"]),
        (reviewed("accepted"), uuid4(), ["Governing law"]),
        (reviewed("rejected"), None, []),
        (reviewed("rejected"), uuid4(), []),
        (made_by_a_user, None, ["Governing law"]),
        (relabelled, None, ["Courts"]),
    ],
)
def test_another_run_repeats_no_suggestion_and_none_that_was_rejected(agent_run, user, marks, decide, action_id, left):
    before = marks(note="It decides."), says("PROPOSED")
    agent_run(*before)
    decide(Annotation.objects.get(), user)
    others = {} if action_id is None else {"action_id": action_id}
    result, _ = agent_run(*before, marks(note="In other words."), marks("State of Ohio"), says("PROPOSED"), **others)
    rows = Annotation.objects.order_by("start").values_list("quote", "label__name")
    assert list(rows) == [*((LAW, label) for label in left), ("State of Ohio", "Governing law")]
    assert result.proposals.count() == 0


def test_a_run_on_a_new_revision_keeps_what_users_decided(agent_run, user, document, marks):
    script = marks(), marks("State of Ohio"), marks("Tenant", page=1), says("PROPOSED")
    agent_run(*script)
    tenant, law, _ = Annotation.objects.order_by("start")
    review_annotations([tenant], "rejected", actor=user)
    review_annotations([law], "accepted", actor=user)
    revision = publish(document, *(f"New. {text}" for text in PAGES))
    lose_places(document, revision)
    agent_run(*script, *script)
    move_annotations(document.pk, revision.pk, job=PlainJob())
    rows = Annotation.objects.filter(revision=revision).order_by("start")
    assert [(each.quote, each.review) for each in rows] == [(LAW, "accepted"), ("State of Ohio", "pending")]
    assert Annotation.with_deleted.count() == 3
