"""Queries that nothing answers: they must have no hits. Those that have an answer must have hits."""

import random
import string
from collections.abc import Callable, Sequence
from typing import Any, Final

from benchmarks.search.product import Library

COUNT: Final = 200  # of each kind
SEED: Final = 11

# Questions of other fields than contracts and medicine.
ELSEWHERE: Final = (
    "how to bake sourdough bread at home",
    "best hiking boots for wide feet",
    "rules of the offside trap in football",
    "how do black holes evaporate",
    "chord progression of a twelve bar blues",
    "pruning apple trees in winter",
    "opening moves of the Sicilian defence",
    "train timetable from Vienna to Budapest",
    "lyrics of the national anthem of Brazil",
    "how to knit a cable pattern scarf",
    "recipe for lemon meringue pie",
    "who painted the ceiling of the Sistine Chapel",
    "average rainfall in the Atacama desert",
    "volcanoes on the moons of Jupiter",
    "how to repair a bicycle puncture",
    "surf conditions on the coast of Portugal",
    "history of the Byzantine navy",
    "breeding season of emperor penguins",
    "how to tune a twelve string guitar",
    "favourite holiday islands in Greece",
    "scoring rules of table tennis doubles",
    "when do cherry trees blossom in Kyoto",
    "who won the first Eurovision song contest",
    "how to fold an origami crane",
    "waterproof tents for winter camping",
    "plot summary of Moby Dick",
    "how does a steam locomotive work",
    "types of clouds that bring hail",
    "training a puppy to walk on a lead",
    "stage directions in the last act of Hamlet",
)


def measure(library: Library, others: Sequence[str]) -> dict[str, float]:
    """Return the share of queries of each kind without hits. `others` are real questions about other documents."""
    kinds: dict[str, Sequence[str]] = {"nonsense": nonsense(), "elsewhere": ELSEWHERE, "other_field": others}
    return {name: _refused(library.passages, queries) for name, queries in kinds.items()}


def _refused(search: Callable[[str], Any], queries: Sequence[str]) -> float:
    return round(sum(not search(query) for query in queries) / len(queries), 4)


def nonsense(count: int = COUNT, seed: int = SEED) -> list[str]:
    """Return queries of one to four invented words, as `zxqv blorp`."""
    chance = random.Random(seed)
    return ["zxqv blorp", *(" ".join(_invented(chance) for _ in range(chance.randint(1, 4))) for _ in range(count - 1))]


def _invented(chance: random.Random) -> str:
    if chance.random() < 0.5:
        return "".join(
            chance.choice("bcdfghjklmnpqrstvwxz") + chance.choice("aeiouy") for _ in range(chance.randint(3, 5))
        )
    return "".join(chance.choices(string.ascii_lowercase, k=chance.randint(4, 9)))
