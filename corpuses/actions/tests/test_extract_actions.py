"""Extract actions: the fieldset and the engine that a user chooses."""

import pytest

from core.errors import Invalid
from corpuses.actions import running
from corpuses.actions.drafts import ActionDraft, Question
from corpuses.actions.editing import create_action, update_action
from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.corpora.services import create_corpus
from corpuses.extracts.columns import ColumnDraft, draft_of
from corpuses.extracts.engines.registry import UnknownEngine
from corpuses.extracts.fieldsets import FieldsetDraft, FieldsetInUse, create_fieldset, delete_fieldset, update_fieldset
from corpuses.extracts.models import Cell, Extract, Fieldset
from tasks.testing import run_jobs
from tests.upstreams import says_answers

pytestmark = pytest.mark.django_db(transaction=True)

TEXT = "Lease. The monthly rent is EUR 900. The lease ends on 30 June 2027."


@pytest.fixture
def fieldset(corpus, user):
    columns = [ColumnDraft(name="Rent", question="How much is the monthly rent?", type="money")]
    return create_fieldset(FieldsetDraft(name="Lease", columns=columns), corpus=corpus, actor=user)


def create(corpus, user, **settings):
    return create_action(ActionDraft(kind="extract", name="Lease", **settings), corpus=corpus, actor=user)


def run(action, user):
    running.run_action(action, actor=user)
    run_jobs()
    return ActionExecution.objects.filter(action=action).latest("id")


def test_an_action_answers_the_questions_of_a_fieldset_with_its_engine(corpus, user, fieldset, add_parsed, model):
    server = model(says_answers({"value": "EUR 900", "quotes": ["rent is EUR 900"]}))
    add_parsed(TEXT)
    action = create(corpus, user, fieldset=fieldset.pk, engine="reader")
    execution = run(action, user)
    assert (execution.state, execution.engine) == ("success", "reader")
    extract = Extract.objects.get(is_standing=True)
    assert (extract.fieldset, extract.engine) == (fieldset, "reader")
    cell = Cell.objects.get()
    assert (cell.engine, cell.text) == ("reader", "900.00 EUR")
    assert server.requests == []


def test_another_fieldset_or_engine_is_a_change_of_the_settings(corpus, user, fieldset, add_parsed, model):
    server = model(says_answers({"value": "EUR 900", "quotes": ["rent is EUR 900"]}))
    add_parsed(TEXT)
    action = create(corpus, user, fields=[Question("Term", "How long is the lease?")], engine="reader")
    own = action.fieldset
    assert (own.name, own.columns.get().name) == ("Lease (2)", "Term")
    changed = update_action(action, actor=user, fieldset=fieldset.pk, engine="")
    assert (changed.fieldset, changed.engine, changed.settings_version) == (fieldset, "", 2)
    assert run(changed, user).state == "success"
    assert Cell.objects.get().engine == "language-model"
    assert len(server.requests) == 1
    assert update_action(changed, actor=user, fieldset=fieldset.pk).settings_version == 2
    with pytest.raises(Invalid, match="another fieldset"):
        update_action(changed, actor=user, fieldset=own.pk, fields=[Question("Law", "Which?")])


def test_an_engine_that_needs_a_model_is_skipped_without_one(corpus, user, fieldset, add_parsed):
    add_parsed(TEXT)
    action = create(corpus, user, fieldset=fieldset.pk, engine="language-model")
    execution = run(action, user)
    assert (execution.state, execution.reason) == ("skipped", "no_language_model")


def test_an_engine_that_is_not_installed_any_more_fails_with_its_name(corpus, user, fieldset, add_parsed):
    add_parsed(TEXT)
    action = create(corpus, user, fieldset=fieldset.pk)
    CorpusAction.objects.filter(pk=action.pk).update(engine="gone")
    action.refresh_from_db()
    execution = run(action, user)
    assert execution.state == "failed"
    assert "'gone'" in execution.message


def test_wrong_settings_are_refused(corpus, user, fieldset, other_user):
    elsewhere = create_corpus(owner=user, title="Elsewhere")
    for settings, field in (
        ({"fieldset": Fieldset.objects.create(corpus=elsewhere, name="Other").pk}, "fieldset"),
        ({"fieldset": Fieldset.objects.create(corpus=corpus, name="Empty").pk}, "fieldset"),
        ({}, "fields"),
    ):
        with pytest.raises(Invalid) as refused:
            create(corpus, user, **settings)
        assert refused.value.field == field
    with pytest.raises(UnknownEngine, match="gpt"):
        create(corpus, user, fieldset=fieldset.pk, engine="gpt")


def test_a_fieldset_that_an_action_uses_is_not_deleted(corpus, user, fieldset):
    action = create(corpus, user, fieldset=fieldset.pk)
    with pytest.raises(FieldsetInUse):
        delete_fieldset(fieldset, actor=user)
    action.delete()
    delete_fieldset(fieldset, actor=user)
    assert not Fieldset.objects.filter(pk=fieldset.pk).exists()


def test_an_action_runs_again_after_its_fieldset_was_changed(corpus, user, fieldset, add_parsed):
    add_parsed(TEXT)
    action = create(corpus, user, fieldset=fieldset.pk, engine="reader")
    run(action, user)
    columns = [draft_of(column) for column in fieldset.columns.all()]
    update_fieldset(fieldset, actor=user, name="Leases", columns=columns)
    action.refresh_from_db()
    assert action.settings_version == 1  # the questions are the same
    update_fieldset(fieldset, actor=user, columns=[*columns, ColumnDraft(name="End", question="When does it end?")])
    action.refresh_from_db()
    assert action.settings_version == 2
    assert run(action, user).settings_version == 2
    assert set(Cell.objects.values_list("column__name", flat=True)) == {"Rent", "End"}
