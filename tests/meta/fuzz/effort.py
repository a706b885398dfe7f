"""How much is tried."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How long, how many cases for each operation in each round, and where chance begins."""

    seconds: int
    examples: int
    seed: int = 1
