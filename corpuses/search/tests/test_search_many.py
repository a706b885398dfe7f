"""Search in so many documents that they are not listed: the indexes of everyone's passages are read first."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from corpuses.models import CorpusDocument, CorpusShare
from corpuses.search import candidates, filters, ranking
from corpuses.search.bm25 import QueryTerm
from corpuses.search.filters import SearchedDocuments
from corpuses.search.indexing import ensure
from corpuses.search.models import Passage
from corpuses.search.parser import parse_query
from corpuses.search.ranking import rank, rare_words_queries
from corpuses.search.search import Search, SimilarSpan
from documents.models import Document

LEASE = "The Tenant shall pay the rent on the first day of each month. Pets are not permitted. The boiler is a ZX-4471."
LAW = "This lease is governed by the laws of the State of Ohio, and nothing else is said about taxes or duties."
CAKE = "Whisk the eggs with sugar until pale. Fold in the flour and bake for forty minutes."


@pytest.fixture
def index(add_parsed):
    def add(text, **options):
        document = add_parsed(text, **options)
        ensure(document.revision)
        return document

    return add


@pytest.fixture
def documents(index):
    found = [index(LEASE, title="Lease"), index(LAW, title="Law"), index(CAKE, title="Sponge cake")]
    with connection.cursor() as cursor:
        # Rows of other tests that were rolled back stay in the index: a search ends when it has met enough of them.
        cursor.execute("REINDEX TABLE corpuses_passagevector")
    return found


def many_documents(monkeypatch):
    """Let three documents be many."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE documents_document")  # other tests may have left the size of a larger table
    monkeypatch.setattr(filters, "is_large", lambda model: True)
    monkeypatch.setattr(filters, "MANY", 0)
    monkeypatch.setattr(candidates, "ENOUGH", 1)


@pytest.fixture
def many(monkeypatch):
    many_documents(monkeypatch)


QUERIES = [
    "paying the rents",
    "dogs and cats",
    "ZX-4471",
    "which jurisdiction governs",
    '"laws of the State"',
    "lease -ohio",
]


def expected_for(query):
    return {"which jurisdiction governs": "Law", '"laws of the State"': "Law"}.get(query, "Lease")


def ranked(user, query):
    parsed = parse_query(query)
    documents = SearchedDocuments(Document.objects.visible_to(user))
    options = {"phrases": parsed.phrases, "excluded": parsed.excluded, "has_floor": False}
    found = rank(documents, parsed.text, **options)
    titles = dict(Passage.objects.filter(pk__in=found).values_list("pk", "revision__document__title"))
    return {titles[key]: pytest.approx(score, rel=0.01) for key, score in found.items()}


@pytest.mark.parametrize("query", QUERIES)
def test_many_documents_are_searched_as_few_are(user, documents, query, monkeypatch):
    few = ranked(user, query)
    assert few
    many_documents(monkeypatch)
    assert ranked(user, query) == few


@pytest.mark.parametrize("query", QUERIES)
def test_the_best_document_is_found_by_its_rarer_words(user, documents, query, many):
    assert next(iter(ranked(user, query))) == expected_for(query)


@pytest.mark.parametrize("query", ["sponge", '"sponge cake"', "spon -law"])
def test_titles_are_found_among_many_documents(user, other_user, documents, query, many):
    found = Search(user, query).documents()
    assert [(each.document.title, each.is_title_match) for each in found] == [("Sponge cake", True)]
    assert Search(other_user, query).documents() == []


@pytest.mark.parametrize("query", QUERIES)
def test_many_passages_of_few_documents_are_looked_up_by_rarer_words(user, documents, query, monkeypatch):
    monkeypatch.setattr(candidates, "EXACT", 1)
    monkeypatch.setattr(ranking, "EXACT", 1)
    assert next(iter(ranked(user, query))) == expected_for(query)


def test_the_number_of_many_documents_is_a_lower_bound(user, documents, many):
    found = Search(user, "rent of the tenant")
    assert found.documents()[0].document.title == "Lease"
    assert not found.is_complete
    nothing = Search(user, "zxqv blorp")
    assert (nothing.total_count, nothing.is_complete) == (0, True)
    assert [notice.code for notice in nothing.notices] == ["no_match"]


def test_passages_like_a_span(user, documents, index, many):
    twin = index("Whisk the eggs and the sugar until they are pale.", title="Other cake")
    found = Search(user, like=SimilarSpan(twin, 0, 30))
    assert [each.document.title for each in found.documents()] == ["Sponge cake"]


# proves: S3-6
def test_documents_of_others_are_neither_found_nor_in_the_way(other_user, corpus, documents, index, many, monkeypatch):
    """All that is nearest is invisible."""
    for number in range(12):
        index(f"{LEASE} Copy {number}.", title=f"Hidden {number}")
    monkeypatch.setattr(candidates, "COUNT", 2)
    monkeypatch.setattr(candidates, "WANTED", 0.1)
    share = CorpusShare.objects.create(target=corpus, user=other_user, role="viewer", created_by=corpus.owner)
    for each in documents[1:]:
        CorpusDocument.objects.filter(document=each).update(added_by=each.owner)
    CorpusDocument.objects.exclude(document__in=documents[1:]).update(added_by=other_user)  # grants nothing
    found = {each.document.title for each in Search(other_user, "rent of the tenant, Ohio law").documents()}
    assert found == {"Law"}
    share.delete()
    assert Search(other_user, "rent of the tenant, Ohio law").documents() == []


@pytest.mark.parametrize("query", QUERIES)
def test_documents_are_listed_if_too_few_of_the_nearest_are_theirs(user, documents, query, many, monkeypatch):
    few = ranked(user, query)
    monkeypatch.setattr(candidates, "ENOUGH", 100)
    monkeypatch.setattr(ranking, "MOST_WITH_PHRASES", 1)
    assert ranked(user, query) == few


@pytest.mark.parametrize("query", QUERIES)
def test_common_words_are_looked_up_together_and_the_rarest_alone(user, documents, query, many, monkeypatch):
    monkeypatch.setattr(ranking, "COMPARED", 0)
    assert next(iter(ranked(user, query))) == expected_for(query)


def test_visible_documents_are_looked_up_among_the_candidates(user, documents, many):
    with CaptureQueriesContext(connection) as captured:
        rank(SearchedDocuments(Document.objects.visible_to(user)), "rent of the tenant")
    statements = [each["sql"] for each in captured.captured_queries if "corpuses_passagevector" in each["sql"]]
    assert statements
    assert "words @@" in statements[0]
    assert not any(str(document.revision_id) in each for each in statements for document in documents)


def sequential_scans():
    """Return how often the transaction has read a whole table of those that candidates are in."""
    with connection.cursor() as cursor:
        tables = ["corpuses_passage", "corpuses_passagevector", "documents_document"]
        cursor.execute("SELECT sum(seq_scan) FROM pg_stat_xact_user_tables WHERE relname = ANY(%s)", [tables])
        return cursor.fetchone()[0]


def test_candidates_are_read_from_indexes_only(user, documents, many):
    """PostgreSQL would read tables of three rows, and large ones if it expects the words in most passages."""
    scans = []

    def count_scans(execute, sql, *arguments):
        if "found_documents" not in sql:
            return execute(sql, *arguments)
        before = sequential_scans()
        result = execute(sql, *arguments)
        scans.append(sequential_scans() - before)
        return result

    searched_documents = SearchedDocuments(Document.objects.visible_to(user))
    with connection.execute_wrapper(count_scans):
        assert rank(searched_documents, "rent of the tenant")
    assert scans == [0]


def test_visible_documents_are_looked_up_in_the_query_of_the_candidates(user, documents, many):
    searched_documents = SearchedDocuments(Document.objects.visible_to(user))
    searched_documents.load()
    with CaptureQueriesContext(connection) as captured:
        rank(searched_documents, "rent of the tenant")
    reads = [each["sql"] for each in captured.captured_queries if '"documents_document"' in each["sql"]]
    assert len(reads) == 1
    assert "corpuses_passagevector" in reads[0]


TERMS = [QueryTerm("rent", ("rent",)), QueryTerm("parties", ("parti",)), QueryTerm("145(c)", ("145(c)",))]
RENT, PARTY, RULE = "(('rent') | 'rent':*)", "(('parties') | 'parti':* | 'party')", "(('145' <-> 'c'))"


@pytest.mark.parametrize(
    ("shares", "expected"),
    [
        ((0.5, 0.01, 0.001), [f"{RULE} | {PARTY}"]),
        ((0.5, 0.0, 0.0), [f"{PARTY} | {RULE}"]),  # the sample has neither
        ((0.5, 0.4, 0.3), [f"{RULE} & {PARTY} & {RENT}", RULE]),
        ((0.5, 0.2, 0.15), [f"{RULE} & {PARTY}", RULE]),
        ((0.001, 0.001, 0.001), [f"{RENT} | {PARTY} | {RULE}"]),
    ],
)
def test_passages_are_looked_up_by_rare_words_or_by_several_common_ones(db, shares, expected):
    queries = rare_words_queries(TERMS, shares, passages=100_000, most=5_000)
    assert queries == expected
    with connection.cursor() as cursor:
        cursor.executemany("SELECT %s::tsquery", [[query] for query in queries])


def test_a_query_without_words_looks_nothing_up():
    halves = QueryTerm("1/2", ("1/2",))
    assert rare_words_queries([halves], [0.001], passages=100_000, most=5_000) == []
    assert rare_words_queries([], [], passages=100_000, most=5_000) == []


def test_words_with_a_short_stem_are_looked_up_with_common_endings():
    (query,) = rare_words_queries([QueryTerm("taxes", ("tax",))], [0.001], passages=100_000, most=5_000)
    with connection.cursor() as cursor:
        for text, is_found in {"taxes": True, "taxing": True, "tax": True, "taxonomy": False}.items():
            cursor.execute("SELECT to_tsvector('simple', %s) @@ %s::tsquery", [text, query])
            assert cursor.fetchone() == (is_found,), text


@pytest.mark.parametrize(("count", "found"), [(1, ["both"]), (2, ["both", "one"])])
def test_the_second_query_is_read_only_if_the_first_finds_too_few(index, many, count, found):
    """Here the passages with the rarest word alone are read if one of those with both words is not enough."""
    revisions = {index("The boiler is in the cellar.").revision_id: "both", index("A new boiler.").revision_id: "one"}
    vectors = candidates.Vectors({}, "", None, ("'boiler' & 'cellar'", "'boiler'"))
    statement = candidates._by_words(candidates._EVERYWHERE, vectors, "", count=count, columns="id, revision_id")
    assert sorted(revisions[revision] for _, revision in statement.rows({})) == found
