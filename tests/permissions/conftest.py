"""Fixtures: the world of the tables, without rate limits."""

import pytest
from django.db import transaction

from tests.permissions.world import build


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker):
    """Create the world once; every test rolls back what it changes."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield build()
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _no_limits(settings):
    settings.RATE_LIMITS = {}
    settings.REGISTRATION = "closed"
