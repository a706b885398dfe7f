"""`ETag` and `If-Match`: changes of an outdated version are refused."""

import pytest

from tests.api.populated import rows_of

V1 = "/api/v1"

pytestmark = pytest.mark.django_db

EDITS = {
    "corpuses": {"title": "Rents"},
    "documents": {"title": "Rents"},
    "labels": {"name": "Right"},
    "annotations": {"note": "Hm."},
    "actions": {"name": "Embed"},
}


def error_of(response):
    return response.status_code, response.json()["error"]["code"]


@pytest.fixture
def objects(corpus):
    document, annotation, action, _ = rows_of(corpus)
    return {
        "corpuses": corpus,
        "documents": document,
        "labels": annotation.label,
        "annotations": annotation,
        "actions": action,
    }


@pytest.mark.parametrize("kind", EDITS)
def test_the_second_of_two_editors_gets_a_conflict(api, objects, kind):
    url, change = f"{V1}/{kind}/{objects[kind].pk}", EDITS[kind]
    (field, value) = next(iter(change.items()))
    before = api.get(url)
    assert before["ETag"] == f'"{before.json()["version"]}"'
    first = api.send("PATCH", url, change, **{"If-Match": before["ETag"]})
    assert first.status_code == 200
    assert first["ETag"] != before["ETag"]
    second = api.send("PATCH", url, {field: "Mine"}, **{"If-Match": before["ETag"]})
    error = second.json()["error"]
    assert (second.status_code, error["code"]) == (412, "edit_conflict")
    assert (error["version"], error["current"][field]) == (first.json()["version"], value)
    assert api.get(url).json()[field] == value
    for headers in ({}, {"If-Match": "*"}, {"If-Match": first["ETag"]}):
        assert api.send("PATCH", url, change, **headers).status_code == 200


@pytest.mark.parametrize("change", [{"answer_tokens": 100}, {"answer_cost": 0.5}, {"allows_language_models": False}])
def test_what_only_owners_change_is_part_of_the_version(api, corpus, change):
    url = f"{V1}/corpuses/{corpus.pk}"
    outdated = api.get(url)["ETag"]
    changed = api.send("PATCH", url, change)
    assert changed["ETag"] == api.get(url)["ETag"]
    assert error_of(api.send("PATCH", url, change, **{"If-Match": outdated})) == (412, "edit_conflict")


def test_a_weak_etag_is_accepted(api, corpus):
    url = f"{V1}/corpuses/{corpus.pk}"
    etag = f"W/{api.get(url)['ETag']}"
    assert api.send("PATCH", url, {"title": "One"}, **{"If-Match": etag}).status_code == 200
    assert error_of(api.send("PATCH", url, {"title": "Two"}, **{"If-Match": etag})) == (412, "edit_conflict")


@pytest.mark.parametrize("header", ["abc", '"a", "b"', '"'])
def test_only_one_etag_is_accepted(api, corpus, header):
    response = api.send("PATCH", f"{V1}/corpuses/{corpus.pk}", {"title": "No"}, **{"If-Match": header})
    assert error_of(response) == (400, "invalid")
    corpus.refresh_from_db()
    assert corpus.title == "Corpus 0"
