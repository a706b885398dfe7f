"""An administrator, and the token of the directory."""

import pytest
from django.db import transaction

from tests.scim.client import ScimClient
from users.accounts.api_tokens import create_token
from users.models import User


@pytest.fixture
def root(db):
    return User.objects.create_superuser("root", "root@example.org", "correct horse")


@pytest.fixture
def token(root):
    with transaction.atomic():
        return create_token(owner=root, name="Directory", scopes=["provisioning"])[1]


@pytest.fixture
def scim(token):
    return ScimClient(token)
