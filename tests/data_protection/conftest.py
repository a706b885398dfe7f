"""An account that every column that can name one names."""

import pytest
from django.db import transaction

from tests.data_protection.filling import NAME, fill, store_files
from users.models import User


@pytest.fixture(scope="module")
def filled(django_db_setup, django_db_blocker):
    """Create the rows once; every test rolls back what it changes."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield fill()
        transaction.set_rollback(True)


@pytest.fixture
def user(filled, settings):
    settings.RATE_LIMITS = {}
    user = User.objects.get(username=NAME)
    store_files(user)
    return user


@pytest.fixture
def other(filled):
    return filled.users["editor"]
