"""`make bench-extract`: the offline engine on the 20 contracts, which are uploaded and processed by a worker.

The questions are wordings that the reader was never trained with. Parameters were chosen on one half of the contracts;
figures are of both halves, and of each. `WHOLE=1` also reads the whole text of every contract for the questions that it
answers, which takes ten minutes. `KEEP=file` keeps all answers. Writes `results/extract.json`, `docs/benchmarks.md`.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks import report
from benchmarks.extract.bm25 import Bm25Sentences
from benchmarks.extract.scores import Answered, calibration_error, overlap, presence_f1
from benchmarks.extract.truth import annotated_contracts, questions
from benchmarks.setup import start_server, upload_contracts

RESULTS = Path(__file__).resolve().parents[1] / "results" / "extract.json"
CONTRACTS = 20


def main() -> None:
    """Measure with engines of its own and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--whole", action="store_true", help="read the whole text of every contract, too")
    parser.add_argument("--keep", type=Path, help="write every answer to this file")
    parser.add_argument("--weights", type=Path, help="weights before they were stored in one byte, for `int8_loss`")
    arguments = parser.parse_args()
    with start_server() as server:
        upload_contracts(server, server.log_in(), CONTRACTS)
        figures = measure(whole=arguments.whole, keep=arguments.keep, weights=arguments.weights)
    previous = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    kept = {name: previous[name] for name in ("overlap_whole_text",) if name in previous}
    RESULTS.write_text(json.dumps(kept | figures, indent=1) + "\n")
    report.write()
    print(json.dumps(figures, indent=1))


def measure(*, whole: bool, keep: Path | None, weights: Path | None) -> dict[str, float]:
    """Ask the questions and compute the figures."""
    from django.conf import settings  # noqa: PLC0415 - same

    from benchmarks.extract import offline, quantisation, values  # noqa: PLC0415 - needs the settings
    from corpuses.llm.reader import get_reader  # noqa: PLC0415 - same

    annotated, asked = annotated_contracts(), questions()
    contracts = offline.load(annotated)
    get_reader(Path(settings.MODELS_DIR))
    read = offline.read_contracts(contracts, asked)
    if keep:
        keep.write_text(json.dumps([answer.as_json() for answer in read.answers]))
    figures = {
        **scores(read.answers, halves(annotated_names(read.answers))),
        "overlap_bm25": _bm25(contracts, asked),
        "contract_s": read.seconds / len(contracts),
        "contract_cpu_s": read.cpu_seconds / len(contracts),
        "windows_per_question": read.windows / len(read.answers),
        "quotes_verified": offline.quotes_verified(contracts, read),
        "int8_loss": quantisation.loss(contracts, asked, read, weights=weights),
    }
    if whole:
        wanted = {(answer.contract, answer.category) for answer in read.answers if answer.gold}
        figures["overlap_whole_text"] = overlap(
            offline.read_contracts(contracts, asked, whole=True, wanted=wanted).answers
        )
    rounded = {name: round(value, 4) for name, value in figures.items()}
    return {**rounded, **values.normalisation(), **values.from_reader(read.words, annotated)}


def scores(answers: Sequence[Answered], fitted: frozenset[str]) -> dict[str, float]:
    """Return the scores of all answers, and of each half; the calibration error is that of the half not fitted on."""
    from corpuses.reader.reading import FOUND  # noqa: PLC0415 - needs the settings

    parts: Mapping[str, list[Answered]] = {
        "": list(answers),
        "_fitted": [answer for answer in answers if answer.contract in fitted],
        "_kept": [answer for answer in answers if answer.contract not in fitted],
    }
    figures: dict[str, float] = {}
    for name, part in parts.items():
        figures[f"overlap_unseen{name}"] = overlap(part)
        figures[f"presence_f1_unseen{name}"] = presence_f1(part, least=FOUND)
    return figures | {"calibration_error": calibration_error(parts["_kept"])}


def annotated_names(answers: Sequence[Answered]) -> list[str]:
    """Return the contracts in order."""
    return sorted({answer.contract for answer in answers})


def halves(names: Sequence[str]) -> frozenset[str]:
    """Return every other contract: the half on which parameters are chosen."""
    return frozenset(names[::2])


def _bm25(contracts: Sequence[Any], asked: Mapping[str, str]) -> float:
    answers = [
        Answered(each.annotated.name, category, 0, 0, sentences.best(question), each.gold[category])
        for each in contracts
        for sentences in [Bm25Sentences(each.text)]
        for category, question in asked.items()
    ]
    return overlap(answers)


if __name__ == "__main__":
    main()
