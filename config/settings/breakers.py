"""Circuit breakers: the limits of each kind of service; the others are those of `core.breakers.profiles.Profile`."""

from typing import Any

BREAKERS: dict[str, dict[str, Any]] = {
    "llm": {"title": "The language model", "failures": 5, "seconds": 30, "trials": 3, "successes": 2},  # S4-9
    "embedder": {
        "title": "The embedder",
        "failures": 5,
        "seconds": 30,
        "trials": 3,
        "successes": 2,
        "slow_seconds": 10,
    },
    "scanner": {"title": "The virus scanner", "failures": 5, "seconds": 30, "trials": 1, "successes": 1},
    "analyzer": {
        "title": "The server of the analyzer",
        "failures": 5,
        "seconds": 60,
        "trials": 3,
        "successes": 2,
    },  # S4-11
}
