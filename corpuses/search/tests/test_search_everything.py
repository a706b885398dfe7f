"""Search over everything visible: documents by passages and titles, corpora, labels, annotations, facets."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from graphql_relay import to_global_id

from core.api.testing import ApiClient
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.corpora.folders import create_folder
from corpuses.corpora.services import create_corpus
from corpuses.models import CorpusDocument, CorpusShare
from corpuses.search import candidates, facets
from corpuses.search import search as search_module
from corpuses.search.indexing import ensure
from corpuses.search.search import Search, SimilarSpan
from documents.models import Document
from documents.pipeline.tokens import decode

V1 = "/api/v1"

LEASE = (
    "The Tenant shall pay the rent on the first day of each month. Pets are not permitted on the premises.",
    "This lease is governed by the laws of the State of Ohio. The notice\nperiod is \u201cthree months\u201d.",
)
RECIPE = ("Whisk the eggs with sugar until pale. Fold in the flour and bake for forty minutes.",)


@pytest.fixture
def indexed(add_parsed):
    def add(*pages, **options):
        document = add_parsed(*pages, **options)
        ensure(document.revision)
        return document

    return add


@pytest.fixture
def lease(indexed):
    return indexed(*LEASE, title="Lease of the old mill")


@pytest.fixture
def recipe(indexed):
    return indexed(*RECIPE, title="Sponge cake")


def titles(search):
    return [each.document.title for each in search.documents(limit=50)]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("which jurisdiction's law applies", "Lease of the old mill"),
        ("old mill", "Lease of the old mill"),
        ('"notice period"', "Lease of the old mill"),
        ('"NOTICE PERIOD is"', "Lease of the old mill"),
        ("baking", "Sponge cake"),
    ],
)
def test_documents_are_found_by_passages_and_titles(user, lease, recipe, query, expected):
    assert titles(Search(user, query))[0] == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ('"the period of notice"', []),
        ("title:mill", ["Lease of the old mill"]),
        ("-title:mill", ["Sponge cake"]),
        ("in:Contracts title:cake", ["Sponge cake"]),
        ("in:kitchen", ["Sponge cake"]),
        ("label:Rent", ["Lease of the old mill"]),
        ("label:rent label:Duty", []),
        ("type:pdf", ["Sponge cake", "Lease of the old mill"]),
        ("type:docx", []),
        ("before:2020", []),
        ("after:2020", ["Sponge cake", "Lease of the old mill"]),
        ("title:lease -mill", []),
        ("", []),
        ("in:Nowhere", []),
    ],
)
def test_operators_restrict_the_documents(user, corpus, lease, recipe, query, expected):
    folder = create_folder(corpus, name="Kitchen", parent=None, actor=user)
    CorpusDocument.objects.filter(document=recipe).update(folder=folder)
    for label in ("Rent", "Duty of others"):
        document = lease if label == "Rent" else recipe
        annotate(AnnotationDraft(label_name=label, start=0, end=10), corpus=corpus, document=document, actor=user)
    assert titles(Search(user, query)) == expected


def test_excluded_words_leave_passages_out(user, lease):
    assert titles(Search(user, "rent of the tenant")) == ["Lease of the old mill"]
    hits = [hit.quote for each in Search(user, "laws -tenant").documents() for hit in each.passages]
    assert not any("Tenant" in quote for quote in hits)


def test_hits_are_grouped_by_document_and_have_their_place(user, lease, recipe):
    (found, *_) = Search(user, "laws of Ohio").documents()
    assert found.document == lease
    hit = found.passages[0]
    assert (hit.page, lease.revision.text[hit.start : hit.end]) == (2, hit.quote)
    assert len({hit.start for hit in found.passages}) == len(found.passages)


def test_pages_of_results(user, indexed):
    for number in range(7):
        indexed(f"The supplier delivers goods of kind {number}.", title=f"Contract {number}")
    whole = [each.document.pk for each in Search(user, "supplier").documents(limit=7)]
    search = Search(user, "supplier")
    assert search.total_count == 7
    assert [each.document.pk for each in search.documents(limit=3, offset=3)] == whole[3:6]


def test_facets_count_the_matching_documents(user, corpus, lease, recipe, other_user):
    other = create_corpus(owner=user, title="Kitchen")
    CorpusDocument.objects.create(corpus=other, document=recipe)
    hidden = create_corpus(owner=other_user, title="Hidden")
    CorpusDocument.objects.create(corpus=hidden, document=recipe)
    annotate(AnnotationDraft(label_name="Rent", start=0, end=10), corpus=corpus, document=lease, actor=user)
    Document.objects.filter(pk=lease.pk).update(language="en")
    facets = {
        each.facet: [(value.name, value.count) for value in each.values] for each in Search(user, "type:pdf").facets
    }
    month = lease.created.strftime("%Y-%m")
    assert facets == {
        "corpus": [("Contracts", 2), ("Kitchen", 1)],
        "label": [("Rent", 1)],
        "type": [("PDF", 2)],
        "language": [("en", 1)],
        "date": [(month, 2)],
    }


@pytest.fixture
def few_ranked(monkeypatch):
    """Rank two passages of each list only, as of a query that matches many."""
    monkeypatch.setattr(candidates, "COUNT", 2)
    monkeypatch.setattr(facets, "COUNT", 2)


def counts(search):
    return {value.name: value.count for each in search.facets for value in each.values if each.facet == "type"}


@pytest.mark.parametrize("query", ["the supplier delivers goods", '"delivers goods"', "supplier -draft", "Contract"])
def test_totals_and_facets_count_documents_that_are_not_ranked(user, indexed, recipe, few_ranked, query):
    for number in range(7):
        indexed(f"The supplier delivers goods of kind {number}.", title=f"Contract {number}")
    search = Search(user, query)
    assert (search.total_count, search.is_complete, counts(search)) == (7, True, {"PDF": 7})


def test_passages_like_a_span_are_counted_too(user, indexed, recipe, few_ranked):
    first, *_ = [indexed(f"The supplier delivers goods of kind {number}.") for number in range(7)]
    search = Search(user, like=SimilarSpan(first, 0, 30))
    assert (search.total_count, search.is_complete) == (7, True)
    assert search.page_count < 7


def test_totals_of_large_collections_are_lower_bounds(user, indexed, few_ranked, monkeypatch):
    monkeypatch.setattr(facets, "MAX_COMPARED", 3)
    for number in range(7):
        indexed(f"The supplier delivers goods of kind {number}.")
    search = Search(user, "the supplier delivers goods")
    assert not search.is_complete
    assert 2 <= search.total_count == search.page_count < 7
    assert counts(search) == {"PDF": search.total_count}


def test_a_list_by_filters_has_all_documents(user, add_parsed, monkeypatch):
    monkeypatch.setattr(search_module, "MAX_TITLES", 2)
    for number in range(5):
        add_parsed("Text.", title=f"Contract {number}")
    search = Search(user, "type:pdf")
    assert (search.total_count, search.is_complete, counts(search)) == (5, True, {"PDF": 5})
    assert [each.document.title for each in search.documents(limit=2, offset=2)] == ["Contract 2", "Contract 1"]


def test_only_what_is_visible_is_found(user, other_user, lease, corpus):
    # proves: S3-6 S3-8
    annotate(AnnotationDraft(label_name="Ohio law", start=0, end=10), corpus=corpus, document=lease, actor=user)
    CorpusDocument.objects.update(added_by=user)

    def found(actor):
        body = ApiClient(actor).get(f"{V1}/search", {"query": "ohio"}).json()
        return {name: len(body[name]) for name in ("results", "labels", "annotations", "facets")}

    assert found(user) == {"results": 1, "labels": 1, "annotations": 0, "facets": 4}
    assert not any(found(other_user).values())
    CorpusShare.objects.create(target=corpus, user=other_user, role="viewer", created_by=user)
    assert found(other_user) == found(user)


def test_corpora_labels_and_annotations(api, user, corpus, lease):
    draft = AnnotationDraft(label_name="Rent duty", start=0, end=20, note="Deposit, too")
    annotate(draft, corpus=corpus, document=lease, actor=user)

    def found(query):
        body = api.get(f"{V1}/search", {"query": query}).json()
        return [body["corpora"][0]["title"] if body["corpora"] else None, len(body["labels"]), len(body["annotations"])]

    assert found("contracts") == ["Contracts", 0, 0]
    assert found("duty") == [None, 1, 0]
    assert found("deposit") == [None, 0, 1]
    assert found("tenant") == [None, 0, 1]
    assert found('"the tenant"') == [None, 0, 1]
    assert found("tenant -deposit") == [None, 0, 0]
    assert found("label:Rent") == [None, 0, 0]


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("", "empty_query"),
        ("label:Nothing", "unknown_label"),
        ("in:Nowhere rent", "unknown_place"),
        ("rent before:2001", "no_documents"),
        ('"rent of the mill on the floss"', "no_exact_match"),
    ],
)
def test_an_empty_result_has_a_reason(user, lease, query, code):
    search = Search(user, query)
    assert search.documents() == []
    assert [notice.code for notice in search.notices] == [code]


def test_a_document_without_passages_is_not_indexed(user, add_parsed):
    add_parsed("The tenant pays.")
    assert [notice.code for notice in Search(user, "landlord").notices] == ["not_indexed"]


def test_passages_like_a_span(user, lease, recipe, indexed):
    other = indexed("The occupant must transfer the monthly payment to the owner.", title="Sublease")
    start = LEASE[0].index("The Tenant")
    (found, *_) = ask_like(user, lease, start, start + 61)
    assert found.document == other
    with_itself = [hit.start for each in ask_like(user, lease, start, start + 61) for hit in each.passages
                   if each.document == lease]  # fmt: skip
    assert start not in with_itself


def ask_like(user, document, start, end):
    body = ApiClient(user).get(f"{V1}/search", {"similar_to": document.pk, "start": start, "end": end}).json()
    keys = [each["id"] for each in body["results"]]
    found = {str(row.pk): row for row in Document.objects.filter(pk__in=keys)}

    class Found:
        def __init__(self, row):
            self.document = found[row["id"]]
            self.passages = [type("Hit", (), passage) for passage in row["passages"]]

    return [Found(row) for row in body["results"]]


@pytest.mark.parametrize(
    ("query", "error"),
    [
        ({"query": "before:31.12.2024"}, (400, "invalid_search_date")),
        ({"query": "type:pfd"}, (400, "invalid_search_type")),
        ({"query": "x", "limit": "0"}, (400, "invalid")),
        ({"query": "x", "offset": "-1"}, (400, "invalid")),
        ({"query": "x\x00"}, (400, "invalid_text")),
        ({"similar_to": "{document}"}, (400, "invalid")),
        ({"similar_to": "{document}", "start": "9", "end": "3"}, (400, "invalid")),
        ({"similar_to": "01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a", "start": "0", "end": "3"}, (404, "not_found")),
        ({"query": "x", "folder": "01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a"}, (400, "invalid")),
    ],
)
def test_unusable_values_are_refused(api, lease, query, error):
    query = {name: value.replace("{document}", str(lease.pk)) for name, value in query.items()}
    response = api.get(f"{V1}/search", query)
    assert (response.status_code, response.json()["error"]["code"]) == error


def test_a_type_that_is_unknown_has_a_suggestion(api, lease):
    error = api.get(f"{V1}/search", {"query": "type:pfd rent"}).json()["error"]
    assert error["suggestion"] == "type:pdf"
    assert "Did you mean type:pdf?" in error["message"]


GRAPHQL = """query (
    $query: String, $corpus: ID, $type: String, $limit: Int, $offset: Int, $like: ID, $start: Int, $end: Int) {
    search(query: $query, corpusId: $corpus, type: $type, similarToId: $like, start: $start, end: $end) {
        totalCount isComplete similarText facets { facet name values { value name count } } notices { code message }
        corpora { uuid } labels { uuid } annotations { uuid }
        documents(limit: $limit, offset: $offset) {
            score isTitleMatch isPublic document { uuid title language pageCount } passages {
            page start end quote score fragments { text isMatch } spans { page first last } tokensUrl } } } }"""


@pytest.mark.parametrize(
    "query",
    [
        {"query": "rent of the tenant"},
        {"query": "rent", "limit": 1},
        {"query": "rent", "limit": 1, "offset": 1},
        {"query": "contracts"},
        {"query": "duty"},
        {"query": "zzz label:none"},
        {"query": "type:pdf", "type": "pdf"},
        {"query": "rent", "corpus": True},
        {"like": True, "start": 0, "end": 60},
    ],
)
def test_rest_and_graphql_find_the_same(api, user, corpus, lease, recipe, query):
    draft = AnnotationDraft(label_name="Rent duty", start=0, end=20)
    annotate(draft, corpus=corpus, document=lease, actor=user)
    graphql = {name: value for name, value in query.items() if value is not True}
    rest = {"similar_to" if name == "like" else name: value for name, value in query.items()}
    if "corpus" in query:
        graphql["corpus"], rest["corpus"] = to_global_id("Corpus", str(corpus.pk)), corpus.pk
    if "like" in query:
        graphql["like"], rest["similar_to"] = to_global_id("Document", str(lease.pk)), lease.pk
    rest = api.get(f"{V1}/search", rest).json()
    found = api.execute(GRAPHQL, graphql)["search"]
    assert (found["totalCount"], found["isComplete"]) == (rest["total_count"], rest["is_complete"])
    assert found["similarText"] == rest["similar_text"] == (LEASE[0][:60] if "like" in query else None)
    assert found["notices"] == rest["notices"]
    assert [facet | {"facet": facet["facet"].lower()} for facet in found["facets"]] == rest["facets"]
    for name in ("corpora", "labels", "annotations"):
        assert [each["uuid"] for each in found[name]] == [each["id"] for each in rest[name]]
    assert [each["document"]["uuid"] for each in found["documents"]] == [each["id"] for each in rest["results"]]
    for ours, theirs in zip(found["documents"], rest["results"], strict=True):
        assert (ours["isTitleMatch"], ours["isPublic"]) == (theirs["is_title_match"], theirs["is_public"])
        for passage in ours["passages"]:
            tokens = api.get(passage.pop("tokensUrl"))
            assert tokens.status_code == 200
            assert passage["quote"].split()[0] in decode(tokens.content).texts
        passages = [
            {**each, "fragments": [{"text": part["text"], "isMatch": part["is_match"]} for part in each["fragments"]]}
            for each in theirs["passages"]
        ]
        assert ours["passages"] == passages


def test_the_number_of_queries_does_not_depend_on_the_results(api, user, corpus, indexed):
    def cost():
        with CaptureQueriesContext(connection) as captured:
            body = api.get(f"{V1}/search", {"query": "rent of the tenant", "limit": 40}).json()
        return len(captured), len(body["results"])

    def graphql_cost():
        with CaptureQueriesContext(connection) as captured:
            api.execute(GRAPHQL, {"query": "rent of the tenant", "limit": 40})
        return len(captured)

    def fill(count):
        for number in range(count):
            document = indexed(*LEASE, title=f"Rent of the tenant {number}")
            draft = AnnotationDraft(label_name=f"Rent of the tenant {number}", start=0, end=20)
            annotate(draft, corpus=corpus, document=document, actor=user)

    fill(1)
    (one, few), by_graphql = cost(), graphql_cost()
    fill(9)
    many, more = cost()
    assert (few, more) == (1, 10)
    assert many == one
    assert graphql_cost() == by_graphql


FIND = """query ($id: ID!, $query: String!, $regex: Boolean, $limit: Int, $offset: Int, $first: Int) {
    findInDocument(documentId: $id, query: $query, regex: $regex, limit: $limit, offset: $offset, firstPage: $first) {
        totalCount isComplete nextOffset pages { page count }
        matches { number page start end quote spans { page first last } } } }"""


@pytest.mark.parametrize(
    "query",
    [
        {"query": "the"},
        {"query": "the", "limit": 2},
        {"query": "the", "limit": 2, "offset": 2, "first": 2},
        {"query": r"t\w+s", "regex": True},
    ],
)
def test_rest_and_graphql_find_the_same_matches(api, lease, query):
    rest = {"first_page" if name == "first" else name: value for name, value in query.items()}
    found = api.execute(FIND, {"id": str(lease.pk), **query})["findInDocument"]
    body = api.get(f"{V1}/documents/{lease.pk}/matches", rest).json()
    renamed = {"total_count": "totalCount", "is_complete": "isComplete", "next_offset": "nextOffset"}
    assert {renamed.get(name, name): value for name, value in body.items()} == found
    assert found["matches"]


@pytest.mark.parametrize(
    ("query", "error"),
    [
        ({"query": "a(", "regex": "true"}, (400, "invalid_pattern")),
        ({"query": "x" * 501}, (400, "invalid")),
        ({"query": "x", "limit": "1001"}, (400, "invalid")),
    ],
)
def test_unusable_patterns_are_refused(api, lease, query, error):
    response = api.get(f"{V1}/documents/{lease.pk}/matches", query)
    assert (response.status_code, response.json()["error"]["code"]) == error
