"""The circuits of all processes in Redis. While that is not available each process has its own, which begin closed."""

import json
import logging
import random
import threading
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, Final, TypeVar

from redis import RedisError

from core import redis_client
from core.breakers.circuit import Bucket, Circuit, State

logger = logging.getLogger(__name__)
_Result = TypeVar("_Result")
Change = Callable[[Circuit, float], _Result]
"""Reads or changes a circuit at a time; may be called several times, each time with what others have stored."""

_FORGET_SECONDS: Final = 24 * 60 * 60  # without a call, unless an operator has switched it off
_TRIES: Final = 40

# Store a circuit if it has not been changed since it was read.
_SWAP: Final = """
if (redis.call('get', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('set', KEYS[1], ARGV[2])
if ARGV[3] ~= '0' then redis.call('expire', KEYS[1], ARGV[3]) end
redis.call('sadd', KEYS[2], ARGV[4])
return 1
"""

_local: dict[str, Circuit] = {}
_lock: Final = threading.Lock()


class _Contended(RedisError):
    """Others have changed the circuit each time."""


def change(name: str, do: Change[_Result]) -> _Result:
    """Change a circuit, and return what the change returns."""
    try:
        result = _change_shared(name, do)
    except RedisError as error:
        logger.warning("breaker.local", extra={"breaker": name, "reason": str(error)})
        with _lock:
            return do(_local.setdefault(name, Circuit()), time.monotonic())
    _local.pop(name, None)
    return result


def read(name: str, look: Change[_Result]) -> _Result:
    """Return what can be seen of a circuit, and store nothing."""
    try:
        _, circuit, now = _load(name)
    except RedisError:
        with _lock:
            return look(_local.get(name) or Circuit(), time.monotonic())
    return look(circuit, now)


def names() -> list[str]:
    """Return the names of the circuits with calls in the last day; raise `RedisError` without Redis."""
    client = redis_client.client()
    found = sorted(str(each) for each in client.smembers(_names_key()))
    gone = [each for each in found if not client.exists(_key(each))]
    if gone:
        client.srem(_names_key(), *gone)
    return [each for each in found if each not in gone]


def _change_shared(name: str, do: Change[_Result]) -> _Result:
    client = redis_client.client()
    for _ in range(_TRIES):
        before, circuit, now = _load(name)
        result = do(circuit, now)
        after = json.dumps(asdict(circuit))
        seconds = 0 if circuit.forced else _FORGET_SECONDS
        if client.eval(_SWAP, 2, _key(name), _names_key(), before, after, seconds, name):
            return result
        time.sleep(random.uniform(0, 0.005))  # noqa: S311 - jitter is no secret
    raise _Contended("Too many processes change the breaker at the same time.")


def _load(name: str) -> tuple[str, Circuit, float]:
    """Return a circuit, as it is stored and as an object, and the time on the clock of Redis."""
    with redis_client.client().pipeline(transaction=False) as pipeline:
        pipeline.get(_key(name))
        pipeline.time()
        stored, (seconds, micros) = pipeline.execute()
    return stored or "", _parse(stored), seconds + micros / 1_000_000


def _parse(stored: str | None) -> Circuit:
    if not stored:
        return Circuit()
    fields: dict[str, Any] = json.loads(stored)
    fields["state"] = State(fields["state"])
    fields["buckets"] = [Bucket(**each) for each in fields["buckets"]]
    return Circuit(**fields)


def _key(name: str) -> str:
    return redis_client.key("breaker", name)


def _names_key() -> str:
    return redis_client.key("breakers")
