"""Scores of answers: overlap of the best span, presence, calibration."""

import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from benchmarks.extract.truth import Place

BINS = 10


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer to one question about one contract, and the truth."""

    contract: str
    category: str
    probability: float
    score: float
    """Of the best span, in logits: what the probability is computed from."""
    place: Place | None
    gold: tuple[Place, ...]

    @property
    def overlaps(self) -> bool:
        """True if the best span overlaps the truth."""
        place = self.place
        return place is not None and any(place[0] < end and start < place[1] for start, end in self.gold)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def overlap(answers: Sequence[Answered]) -> float:
    """Return how often the best span overlaps the truth, where there is one."""
    return statistics.mean(answer.overlaps for answer in answers if answer.gold)


def presence_f1(answers: Sequence[Answered], *, least: float) -> float:
    """Return the F1 of "there is such a clause", said from the probability `least`."""
    said = [answer.probability >= least for answer in answers]
    hits = sum(each and bool(answer.gold) for each, answer in zip(said, answers, strict=True))
    return 2 * hits / (sum(said) + sum(bool(answer.gold) for answer in answers))


def calibration_error(answers: Sequence[Answered]) -> float:
    """Return the expected calibration error of "there is such a clause" over ten equal bins of the probability."""
    error = 0.0
    for number in range(BINS):
        low, high = number / BINS, (number + 1) / BINS
        inside = [
            each for each in answers if low <= each.probability < high or (number == BINS - 1 and each.probability == 1)
        ]
        if inside:
            right = statistics.mean(bool(each.gold) for each in inside)
            error += len(inside) * abs(right - statistics.mean(each.probability for each in inside))
    return error / len(answers)
