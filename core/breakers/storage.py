"""The circuits of all processes in Redis. While that is not available each process has its own, which begin closed.

A change is one request to Redis in most cases: a process remembers what it has last seen, and Redis refuses what was
made of anything older.
"""

import json
import logging
import random
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha1
from typing import Any, Final, TypeVar

from redis import RedisError
from redis.exceptions import NoScriptError

from core import redis_client
from core.breakers.circuit import Bucket, Circuit, State

logger = logging.getLogger(__name__)
_Result = TypeVar("_Result")
Change = Callable[[Circuit, float], _Result]
"""Reads or changes a circuit at a time; may be called several times, each time with what others have stored."""

_FORGET_SECONDS: Final = 24 * 60 * 60  # without a call, unless an operator has switched it off
_TRIES: Final = 40

# Store a circuit if it has not been changed since it was read. Returns whether it was stored, else what is; the time.
_SWAP: Final = """
local now = redis.call('time')
local stored = redis.call('get', KEYS[1]) or ''
if stored ~= ARGV[1] then return {0, stored, now[1], now[2]} end
redis.call('set', KEYS[1], ARGV[2])
if ARGV[3] ~= '0' then redis.call('expire', KEYS[1], ARGV[3]) end
redis.call('sadd', KEYS[2], ARGV[4])
return {1, '', now[1], now[2]}
"""

_SWAP_SHA: Final = sha1(_SWAP.encode(), usedforsecurity=False).hexdigest()

_local: dict[str, Circuit] = {}
_lock: Final = threading.Lock()


@dataclass(frozen=True, slots=True)
class _Seen:
    """A circuit as it was stored, when this process saw it, and how far the clock of Redis was ahead of its own."""

    stored: str
    moment: float
    ahead: float
    circuit: Circuit | None = None

    @property
    def now(self) -> float:
        """The time on the clock of Redis."""
        return time.monotonic() + self.ahead


_seen: dict[str, _Seen] = {}


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


def seen_within(name: str, seconds: float) -> Circuit | None:
    """Return the circuit as this process has stored it in the last seconds, to be looked at; `None` if it has not."""
    seen = _seen.get(name)
    return seen.circuit if seen and time.monotonic() - seen.moment < seconds else None


def read(name: str, look: Change[_Result]) -> _Result:
    """Return what can be seen of a circuit, and store nothing."""
    try:
        seen = _load(name)
    except RedisError:
        with _lock:
            return look(_local.get(name) or Circuit(), time.monotonic())
    return look(_parse(seen.stored), seen.now)


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
    seen = _seen.pop(name, None) or _load(name)
    for number in range(_TRIES):
        circuit = _parse(seen.stored)
        result = do(circuit, seen.now)
        after = json.dumps(circuit, default=_fields)
        forget = 0 if circuit.forced else _FORGET_SECONDS
        arguments = (2, _key(name), _names_key(), seen.stored, after, forget, name)
        try:
            is_stored, stored, *clock = client.evalsha(_SWAP_SHA, *arguments)
        except NoScriptError:
            is_stored, stored, *clock = client.eval(_SWAP, *arguments)
        if is_stored:
            _seen[name] = _saw(after, clock, circuit)
            return result
        seen = _saw(stored, clock)
        if number:  # the first time it may only be old
            time.sleep(random.uniform(0, 0.005))  # noqa: S311 - jitter is no secret
    raise _Contended("Too many processes change the breaker at the same time.")


def _load(name: str) -> _Seen:
    with redis_client.client().pipeline(transaction=False) as pipeline:
        pipeline.get(_key(name))
        pipeline.time()
        stored, clock = pipeline.execute()
    return _saw(stored or "", clock)


def _saw(stored: str, clock: Sequence[int | str], circuit: Circuit | None = None) -> _Seen:
    seconds, micros = map(int, clock)
    moment = time.monotonic()
    return _Seen(stored, moment, seconds + micros / 1_000_000 - moment, circuit)


def _fields(value: Circuit | Bucket) -> dict[str, Any]:
    return {name: getattr(value, name) for name in type(value).__slots__}


def _parse(stored: str) -> Circuit:
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
