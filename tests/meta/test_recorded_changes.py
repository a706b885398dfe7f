"""The watch on transactions (`tests.recorded_changes`) sees what a service forgets, and nothing else."""

from textwrap import dedent
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.db import connection, transaction

from audit.actions import Action
from audit.log import record
from corpuses.annotations.edits import store_edits
from corpuses.annotations.models import Edit, Label
from corpuses.corpora.services import create_corpus
from corpuses.events import record_corpus_event
from tests import recorded_changes
from tests.recorded_changes import ROOT, take_silent

pytestmark = pytest.mark.django_db


@pytest.fixture
def label(user):
    corpus = create_corpus(title="Letters", owner=user)
    return Label.objects.create(corpus=corpus, name="Date", color="#0369a1", position=0)


def _store(label):
    """Store an edit of a label."""
    edit = Edit(corpus_id=label.corpus_id, subject=Edit.Subject.LABEL, subject_id=label.pk, kind="changed", changes={})
    store_edits([edit], actor=label.corpus.owner, group=None)


def run(source: str, label: Label) -> list[str]:
    """Run a service as if it were a file of the program; return what the watch has seen."""
    names = {"transaction": transaction, "Label": Label, "record": record, "Action": Action, "uuid4": uuid4}
    names |= {"record_corpus_event": record_corpus_event, "store": _store, "__name__": "corpuses.made_up"}
    exec(compile(dedent(source), f"{ROOT}corpuses/made_up.py", "exec"), names)
    take_silent()
    names["service"](label)
    return [line.split(":")[0] for line in take_silent()]


BOTH = "UPDATE corpuses_label without event of labels and audit entry"


def test_a_change_that_records_nothing_is_seen(label):
    assert run(
        """
        @transaction.atomic
        def service(label):
            Label.objects.filter(pk=label.pk).update(name="Day")
        """,
        label,
    ) == [BOTH]


def test_without_a_transaction_too(label):
    assert run(
        """
        def service(label):
            label.name = "Day"
            label.save()
            record_corpus_event(label.corpus, "labels")
            record(Action.LABEL_CHANGED, label)
        """,
        label,
    ) == [BOTH]


def test_what_was_recorded_before_or_after_the_transaction_does_not_count(label):
    assert run(
        """
        def service(label):
            with transaction.atomic():
                record_corpus_event(label.corpus, "labels")
            with transaction.atomic():
                Label.objects.filter(pk=label.pk).update(name="Day")
            with transaction.atomic():
                record(Action.LABEL_CHANGED, label)
        """,
        label,
    ) == [BOTH]


def test_the_event_must_name_what_has_changed(label):
    assert run(
        """
        @transaction.atomic
        def service(label):
            Label.objects.filter(pk=label.pk).update(name="Day")
            record_corpus_event(label.corpus, "folders")
            record(Action.LABEL_CHANGED, label)
            store(label)
        """,
        label,
    ) == ["UPDATE corpuses_label without event of labels"]


def test_what_a_person_changes_can_be_undone(label):
    assert run(
        """
        @transaction.atomic
        def service(label):
            Label.objects.filter(pk=label.pk).update(name="Day")
            record_corpus_event(label.corpus, "labels")
            record(Action.LABEL_CHANGED, label)
        """,
        label,
    ) == ["UPDATE corpuses_label without edit"]


def test_a_change_that_is_recorded_is_right_whatever_the_order(label):
    source = """
        @transaction.atomic
        def service(label):
            store(label)
            record(Action.LABEL_CHANGED, label)
            with transaction.atomic():
                label.name = "Day"
                label.save()
            record_corpus_event(label.corpus, "labels")
        """
    assert run(source, label) == []


def test_what_changes_no_row_is_no_change(label):
    source = """
        @transaction.atomic
        def service(label):
            Label.objects.filter(pk=uuid4()).update(name="Day")
        """
    assert run(source, label) == []


def test_what_is_rolled_back_is_no_change(label):
    source = """
        def service(label):
            try:
                with transaction.atomic():
                    Label.objects.filter(pk=label.pk).update(name="Day")
                    raise ValueError
            except ValueError:
                pass
        """
    assert run(source, label) == []


def test_rows_that_a_test_writes_are_not_judged(label):
    take_silent()
    with transaction.atomic():
        Label.objects.filter(pk=label.pk).update(name="Day")
    label.delete()
    assert take_silent() == []


def test_what_a_test_before_has_left_hides_nothing():
    connection.execute_wrappers.remove(recorded_changes._execute)
    recorded_changes._open.current = recorded_changes._Transaction(depth=1)
    with patch.object(connection, "in_atomic_block", new=False):
        recorded_changes.begin()
    assert connection.execute_wrappers[0] is recorded_changes._execute
    assert recorded_changes._open.current is None
