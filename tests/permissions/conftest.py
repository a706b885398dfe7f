"""Fixtures: the world of the tables, without rate limits."""

import pytest

from tests.permissions.world import build


@pytest.fixture(scope="module")
def world(module_rows):
    return build()


@pytest.fixture(autouse=True)
def _no_limits(settings):
    settings.RATE_LIMITS = {}
    settings.PUBLIC_URL = "https://testserver"
    settings.REGISTRATION = "closed"
