"""The JSON of responses is that of Django REST framework, whichever encoder writes it."""

import datetime
import json
from decimal import Decimal
from uuid import UUID

import pytest
from django.db import models
from django.utils.functional import lazystr
from django.utils.safestring import SafeString
from rest_framework import renderers

from core.api.rest.renderers import JSONRenderer


class Color(models.TextChoices):
    RED = "red"


VALUES = [
    {"id": UUID(int=7), "color": Color.RED, "text": SafeString("a\u2028é\x00"), "lazy": lazystr("b")},
    [datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.UTC), datetime.datetime(2026, 1, 2, microsecond=60)],  # noqa: DTZ001  # a time without a zone is written, too
    [datetime.date(2026, 1, 2), datetime.timedelta(hours=3), Decimal("1.50"), 1.5, 2**53, 10**15, True, None],
    {"a tuple": (1, 2), "a set": {1}},
    2**70,
    {1: "key"},
    [],
    "text",
]


@pytest.mark.parametrize("value", VALUES)
def test_values_are_written_as_before(value):
    assert json.loads(JSONRenderer().render(value)) == json.loads(renderers.JSONRenderer().render(value))


def test_indentation_on_request():
    assert JSONRenderer().render({"a": 1}, "application/json; indent=2") == b'{\n  "a": 1\n}'


def test_no_data_is_an_empty_body():
    assert JSONRenderer().render(None) == b""
