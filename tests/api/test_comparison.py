"""The comparison of two versions of a document, in REST and GraphQL."""

from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from documents.tests.factories import parsed_document, publish

pytestmark = pytest.mark.django_db

RENT = "The tenant pays a rent of 900 EUR on the first day of each month."
PATH = "/api/v1/documents/{}/comparison"
QUERY = """query ($id: ID!, $old: Int, $new: Int) { compareRevisions(documentId: $id, old: $old, new: $new) {
    old new changeCount revisions { number parser }
    rows { change old { page runs { text change } } new { page runs { text change } } } } }"""


@pytest.fixture
def document(user):
    document = parsed_document(user, "Lease", RENT)
    publish(document, "Lease", RENT.replace("900", "950"))
    return document


def test_both_apis_compare_the_newest_version_with_the_one_before(api, document):
    found = api.get(PATH.format(document.pk)).json()
    assert (found["old"], found["new"], found["change_count"]) == (1, 2, 1)
    assert [each["number"] for each in found["revisions"]] == [1, 2]
    changed = next(row for row in found["rows"] if row["change"] == "changed")
    assert "900 " in [run["text"] for run in changed["old"]["runs"] if run["change"] == "removed"]
    assert "950 " in [run["text"] for run in changed["new"]["runs"] if run["change"] == "added"]
    compared = api.graphql(QUERY, {"id": str(document.pk)}).data["compareRevisions"]
    assert (compared["old"], compared["new"], compared["changeCount"]) == (1, 2, 1)
    assert [row["change"].lower() for row in compared["rows"]] == [row["change"] for row in found["rows"]]


def test_versions_are_chosen_by_number(api, document):
    publish(document, "Lease", RENT)
    found = api.get(PATH.format(document.pk), {"old": 1, "new": 3}).json()
    assert (found["old"], found["new"], found["change_count"]) == (1, 3, 0)
    for query, status in (({"old": 7}, 404), ({"new": -1}, 422), ({"new": "x"}, 422)):
        assert api.get(PATH.format(document.pk), query).status_code in {status, 400}


def test_one_version_is_like_itself(api, user):
    document = parsed_document(user, RENT)
    found = api.get(PATH.format(document.pk)).json()
    assert (found["old"], found["new"], found["change_count"]) == (1, 1, 0)


def test_a_document_without_a_version_cannot_be_compared(api, document):
    document.revisions.update(published=None)
    assert api.get(PATH.format(document.pk)).json()["error"]["code"] == "nothing_to_compare"


def test_long_versions_are_refused(api, document, monkeypatch):
    monkeypatch.setattr("documents.services.comparison.MAX_CHARACTERS", 10)
    assert api.get(PATH.format(document.pk)).json()["error"]["code"] == "comparison_too_long"


def test_the_number_of_queries_does_not_depend_on_the_length(api, user):
    get = partial(api.get)
    counts = []
    for length in (1, 20):
        document = parsed_document(user, *[RENT] * length, title=f"Length {length}")
        publish(document, *[RENT.replace("900", "950")] * length)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            get(PATH.format(document.pk))
        counts.append(len(queries))
    assert counts[0] == counts[1]
