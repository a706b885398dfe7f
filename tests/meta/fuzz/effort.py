"""The size of a fuzzing run, and the server for it."""

from dataclasses import dataclass

ENVIRONMENT = {
    "RATE_LIMITS": "off",
    "LOG_LEVEL": "ERROR",
    "EVENT_STREAM_SECONDS": "0.2",  # a stream is read to its end
    "JOB_STREAM_SECONDS": "0.2",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """The duration in seconds, the number of cases per operation and round, and the seed."""

    seconds: int
    examples: int
    seed: int = 1
