"""The values and verdicts of analyzers in lists: the documents that did not pass, the newest results of a document."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from graphql_relay import to_global_id

from core.api.testing import ApiClient
from corpuses.actions.models import CorpusAction
from corpuses.analyzers.checking import CheckedResults
from corpuses.analyzers.protocol import Metadata, Verdict
from corpuses.analyzers.runs import begin_run, complete_run
from corpuses.models import CorpusDocument, CorpusShare

pytestmark = pytest.mark.django_db

FAILED = Verdict(passed=False, message="No date.")
PASSED = Verdict(passed=True, message="It has a date.")

RUNS = """query ($corpus: ID!, $action: ID!, $first: Int!) {
  corpus(id: $corpus) {
    analysisRuns(first: $first, actionId: $action, settingsVersion: 1, verdict: FAILED) {
      totalCount
      edges { node { document { title } results(first: 10, kind: VERDICT) { edges { node { value note } } } } }
    }
  }
}"""


def new_action(corpus, analyzer):
    return CorpusAction.objects.create(
        corpus=corpus, kind="analyze", name=analyzer, analyzer=analyzer, triggers=["manual"]
    )


@pytest.fixture
def action(corpus):
    return CorpusAction.objects.create(
        corpus=corpus, kind="analyze", name="Check", analyzer="checks", triggers=["manual"]
    )


@pytest.fixture
def complete(corpus, action):
    """Store the results of a run on a document."""

    @transaction.atomic
    def run(document, *results, version=1, of=action):
        begun = begin_run(
            corpus,
            document.revision,
            action_id=of.pk,
            settings_version=version,
            analyzer="checks",
            settings={},
            job=None,
        )
        metadata = [each for each in results if isinstance(each, Metadata)]
        complete_run(
            begun, CheckedResults(metadata=metadata, verdicts=[each for each in results if each not in metadata])
        )
        return begun

    return run


def runs(client, corpus, action, first=50):
    variables = {"corpus": to_global_id("Corpus", corpus.pk), "action": to_global_id("CorpusAction", action.pk)}
    return client.execute(RUNS, variables | {"first": first})["corpus"]["analysisRuns"]


def test_documents_that_did_not_pass_are_listed_with_the_reasons(user, corpus, action, add_parsed, complete):
    complete(add_parsed("One.", title="Lease"), PASSED, FAILED)
    complete(add_parsed("Two.", title="Will"), PASSED)
    complete(add_parsed("Three.", title="Sale"), FAILED, version=2)
    found = runs(ApiClient(user), corpus, action)
    assert found["totalCount"] == 1
    (node,) = (edge["node"] for edge in found["edges"])
    assert node["document"]["title"] == "Lease"
    assert [edge["node"] for edge in node["results"]["edges"]] == [
        {"value": "passed", "note": "It has a date."},
        {"value": "failed", "note": "No date."},
    ]


def test_only_the_checks_that_did_not_pass(user, corpus, action, add_parsed, complete):
    run = complete(add_parsed("One."), *[PASSED] * 20, FAILED, Metadata("Verdict", "failed"))
    client = ApiClient(user)
    query = """query ($id: ID!) { node(id: $id) { ... on AnalysisRun { results(first: 20, verdict: FAILED) {
        totalCount edges { node { kind value note } } } } } }"""
    found = client.execute(query, {"id": to_global_id("AnalysisRun", run.pk)})["node"]["results"]
    assert (found["totalCount"], found["edges"]) == (
        1,
        [{"node": {"kind": "VERDICT", "value": "failed", "note": "No date."}}],
    )
    listed = f"/api/v1/analysis-runs/{run.pk}/results"
    assert [row["note"] for row in client.get(f"{listed}?verdict=failed").json()["results"]] == ["No date."]
    passed = client.get(f"{listed}?verdict=passed").json()["results"]
    assert {row["note"] for row in passed} == {"It has a date."}
    assert client.get(f"{listed}?verdict=failed&kind=metadata").json()["results"] == []


def test_ten_times_as_many_documents_cost_no_more_queries(user, corpus, action, add_parsed, complete):
    client = ApiClient(user)
    counts = []
    for documents in (2, 18):
        for _ in range(documents):
            complete(add_parsed("One."), FAILED)
        runs(client, corpus, action)
        with CaptureQueriesContext(connection) as queries:
            found = runs(client, corpus, action)
        counts.append(len(queries))
    assert len(found["edges"]) == 20
    assert counts[0] == counts[1]
    assert len(runs(client, corpus, action, first=5)["edges"]) == 5


def test_documents_that_a_member_does_not_see_are_not_listed(user, other_user, corpus, action, add_parsed, complete):
    CorpusShare.objects.create(target=corpus, user=other_user, role="viewer", created_by=user)
    complete(add_parsed("One.", title="Lease"), FAILED)
    hidden = add_parsed("Two.", title="Will")
    complete(hidden, FAILED)
    CorpusDocument.objects.filter(document=hidden).delete()
    assert [edge["node"]["document"]["title"] for edge in runs(ApiClient(other_user), corpus, action)["edges"]] == [
        "Lease"
    ]


def test_the_newest_results_of_a_document(user, corpus, action, add_parsed, complete):
    document = add_parsed("One.")
    path = f"/api/v1/corpuses/{corpus.pk}/analysis-runs?latest=true&document={document.pk}"
    complete(document, Metadata("Tenant", "Ada"), FAILED)
    newest = complete(document, PASSED, version=2)
    with transaction.atomic():
        failed = begin_run(
            corpus, document.revision, action_id=action.pk, settings_version=3, analyzer="checks", settings={}, job=None
        )
    other = CorpusAction.objects.create(
        corpus=corpus, kind="analyze", name="Names", analyzer="names", triggers=["manual"]
    )
    named = complete(document, Metadata("Tenant", "Bob"), of=other)
    items = ApiClient(user).send("GET", path).json()["results"]
    assert {item["id"] for item in items} == {str(newest.pk), str(named.pk)}
    assert str(failed.pk) not in {item["id"] for item in items}
    items = ApiClient(user).send("GET", f"{path}&has=metadata").json()["results"]
    assert [item["id"] for item in items] == [str(named.pk)]


def test_versions_count_documents_with_values(user, corpus, action, add_parsed, complete):
    complete(add_parsed("One."), Metadata("Tenant", "Ada"), Metadata("Landlord", "Bob"))
    complete(add_parsed("Two."), FAILED)
    (version,) = ApiClient(user).send("GET", f"/api/v1/actions/{action.pk}/analysis-versions").json()["versions"]
    assert (version["with_metadata"], version["not_passed"]) == (1, 1)


START = """mutation ($i: StartAnalysisInput!) {
  startAnalysis(input: $i) { started actionId corpus { title } errors { code field } } }"""


def test_an_analyzer_is_started_on_documents_in_graphql(user, other_user, corpus, add_parsed):
    chosen = add_parsed("One.")
    add_parsed("Two.")
    given = {"corpusId": str(corpus.pk), "analyzer": "patterns", "documentIds": [to_global_id("Document", chosen.pk)]}
    started = ApiClient(user).execute(START, {"i": given})["startAnalysis"]
    action = CorpusAction.objects.get(analyzer="patterns")
    assert started == {
        "started": 1,
        "actionId": to_global_id("CorpusAction", action.pk),
        "corpus": {"title": corpus.title},
        "errors": [],
    }
    assert list(action.executions.values_list("document", flat=True)) == [chosen.pk]
    nothing = {"started": None, "actionId": None, "corpus": None}
    refused = ApiClient(user).execute(START, {"i": {**given, "analyzer": "x" * 101}})["startAnalysis"]
    assert refused == {**nothing, "errors": [{"code": "invalid", "field": "analyzer"}]}
    hidden = ApiClient(other_user).execute(START, {"i": {**given, "analyzer": "x" * 101}})["startAnalysis"]
    assert hidden == {**nothing, "errors": [{"code": "not_found", "field": None}]}
