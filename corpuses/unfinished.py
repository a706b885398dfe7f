"""A limit of what a user has started and what has not ended, so that the jobs of one user do not occupy all workers."""

from typing import Any

from django.db.models import QuerySet

from core.errors import RateLimited
from corpuses.models import JobReport
from users.models import User

_RETRY_AFTER = 10  # seconds


class TooManyUnfinished(RateLimited):
    """Too many of these have not ended yet. Wait until one has."""

    code = "too_many_unfinished"
    what_to_do = "Wait until one has ended, or cancel one."


def require_few(
    model: type[JobReport],
    *,
    owner: User,
    maximum: int,
    error: type[RateLimited] = TooManyUnfinished,
    announced: "QuerySet[Any] | None" = None,
) -> None:
    """Raise the error if so many reports of a user wait for their jobs, in the transaction that creates another one.

    What is `announced`, and will wait later, counts, too.
    """
    User.objects.select_for_update(no_key=True).filter(pk=owner.pk).exists()  # other requests of the user wait here
    reports: Any = model  # each has states of its own, of which one is `waiting`
    count = reports.objects.filter(owner=owner, state="waiting").count()
    if announced is not None:
        count += announced.count()
    if count >= maximum:
        raise error(retry_after=_RETRY_AFTER)
