"""Circuit breakers: a service that fails gets no requests for a while (S4-1 to S4-17).

`breaker_of("llm", host).call(excluded=(UserFault,))` is the only way in. All processes share the state of a breaker,
which is in Redis and may be lost; while Redis is not available, each process has its own.

    profiles.py   the limits at which a breaker opens and closes, by kind
    circuit.py    the states and their transitions, without clock or storage
    storage.py    a transition in Redis, or in this process
    breaker.py    what others call
"""

from core.breakers.breaker import Breaker, Permit, Snapshot, all_breakers, breaker_of

__all__ = ["Breaker", "Permit", "Snapshot", "all_breakers", "breaker_of"]
