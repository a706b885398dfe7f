"""Fixtures: the world of the tables, without rate limits."""

import pytest

from core.breakers import breaker_of
from tests.permissions.world import build


@pytest.fixture(scope="module")
def world(module_rows):
    return build()


@pytest.fixture(autouse=True)
def _no_limits(settings):
    settings.RATE_LIMITS = {}
    settings.PUBLIC_URL = "https://testserver"
    settings.REGISTRATION = "closed"


@pytest.fixture(autouse=True)
def _called_service(_no_limits):
    """Let each test find a service that has been called: it is no row, so the world has none."""
    breaker_of("llm", "models.example.net").admit().succeeded()
