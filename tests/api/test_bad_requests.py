"""A wrong request costs little, and its response is short, however much is wrong."""

import pytest

from core.api.rest.parsers import MOST_VALUES

V1 = "/api/v1"
MANY = 16_000
PASSES = {"username": "ada", "password": "x"}
FILE = {"sha256": "0" * 64, "size": 1, "name": "a"}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("auth/login", PASSES | {f"field{number}": number for number in range(MANY)}),
        ("auth/login", PASSES | {"x" * 100_000: 1}),
        ("upload-checks", {"files": [FILE | {"sise": 1} for _ in range(1_000)]}),
        ("upload-checks", {"files": [FILE] * 1_001}),
        ("upload-checks", {"files": [None] * MANY}),
        ("tokens", {"name": "x", "scopes": ["reed"] * MANY}),
        ("tokens", {"name": "x", "scopes": ["read"], "corpora": ["?"] * MANY}),
        ("corpuses/{corpus}/fieldsets", {"name": "x", "columns": [{"titel": number} for number in range(MANY)]}),
    ],
)
def test_at_most_ten_errors_are_named(api, corpus, path, body):
    response = api.send("POST", f"{V1}/{path.format(corpus=corpus.pk)}", body)
    assert response.status_code == 400
    assert len(response.json()["error"].get("fields", {})) <= 10
    assert len(response.content) <= 5_000


def test_a_body_has_a_limited_number_of_values(api):
    response = api.send("POST", f"{V1}/corpuses", {"title": "x", "description": [[]] * MOST_VALUES})
    assert (response.status_code, response.json()["error"]["code"]) == (400, "too_many_values")


def test_the_first_unknown_name_has_a_suggestion(api):
    error = api.send("POST", f"{V1}/corpuses", {"titel": "x", "descripton": "y"}).json()["error"]
    assert error["fields"] == {
        "titel": "Unknown field `titel`. Did you mean `title`?",
        "descripton": "Unknown field `descripton`.",
    }
