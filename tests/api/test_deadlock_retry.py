"""Retry after a deadlock: PostgreSQL aborts one of two transactions, and the client sees no server error."""

import threading

import pytest
from django.db import OperationalError, connection, transaction
from graphql import GraphQLError

from core.api.graphql.errors import format_error
from core.api.rest.exceptions import error_response_of
from core.db.transactions import atomic_with_retry, is_serialization_failure
from users.models import User

pytestmark = pytest.mark.django_db(transaction=True)


def run_deadlock(wrap):
    """Lock two rows in opposite orders in two threads at the same time; return the result of each."""
    keys = [User.objects.create_user(name).pk for name in ("ada", "bob")]
    barrier, results = threading.Barrier(2), {}

    def lock_in(order, name):
        tries = []

        def act():
            User.objects.select_for_update().get(pk=order[0])
            tries.append(name)
            if len(tries) == 1:
                barrier.wait()
            User.objects.select_for_update().get(pk=order[1])
            return name

        try:
            results[name] = wrap(act)()
        except OperationalError as error:
            results[name] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=lock_in, args=(keys[::step], step)) for step in (1, -1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_a_deadlocked_transaction_is_retried():
    # proves: T-5
    assert run_deadlock(atomic_with_retry) == {1: 1, -1: -1}


@pytest.mark.full
def test_a_nested_transaction_is_not_retried():
    results = run_deadlock(lambda act: transaction.atomic(atomic_with_retry(act)))
    assert [
        is_serialization_failure(result) for result in results.values() if isinstance(result, OperationalError)
    ] == [True]


def test_second_deadlock_is_reported_as_retryable():
    (error,) = [result for result in run_deadlock(transaction.atomic).values() if isinstance(result, OperationalError)]
    failure = error_response_of(error)
    assert (failure.status, failure.code) == (503, "database_unavailable")
    formatted = format_error(GraphQLError("", original_error=error))
    assert formatted["extensions"]["code"] == "database_unavailable"
