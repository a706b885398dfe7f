"""Changes of the title, the description and the settings of a corpus are recorded, undone and redone on the server."""

from uuid import uuid4

import pytest

from core.errors import NotAllowed
from corpuses.annotations.edits import EditOutdated
from corpuses.annotations.models import Edit
from corpuses.corpora.services import create_corpus, update_corpus
from corpuses.models import Corpus, CorpusShare
from corpuses.undo.services import redo_edits, undo_edits

pytestmark = pytest.mark.django_db

EDITS = """query ($corpus: ID!) {
    edits(corpusId: $corpus, area: CORPUS) { edges { node { subject kind valueBefore valueAfter } } }
}"""
UPDATE = """mutation ($input: UpdateCorpusInput!) { updateCorpus(input: $input) { corpus { title } } }"""


@pytest.fixture
def corpus(user):
    return create_corpus(owner=user, title="Leases", description="All of them.")


@pytest.fixture
def editor(corpus, other_user):
    CorpusShare.objects.create(target=corpus, user=other_user, role="editor", created_by=corpus.owner)
    return other_user


@pytest.mark.parametrize(
    "change",
    [
        {"title": "Rents"},
        {"description": ""},
        {"allows_language_models": False},
        {"answer_cost": 0.25},
        {"retention_days": 90, "audit_days": 60},
    ],
)
def test_a_change_is_undone_and_redone(user, corpus, change):
    def values():
        return {name: getattr(Corpus.objects.get(pk=corpus.pk), name) for name in change}

    before, group = values(), uuid4()
    update_corpus(corpus, actor=user, group=group, **change)
    undo_edits(group, actor=user)
    undo_edits(group, actor=user)  # a repeated request
    assert values() == before
    redo_edits(group, actor=user)
    assert values() == pytest.approx(change)
    assert Edit.objects.count() == 1


def test_what_changes_nothing_is_not_recorded(user, corpus):
    update_corpus(corpus, actor=user, title="Leases")
    assert not Edit.objects.exists()


def test_a_later_change_by_another_user_is_not_lost(user, editor, corpus):
    group = uuid4()
    update_corpus(corpus, actor=user, title="Rents", group=group)
    update_corpus(corpus, actor=editor, title="Tenancies")
    with pytest.raises(EditOutdated):
        undo_edits(group, actor=user)


def test_a_limit_that_the_installation_has_lowered_since_is_outdated(user, corpus, settings):
    update_corpus(corpus, actor=user, answer_tokens=5_000)
    group = uuid4()
    update_corpus(corpus, actor=user, answer_tokens=100, group=group)
    settings.ANSWER_TOKENS = 1_000
    with pytest.raises(EditOutdated):
        undo_edits(group, actor=user)
    assert Corpus.objects.get(pk=corpus.pk).answer_tokens == 100


def test_only_owners_undo_a_change_of_settings(editor, user, corpus):
    title, setting = uuid4(), uuid4()
    update_corpus(corpus, actor=editor, title="Rents", group=title)
    undo_edits(title, actor=editor)
    update_corpus(corpus, actor=user, retention_days=90, group=setting)
    Edit.objects.filter(group=setting).update(actor=editor)
    with pytest.raises(NotAllowed):
        undo_edits(setting, actor=editor)


def test_the_history_shows_the_titles(api, corpus):
    given = {"id": str(corpus.pk), "title": "Rents", "group": str(uuid4())}
    api.execute(UPDATE, {"input": given})
    api.execute(UPDATE, {"input": {"id": str(corpus.pk), "description": "Some."}})
    found = [each["node"] for each in api.execute(EDITS, {"corpus": str(corpus.pk)})["edits"]["edges"]]
    assert [(each["subject"], each["valueBefore"], each["valueAfter"]) for each in found] == [
        ("CORPUS", None, None),
        ("CORPUS", "Leases", "Rents"),
    ]
    assert str(Edit.objects.last().group) == given["group"]
