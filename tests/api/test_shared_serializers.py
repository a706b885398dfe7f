"""All requests share the serializers of bodies: a wrong request must not change what the next one gets."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import get_resolver
from rest_framework import serializers

from core.api.rest.serializers import StrictList, StrictSerializer
from core.api.rest.unknown_names import ERRORS_NAMED
from core.api.rest.validation import _prepared
from corpuses.corpora.services import create_corpus

COLUMN = {"name": "Rent", "question": "How much is the rent?", "type": "string"}


def subclasses(kind: type[Any]) -> Iterator[type[Any]]:
    for each in kind.__subclasses__():
        yield each
        yield from subclasses(each)


def lists() -> Iterator[tuple[type[Any], str, list[Any]]]:
    """Yield each list of objects in a body, with the example of its items."""
    get_resolver().url_patterns  # noqa: B018  # imports all serializers
    for kind in subclasses(StrictSerializer):
        for name, field in kind().fields.items():
            if isinstance(field, StrictList) and not field.read_only and isinstance(kind.example.get(name), list):
                yield kind, name, kind.example[name]


def test_wrong_items_of_one_request_are_not_counted_in_another():
    checked = []
    for kind, name, items in lists():
        field = _prepared(kind).fields[name]
        try:
            expected = field.run_validation(items)
        except serializers.ValidationError:  # of a response
            continue
        for _ in range(ERRORS_NAMED):
            with pytest.raises(serializers.ValidationError):
                field.run_validation([{"no such field": 1}])
        assert field.run_validation(items) == expected, (kind, name)
        checked.append(f"{kind.__name__}.{name}")
    assert "FieldsetFields.columns" in checked


@pytest.mark.django_db
def test_wrong_requests_do_not_spoil_right_ones(api, user):
    url = f"/api/v1/corpuses/{create_corpus(owner=user, title='Leases').pk}/fieldsets"
    for _ in range(ERRORS_NAMED + 1):
        assert api.send("POST", url, {"name": "Terms", "columns": [{**COLUMN, "name": 5}]}).status_code == 400
    assert api.send("POST", url, {"name": "Terms", "columns": [COLUMN]}).status_code == 201
