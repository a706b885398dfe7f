"""Run functions concurrently on real PostgreSQL, with a random pause before every statement (T-5)."""

import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait

from django.db import connection, transaction

from core.errors import Conflict, DomainError, NotFound
from tasks.errors import Fenced

MAX_PAUSE = 0.003


class Race:
    """Runs functions in threads, each with its own connection, and returns their results or errors."""

    def __init__(self, seed: int, *expected: type[DomainError]) -> None:
        self._random = random.Random(seed)
        self._expected = (Conflict, Fenced, NotFound, *expected)

    def run(self, *functions: Callable[[], object]) -> list[object]:
        barrier = threading.Barrier(len(functions))
        results: list[object] = [None] * len(functions)

        def run_in_thread(index: int, function: Callable[[], object], random_source: random.Random) -> None:
            def pause(execute, sql, params, many, context):
                execute(f"select pg_sleep({random_source.random() * MAX_PAUSE})", (), False, context)
                return execute(sql, params, many, context)

            try:
                barrier.wait()
                with connection.execute_wrapper(pause):
                    results[index] = function()
            except self._expected as error:
                results[index] = type(error).__name__
            except Exception as error:  # noqa: BLE001  # the race's caller raises it, or pytest would only warn
                results[index] = error
            finally:
                connection.close()

        threads = [
            threading.Thread(target=run_in_thread, args=(index, function, random.Random(self._random.random())))
            for index, function in enumerate(functions)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for result in results:
            if isinstance(result, Exception):
                raise result
        return results


def while_open(first: Callable[[], object], second: Callable[[], object]) -> None:
    """Run the second function while the transaction of the first one has not been committed."""
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            first()
            running = pool.submit(_in_thread, second)
            wait([running], timeout=0.5)  # it waits for a lock, or is done
        running.result()


def _in_thread(function: Callable[[], object]) -> None:
    try:
        function()
    finally:
        connection.close()


def deadlocks() -> int:
    """Return the number of deadlocks, once all other sessions have reported theirs."""
    end = time.monotonic() + 20
    while _others() and time.monotonic() < end:
        time.sleep(0.02)
    with connection.cursor() as cursor:
        cursor.execute("select pg_stat_clear_snapshot()")
        cursor.execute("select deadlocks from pg_stat_database where datname = current_database()")
        return int(cursor.fetchone()[0])


def _others() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
            " and backend_type = 'client backend'"
        )
        return int(cursor.fetchone()[0])
