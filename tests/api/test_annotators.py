"""The users who made annotations of a corpus, and the filter by them, by REST and GraphQL."""

import pytest
from graphql_relay import to_global_id

from corpuses.annotations.editing import delete_annotation
from corpuses.annotations.models import Annotation
from corpuses.annotations.services import AnnotationDraft, annotate, annotate_many
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.models import Corpus, CorpusShare
from documents.tests.factories import parsed_document

pytestmark = pytest.mark.django_db


@pytest.fixture
def corpus(user, other_user):
    """Return a corpus with annotations of two users and of an analyzer; another corpus has one of its owner."""
    corpus, empty = create_corpus(owner=user, title="Leases"), create_corpus(owner=user, title="Empty")
    document = parsed_document(user, "The tenant pays rent. The landlord repairs the roof.", title="Lease")
    add_documents(corpus, [document], actor=user)
    add_documents(empty, [document], actor=user)
    CorpusShare.objects.create(target=corpus, user=other_user, role="editor", created_by=user)
    annotate_many(corpus, document.revision, [(4, 10, "Party")], source="analyzer", origin="action:1")
    for actor, start in ((user, 0), (user, 4), (other_user, 11)):
        annotate(
            AnnotationDraft(label_name="Party", start=start, end=start + 3),
            corpus=corpus,
            document=document,
            actor=actor,
        )
    return corpus


def by_rest(api, corpus):
    return [each["username"] for each in api.get(f"/api/v1/corpuses/{corpus.pk}/annotators").json()["results"]]


def by_graphql(api, corpus):
    answer = api.execute(f'{{ annotators(corpusId: "{corpus.pk}") {{ username }} }}')
    return [each["username"] for each in answer["annotators"]]


def test_each_user_who_made_annotations_is_listed_once(api, user, other_user, corpus):
    both = sorted([user.username, other_user.username])
    assert by_rest(api, corpus) == by_graphql(api, corpus) == both
    delete_annotation(Annotation.objects.get(creator=other_user), actor=user)
    assert by_rest(api, corpus) == by_graphql(api, corpus) == [user.username]


def test_a_corpus_without_annotations_has_none(api, user, corpus):
    empty = Corpus.objects.get(owner=user, title="Empty")
    assert by_rest(api, empty) == by_graphql(api, empty) == []


def test_annotations_are_filtered_and_exported_by_one_of_them(api, other_user, corpus):
    listed = api.get("/api/v1/annotations", {"corpus": str(corpus.pk), "creator": str(other_user.pk)}).json()["results"]
    (mine,) = Annotation.objects.filter(creator=other_user)
    assert [each["id"] for each in listed] == [str(mine.pk)]
    query = f'annotations(corpusId: "{corpus.pk}", creatorId: "{to_global_id("User", other_user.pk)}", source: HUMAN)'
    assert api.execute(f"{{ {query} {{ totalCount }} }}")["annotations"]["totalCount"] == 1
    chosen = {"creator": str(other_user.pk), "source": "human", "format": "jsonl"}
    lines = api.get(f"/api/v1/corpuses/{corpus.pk}/annotations/export", chosen).body.splitlines()
    assert len(lines) == 1
    assert str(mine.pk).encode() in lines[0]
