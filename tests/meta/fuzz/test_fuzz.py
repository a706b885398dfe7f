"""What schemathesis makes of both doors in a few seconds; `make fuzz` asks for longer."""

import pytest

from tests.meta.fuzz.effort import Effort
from tests.meta.fuzz.running import fuzz_graphql, fuzz_rest
from tests.meta.fuzz.world import make_world

pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.fixture
def url(processes, settings):
    _, url = processes.web(env={"RATE_LIMITS": "off", "LOG_LEVEL": "ERROR"})
    return url


@pytest.mark.full
def test_rest_is_what_it_says_it_is(url, tmp_path):
    # proves: T-9 S3-51
    outcome = fuzz_rest(url, make_world(), tmp_path, Effort(seconds=10, examples=2))
    assert (outcome.server_errors, outcome.failures) == (0, []), outcome.output
    assert outcome.cases > 20  # on a machine that has much else to do


def test_graphql_is_what_it_says_it_is(url, tmp_path):
    # proves: T-9
    outcome = fuzz_graphql(url, make_world(), tmp_path, Effort(seconds=8, examples=3))
    assert (outcome.server_errors, outcome.failures) == (0, []), outcome.output
    assert outcome.cases > 10
