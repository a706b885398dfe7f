"""The size of a fuzzing run."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """The duration in seconds, the number of cases per operation and round, and the seed."""

    seconds: int
    examples: int
    seed: int = 1
