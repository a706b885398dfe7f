"""`python -m benchmarks.reader.calibrate ANSWERS`: fit the constants of `corpuses.reader.reading`.

ANSWERS is what `make bench-extract KEEP=ANSWERS` writes. Fits on one half of the contracts, reports on the other.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.extract.__main__ import halves
from benchmarks.extract.scores import Answered, calibration_error, presence_f1
from corpuses.reader.reading import Platt


def main() -> None:
    """Print the constants and their error on the other half."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("answers", type=Path)
    answers = [_answer(each) for each in json.loads(parser.parse_args().answers.read_text())]
    fitted = halves(sorted({each.contract for each in answers}))
    half = [each for each in answers if each.contract in fitted]
    rest = [each for each in answers if each.contract not in fitted]
    is_answered = fit([each.score for each in half], [bool(each.gold) for each in half])
    is_right = fit([each.score for each in half], [each.overlaps for each in half])
    found = best_threshold(_calibrated(half, is_answered))
    print(f"IS_ANSWERED = {is_answered}\nIS_RIGHT = {is_right}\nFOUND = {found:.2f}")
    for name, part in (("fitted", half), ("kept", rest)):
        calibrated = _calibrated(part, is_answered)
        error, f1 = calibration_error(calibrated), presence_f1(calibrated, least=found)
        print(f"{name}: calibration error {error:.4f}, presence F1 {f1:.4f}")


def fit(scores: Sequence[float], truths: Sequence[bool]) -> Platt:
    """Return the logistic function with the least log loss, with the targets of Platt (1999) against overconfidence."""
    from scipy.optimize import minimize  # noqa: PLC0415 - takes a second

    known = np.isfinite(scores)
    x, y = np.asarray(scores)[known], np.asarray(truths, float)[known]
    target = np.where(y > 0, (y.sum() + 1) / (y.sum() + 2), 1 / (len(y) - y.sum() + 2))

    def loss(parameters: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
        logits = parameters[0] * x + parameters[1]
        return float(np.mean(np.logaddexp(0, logits) - target * logits))

    slope, offset = minimize(loss, (0.5, 0.0), method="BFGS").x
    return Platt(round(float(slope), 4), round(float(offset), 4))


def best_threshold(answers: Sequence[Answered]) -> float:
    """Return the probability with the best F1 of "there is such a clause"."""
    steps = [step / 100 for step in range(5, 96)]
    return max(steps, key=lambda least: presence_f1(answers, least=least))


def _calibrated(answers: Sequence[Answered], platt: Platt) -> list[Answered]:
    return [replace(each, probability=platt.probability(each.score)) for each in answers]


def _answer(stored: dict[str, Any]) -> Answered:
    return Answered(**{**stored, "gold": tuple(tuple(place) for place in stored["gold"])})


if __name__ == "__main__":
    main()
