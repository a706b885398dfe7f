"""Rivals on real PostgreSQL, with a pause of a few milliseconds before every statement (T-5)."""

import random
import threading
import time
from collections.abc import Callable

from django.db import connection

from core.errors import Conflict, NotFound
from tasks.errors import Fenced

LONGEST = 0.003


class Race:
    """Lets rivals go at once, each with a connection of its own, and gives what became of each."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)

    def run(self, *rivals: Callable[[], object]) -> list[object]:
        barrier = threading.Barrier(len(rivals))
        results: list[object] = [None] * len(rivals)

        def compete(place: int, act: Callable[[], object], dice: random.Random) -> None:
            def pause(execute, sql, params, many, context):
                execute(f"select pg_sleep({dice.random() * LONGEST})", (), False, context)
                return execute(sql, params, many, context)

            try:
                barrier.wait()
                with connection.execute_wrapper(pause):
                    results[place] = act()
            except (Conflict, Fenced, NotFound) as error:
                results[place] = type(error).__name__
            except Exception as error:  # noqa: BLE001  # the race's caller raises it, or pytest would only warn
                results[place] = error
            finally:
                connection.close()

        threads = [
            threading.Thread(target=compete, args=(place, act, random.Random(self._dice.random())))
            for place, act in enumerate(rivals)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for result in results:
            if isinstance(result, Exception):
                raise result
        return results


def deadlocks() -> int:
    """Return the number of deadlocks, once the sessions of all rivals have reported theirs."""
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
