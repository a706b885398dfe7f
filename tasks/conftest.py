"""A tenant with its user, and jobs of the tests' kinds. Jobs do not run until the test runs them."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from tasks.runtime import queue
from tasks.tests import sample_jobs
from users.models import User

Enqueue = Callable[..., UUID]


@pytest.fixture(autouse=True)
def _no_marks():
    sample_jobs.forget_marks()


@pytest.fixture
def owner(db) -> User:
    return User.objects.create_user("owner")


@pytest.fixture
def enqueue(owner: User) -> Enqueue:
    """Enqueue a job of the owner's: `enqueue(kind, **args)`."""

    def enqueue(kind: str, /, *, options: dict[str, Any] | None = None, **args: Any) -> UUID:
        return queue.enqueue(kind, args=args, tenant_id=owner.tenant_id, owner_id=owner.pk, **(options or {}))

    return enqueue
