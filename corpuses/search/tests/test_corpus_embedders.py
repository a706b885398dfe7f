"""Several embedders: one of a server, and the change of a corpus from one to another while it is searched."""

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from audit.models import AuditEntry
from core.api.testing import ApiClient
from core.errors import DependencyFault
from corpuses.corpora.services import add_documents, create_corpus, update_corpus
from corpuses.llm import minilm
from corpuses.llm.embedders import UnknownEmbedder
from corpuses.llm.errors import LlmAnswerInvalid, LlmNotConfigured
from corpuses.models import Corpus, CorpusDocument, CorpusShare
from corpuses.reader.asking import answer_question
from corpuses.recommender.examples import Place
from corpuses.recommender.learning import nearest_sentences, sentences_at
from corpuses.search.corpus_embedders import change_embedder, fill
from corpuses.search.corpus_search import best_passages, search
from corpuses.search.embedders import Meaning, embedder_named
from corpuses.search.filters import SearchFilters
from corpuses.search.indexing import embed_revision, embed_with, embedders_of
from corpuses.search.models import MINILM, MINILM_DIMENSIONS, PassageVector
from corpuses.search.search import Search, SimilarSpan
from corpuses.search.vectors import index_name
from corpuses.similarity.same_clause import find_same_clauses
from tasks.testing import run_jobs
from tests.plain_job import PlainJob
from tests.upstreams import Reply, fails, scripted_server, vectors_for

NAME = "scripted-embedding"
SIZE = 8  # of the vectors of `vectors_for`


@pytest.fixture
def server(settings):
    """Start a scripted server of embeddings, which the settings name."""
    with scripted_server([], choose=vectors_for) as scripted:
        settings.EMBEDDING_MODEL, settings.EMBEDDING_BASE_URL = NAME, scripted.url
        settings.EMBEDDING_API_KEY, settings.EMBEDDING_DIMENSIONS = "key", SIZE
        yield scripted


@pytest.fixture
def no_index(transactional_db):
    """Drop the index of the server's embedder afterwards, which a test has committed."""
    yield
    with connection.cursor() as cursor:
        cursor.execute(f"DROP INDEX IF EXISTS {index_name(NAME)}")


def test_the_index_of_the_built_in_embedder_has_its_name_and_dimensions():
    assert (MINILM, MINILM_DIMENSIONS) == (minilm.NAME, minilm.WIDTH)


# proves: S1-11
def test_a_server_embeds_texts_in_their_order_with_unit_length(server):
    texts = [f"text number {number}" for number in range(70)]
    vectors = embedder_named(NAME).embed(texts)
    assert vectors.shape == (70, SIZE)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1)
    assert np.allclose(vectors[3], embedder_named(NAME).embed([texts[3]])[0])
    assert server.paths[0] == "/v1/embeddings"
    assert [len(request["input"]) for request in server.requests] == [64, 6, 1]
    assert server.headers[0]["authorization"] == "Bearer key"


@pytest.mark.parametrize(
    ("script", "error"),
    [
        ([fails(401)], LlmNotConfigured),
        ([Reply(b'{"data": []}')], LlmAnswerInvalid),
        ([Reply(b"not JSON")], LlmAnswerInvalid),
        ([fails(503)], DependencyFault),
    ],
)
def test_failures_of_a_server_have_their_errors(settings, script, error):
    settings.LLM_MAX_RETRIES, settings.EMBEDDING_DIMENSIONS = 1, SIZE
    with scripted_server(script) as scripted:
        settings.EMBEDDING_MODEL, settings.EMBEDDING_BASE_URL = NAME, scripted.url
        with pytest.raises(error):
            embedder_named(NAME).embed(["a"])


def test_a_server_that_is_busy_is_asked_again(settings):
    settings.EMBEDDING_DIMENSIONS = SIZE
    replies = iter([fails(429, Retry_After="0"), fails(500)])
    with scripted_server([], choose=lambda request: next(replies, None) or vectors_for(request)) as scripted:
        settings.EMBEDDING_MODEL, settings.EMBEDDING_BASE_URL = NAME, scripted.url
        assert embedder_named(NAME).embed(["a"]).shape == (1, SIZE)
        assert len(scripted.requests) == 3


def test_vectors_of_another_size_are_refused(server, settings):
    settings.EMBEDDING_DIMENSIONS = SIZE + 1
    with pytest.raises(LlmAnswerInvalid, match="8 numbers, not 9"):
        embedder_named(NAME).embed(["a"])


# proves: S1-11
@pytest.mark.django_db(transaction=True)
def test_the_old_embedder_serves_until_the_new_one_has_embedded_all(no_index, server, corpus, user, add_parsed):
    lease, barn = add_parsed("Pets are not permitted in the mill."), add_parsed("The barn has a new roof.")
    for document in (lease, barn):
        embed_revision(document.revision, job=PlainJob())
    change_embedder(corpus, NAME)
    corpus.refresh_from_db()
    assert (corpus.embedder, corpus.next_embedder) == ("", NAME)
    assert search(corpus=corpus, user=user, query="are dogs allowed")[0].document == lease
    assert not server.requests  # the query was embedded by the old one
    late = add_parsed("A document that is added meanwhile.")
    embed_revision(late.revision, job=PlainJob())
    assert embedders_of(late.revision) == sorted([minilm.NAME, NAME])
    run_jobs()
    corpus.refresh_from_db()
    assert (corpus.embedder, corpus.next_embedder) == (NAME, "")
    for document in (lease, barn, late):
        assert PassageVector.objects.filter(revision=document.revision, embedder=NAME).count() == 1
    before = len(server.requests)
    assert search(corpus=corpus, user=user, query="new roof of the barn")[0].document == barn
    assert server.requests[before]["input"] == ["new roof of the barn"]
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE indexname = %s", [index_name(NAME)])
        assert f"halfvec({SIZE})" in str(cursor.fetchone())


@pytest.mark.django_db(transaction=True)
def test_a_fill_that_was_interrupted_goes_on(no_index, server, corpus, add_parsed):
    for number in range(3):
        embed_revision(add_parsed(f"Document {number}.").revision, job=PlainJob())
    Corpus.objects.filter(pk=corpus.pk).update(next_embedder=NAME)
    one = PassageVector.objects.first()
    PassageVector.objects.create(
        passage_id=one.passage_id, revision_id=one.revision_id, embedder=NAME, vector=[1.0] * SIZE
    )
    fill(corpus.pk, job=PlainJob())
    fill(corpus.pk, job=PlainJob())
    assert sum(len(request["input"]) for request in server.requests) == 2
    assert Corpus.objects.get(pk=corpus.pk).embedder == NAME


QUERY = (
    "query ($id: ID!) { corpusEmbedder(corpusId: $id) { embedder nextEmbedder embeddedCount documentCount available } }"
)


@pytest.mark.django_db(transaction=True)
def test_the_owner_changes_the_embedder_and_sees_the_progress(
    no_index, server, api, corpus, user, other_user, add_parsed
):
    for number in range(2):
        embed_revision(add_parsed(f"Document {number}.").revision, job=PlainJob())
    address = f"/api/v1/corpuses/{corpus.pk}/embedder"
    none = {"embedder": MINILM, "next_embedder": None, "embedded_count": 0, "document_count": 0, "problem": ""}
    available = sorted([MINILM, NAME])
    assert api.get(address).json() == none | {"available": available}
    began = {"embedder": MINILM, "next_embedder": NAME, "embedded_count": 0, "document_count": 2, "problem": ""}
    assert api.send("put", address, {"embedder": NAME}).json() == began | {"available": available}
    assert api.execute(QUERY, {"id": str(corpus.pk)})["corpusEmbedder"] == {
        "embedder": MINILM, "nextEmbedder": NAME, "embeddedCount": 0, "documentCount": 2, "available": available,
    }  # fmt: skip
    entry = AuditEntry.objects.filter(action="corpus.changed").latest("pk")
    assert (entry.actor_id, entry.details["fields"]) == (user.pk, ["embedder"])
    CorpusShare.objects.create(target=corpus, user=other_user, role="editor", created_by=user)
    CorpusDocument.objects.filter(document=corpus.documents.last()).update(added_by=None)  # hidden from editors
    assert ApiClient(other_user).get(address).json()["document_count"] == 1
    embed_with(NAME, corpus.documents.first().revision, report=lambda _, __: None)
    assert api.get(address).json()["embedded_count"] == 1
    run_jobs()
    assert api.get(address).json() == none | {"embedder": NAME, "available": available}


@pytest.mark.django_db(transaction=True)
def test_a_change_that_fails_says_why_and_goes_on_when_asked_again(no_index, settings, api, corpus, add_parsed):
    settings.LLM_MAX_RETRIES = 0
    settings.EMBEDDING_MODEL, settings.EMBEDDING_API_KEY, settings.EMBEDDING_DIMENSIONS = NAME, "key", SIZE
    embed_revision(add_parsed("The tenant pays.").revision, job=PlainJob())
    address = f"/api/v1/corpuses/{corpus.pk}/embedder"
    with scripted_server([fails(401)]) as refusing:
        settings.EMBEDDING_BASE_URL = refusing.url
        api.send("put", address, {"embedder": NAME})
        run_jobs(skip_waits=True)
    state = api.get(address).json()
    assert (state["next_embedder"], state["embedded_count"]) == (NAME, 0)
    assert state["problem"]
    with scripted_server([], choose=vectors_for) as answering:
        settings.EMBEDDING_BASE_URL = answering.url
        assert api.send("put", address, {"embedder": NAME}).json()["problem"] == ""
        run_jobs()
    state = api.get(address).json()
    assert (state["embedder"], state["next_embedder"], state["problem"]) == (NAME, None, "")


@pytest.mark.django_db(transaction=True)
def test_choosing_the_old_embedder_again_ends_the_change(no_index, server, api, corpus, add_parsed):
    for number in range(3):
        embed_revision(add_parsed(f"Document {number}.").revision, job=PlainJob())
    change_embedder(corpus, NAME)
    address = f"/api/v1/corpuses/{corpus.pk}/embedder"
    assert api.send("put", address, {"embedder": MINILM}).json()["next_embedder"] is None
    run_jobs()
    corpus.refresh_from_db()
    assert (corpus.embedder, corpus.next_embedder, server.requests) == ("", "", [])


def test_an_embedder_that_is_not_installed_is_refused(api, corpus):
    response = api.send("put", f"/api/v1/corpuses/{corpus.pk}/embedder", {"embedder": "nonesuch"})
    assert (response.status_code, response.json()["error"]["code"]) == (400, "unknown_embedder")
    mutation = """mutation ($id: ID!, $name: String!) {
        changeCorpusEmbedder(input: {corpusId: $id, embedder: $name}) {
            corpusEmbedder { embedder } errors { code } } }"""
    refused = api.execute(mutation, {"id": str(corpus.pk), "name": "nonesuch"})["changeCorpusEmbedder"]
    assert refused == {"corpusEmbedder": None, "errors": [{"code": "unknown_embedder"}]}
    kept = api.execute(mutation, {"id": str(corpus.pk), "name": MINILM})["changeCorpusEmbedder"]
    assert kept == {"corpusEmbedder": {"embedder": MINILM}, "errors": []}


def test_an_unknown_embedder_is_refused(corpus):
    with pytest.raises(UnknownEmbedder):
        change_embedder(corpus, "nonesuch")
    with pytest.raises(CommandError, match="nonesuch"):
        call_command("change_embedder", str(corpus.pk), "nonesuch")
    assert Corpus.objects.get(pk=corpus.pk).next_embedder == ""


@pytest.mark.django_db(transaction=True)
def test_the_commands_change_the_embedder_and_index_what_is_missing(no_index, server, corpus, add_parsed, capsys):
    document = add_parsed("A document that has never been indexed.")
    call_command("index_documents")
    call_command("change_embedder", str(corpus.pk), NAME)
    run_jobs()
    assert document.revision.passages.get().vectors.count() == 2
    assert "1 documents indexed" in capsys.readouterr().out


def test_a_query_is_embedded_by_the_given_embedder(server):
    assert Meaning("a").vector.dimensions() == minilm.WIDTH
    assert Meaning("a", NAME).vector.dimensions() == SIZE


@pytest.fixture
def default(server, settings):
    """Let the server embed the documents of all corpora; return it."""
    settings.EMBEDDER = NAME
    return server


def forbid(corpus):
    return update_corpus(corpus, actor=corpus.owner, allows_language_models=False)


def embedders(document):
    return set(PassageVector.objects.filter(revision=document.revision).values_list("embedder", flat=True))


@pytest.mark.django_db(transaction=True)
def test_a_server_gets_nothing_of_a_corpus_that_does_not_allow_it(default, api, corpus, user, add_parsed):
    corpus = forbid(corpus)
    lease, barn = add_parsed("Pets are not permitted in the mill."), add_parsed("The barn has a new roof.")
    for document in (lease, barn):
        embed_revision(document.revision, job=PlainJob())
        assert embedders(document) == {MINILM}
    assert search(corpus=corpus, user=user, query="are dogs allowed")[0].document == lease
    assert best_passages(lease.revision, "are dogs allowed", count=1)
    span = SimilarSpan(lease, 0, 35)
    assert Search(user, filters=SearchFilters(corpus=corpus), like=span).total_count == 0
    find_same_clauses(user, corpus, span)
    nearest_sentences(corpus, sentences_at([Place(lease.pk, lease.revision_id, 0, 35)]))
    address = f"/api/v1/corpuses/{corpus.pk}/embedder"
    assert api.send("put", address, {"embedder": NAME}).json()["error"]["code"] == "llm_not_allowed"
    assert (api.get(address).json()["embedder"], api.get(address).json()["available"]) == (MINILM, [MINILM])
    assert default.requests == []


@pytest.mark.django_db(transaction=True)
def test_corpora_that_were_embedded_by_a_server_before_are_embedded_here(no_index, default, corpus, user, add_parsed):
    """As after an update: the corpus forbids language models, and has vectors of the server only."""
    document = add_parsed("Pets are not permitted in the mill.")
    embed_revision(document.revision, job=PlainJob())
    Corpus.objects.filter(pk=corpus.pk).update(allows_language_models=False)
    asked = len(default.requests)
    call_command("index_documents")
    run_jobs()
    assert MINILM in embedders(document)
    corpus.refresh_from_db()
    assert search(corpus=corpus, user=user, query="are dogs allowed")[0].document == document
    assert len(default.requests) == asked


@pytest.mark.django_db(transaction=True)
def test_other_corpora_send_nothing_of_a_document_that_may_not_be_sent(no_index, default, corpus, user, add_parsed):
    document = add_parsed("Pets are not permitted in the mill.")
    embed_revision(document.revision, job=PlainJob())
    default.requests.clear()
    forbid(corpus)
    other = create_corpus(owner=user, title="Open")
    add_documents(other, [document], actor=user)
    late = add_parsed("The barn has a new roof.")
    add_documents(other, [late], actor=user)
    Corpus.objects.filter(pk=other.pk).update(embedder=MINILM, next_embedder=NAME)
    fill(other.pk, job=PlainJob())
    embed_revision(late.revision, job=PlainJob())
    embed_with(NAME, late.revision, report=lambda _, __: None)
    find_same_clauses(user, other, SimilarSpan(late, 0, 24))
    assert Corpus.objects.get(pk=other.pk).embedder == NAME
    assert embedders(late) == {MINILM}
    assert default.requests == []


@pytest.mark.django_db(transaction=True)
def test_a_corpus_that_no_longer_allows_it_is_embedded_on_this_server(default, corpus, user, add_parsed):
    lease = add_parsed("Pets are not permitted in the mill.")
    embed_revision(lease.revision, job=PlainJob())
    assert embedders(lease) == {NAME}
    default.requests.clear()
    forbid(corpus)
    run_jobs()
    corpus.refresh_from_db()
    assert (corpus.embedder, corpus.next_embedder) == (MINILM, "")
    assert MINILM in embedders(lease)
    assert search(corpus=corpus, user=user, query="are dogs allowed")[0].document == lease
    assert default.requests == []


@pytest.mark.django_db(transaction=True)
def test_questions_to_the_offline_reader_stay_on_this_server(default, corpus, user, add_parsed):
    embed_revision(add_parsed("The monthly rent is 900 dollars.").revision, job=PlainJob())
    default.requests.clear()
    found = answer_question("How much is the monthly rent?", user=user, filters=SearchFilters(corpus=corpus))
    assert "900" in found.answers[0].text
    assert default.requests == []
