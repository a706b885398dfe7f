"""Limits at which the breaker of a kind of service opens and closes."""

from dataclasses import dataclass

from django.conf import settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The limits of a breaker. It opens for `seconds`, and then lets `trials` requests through at the same time.

    It opens after `failures` in a row; or when, of at least `rate_calls` calls within `rate_seconds`, a `failed_share`
    has failed, or a `slow_share` took longer than `slow_seconds` (0: none is slow). It closes after `successes` of the
    trials. A trial without a result after `trial_seconds` is given to another call: its process may be gone.
    """

    title: str = "The service"  # the subject of sentences
    failures: int = 5  # S4-8, also for the next three
    seconds: float = 30
    trials: int = 3
    successes: int = 2
    rate_calls: int = 20
    rate_seconds: float = 60
    failed_share: float = 0.5
    slow_seconds: float = 0
    slow_share: float = 0.8
    trial_seconds: float = 180


def profile_of(kind: str) -> Profile:
    """Return the profile of a kind of service, from the setting `BREAKERS`."""
    return Profile(**settings.BREAKERS[kind])
