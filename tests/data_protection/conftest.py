"""An account that every column that can name one names."""

import pytest

from tests.data_protection.filling import NAME, fill, store_files
from users.models import User


@pytest.fixture(scope="module")
def filled(module_rows):
    return fill()


@pytest.fixture
def user(filled, settings):
    settings.RATE_LIMITS = {}
    user = User.objects.get(username=NAME)
    store_files(user)
    return user


@pytest.fixture
def other(filled):
    return filled.users["editor"]
