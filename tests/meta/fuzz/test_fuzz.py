"""A few seconds of schemathesis against both APIs; `make fuzz` runs longer."""

import pytest

from tests.meta.fuzz.data import create_test_data
from tests.meta.fuzz.effort import ENVIRONMENT, Effort
from tests.meta.fuzz.running import fuzz_graphql, fuzz_rest

pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.fixture
def url(processes, settings):
    _, url = processes.web(env=ENVIRONMENT)
    return url


@pytest.mark.full
def test_rest_conforms_to_its_schema(url, tmp_path):
    # proves: T-9 S3-51
    outcome = fuzz_rest(url, create_test_data(), tmp_path, Effort(seconds=10, examples=2))
    assert (outcome.server_errors, outcome.failures) == (0, []), outcome.output
    assert outcome.cases > 20  # even on a busy machine


@pytest.mark.full
def test_graphql_conforms_to_its_schema(url, tmp_path):
    # proves: T-9
    outcome = fuzz_graphql(url, create_test_data(), tmp_path, Effort(seconds=8, examples=3))
    assert (outcome.server_errors, outcome.failures) == (0, []), outcome.output
    assert outcome.cases > 10
