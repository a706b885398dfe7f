"""Owners decide whether texts of a corpus are sent to language models; actions and parsing follow."""

import pytest

from audit.models import AuditEntry
from core.errors import NotAllowed
from corpuses.actions.drafts import ActionDraft, Question
from corpuses.actions.editing import create_action
from corpuses.actions.tests.test_extract_actions import TEXT, run
from corpuses.corpora.services import add_documents, create_corpus, delete_corpus, update_corpus
from corpuses.extracts.columns import ColumnDraft
from corpuses.extracts.fieldsets import FieldsetDraft, create_fieldset
from corpuses.extracts.models import Cell
from corpuses.extracts.runs import ExtractDraft, start_extract
from corpuses.llm.errors import LlmNotAllowed
from corpuses.models import CorpusShare
from corpuses.providers.languages import DETECTORS
from corpuses.providers.sending import is_sendable
from users.sharing.models import ShareRole

pytestmark = pytest.mark.django_db(transaction=True)

AGENT = ActionDraft(kind="agent", name="Marks", instructions="Mark the parties.")
RENT = Question("Rent", "How much is the monthly rent?")
EXTRACT = ActionDraft(kind="extract", name="Rents", fields=[RENT])


@pytest.fixture
def forbidding(user):
    corpus = create_corpus(owner=user, title="Secret")
    return update_corpus(corpus, actor=user, allows_language_models=False)


def test_only_owners_decide(api, user, other_user, other_api, corpus):
    CorpusShare.objects.create(target=corpus, user=other_user, role=ShareRole.EDITOR, created_by=user)
    address, change = f"/api/v1/corpuses/{corpus.pk}", {"allows_language_models": False}
    assert other_api.send("PATCH", address, change).status_code == 403
    with pytest.raises(NotAllowed):
        update_corpus(corpus, actor=other_user, allows_language_models=True)
    changed = api.send("PATCH", address, change)
    assert changed.json()["allows_language_models"] is False
    assert AuditEntry.objects.latest("id").details["fields"] == ["allows_language_models"]
    assert other_api.send("PATCH", address, {"title": "New"}).json()["allows_language_models"] is False


def test_documents_are_withheld_while_one_of_their_corpora_forbids_it(user, corpus, forbidding, add_parsed):
    document = add_parsed(TEXT)
    add_documents(forbidding, [document], actor=user)
    assert not is_sendable(document.pk)
    delete_corpus(forbidding, actor=user)
    assert is_sendable(document.pk)


def test_older_versions_are_withheld_as_the_newest(user, forbidding, add_parsed):
    older, newest = add_parsed(TEXT), add_parsed(TEXT, into=forbidding)
    older.superseded_by = newest
    older.save(update_fields=["superseded_by"])
    assert not is_sendable(older.pk)


def test_agents_are_skipped_and_extracts_use_the_reader(user, corpus, add_parsed, model):
    update_corpus(corpus, actor=user, allows_language_models=False)
    corpus.refresh_from_db()
    add_parsed(TEXT)
    server = model()
    agent = run(create_action(AGENT, corpus=corpus, actor=user), user)
    assert (agent.state, agent.reason) == ("skipped", "language_model_not_allowed")
    extract = run(create_action(EXTRACT, corpus=corpus, actor=user), user)
    assert (extract.state, extract.engine) == ("success", "reader")
    assert "900" in Cell.objects.get().text
    assert server.requests == []


@pytest.mark.parametrize("draft", [AGENT, EXTRACT])
def test_actions_of_other_corpora_skip_the_document(user, corpus, forbidding, add_parsed, model, draft):
    add_documents(forbidding, [add_parsed(TEXT)], actor=user)
    server = model()
    execution = run(create_action(draft, corpus=corpus, actor=user), user)
    assert (execution.state, execution.reason) == ("skipped", "language_model_not_allowed")
    assert server.requests == []


def test_languages_are_detected_without_a_model(settings, user, forbidding, add_parsed):
    settings.USE_GOOGLE_LANGUAGE_DETECTION, settings.LLM_MODEL = True, "scripted"
    free, withheld = add_parsed(TEXT), add_parsed(TEXT, into=forbidding)
    assert [detector.is_enabled(free) for detector in DETECTORS] == [True, True]
    assert [detector.is_enabled(withheld) for detector in DETECTORS] == [False, False]


def test_an_engine_that_needs_a_model_is_refused(user, forbidding, add_parsed):
    add_parsed(TEXT, into=forbidding)
    columns = [ColumnDraft(name="Rent", question="How much is the rent?")]
    fieldset = create_fieldset(FieldsetDraft(name="Rents", columns=columns), corpus=forbidding, actor=user)
    with pytest.raises(LlmNotAllowed):
        start_extract(ExtractDraft(fieldset=fieldset, engine="language-model"), corpus=forbidding, actor=user)
    assert start_extract(ExtractDraft(fieldset=fieldset), corpus=forbidding, actor=user).engine == "reader"
