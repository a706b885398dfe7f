"""`make bench-ask`: questions about 20 contracts, asked over HTTP one after the other, without a language model.

The contracts are uploaded and processed by a worker. The questions are wordings that the reader was never trained with.
Its parameters were chosen on one half of the contracts; figures are of both halves, and of each. `KEEP=file` keeps all
answers. Changes its figures in `results/agents.json`, and writes `docs/benchmarks.md`.
"""

import argparse
import json
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import report
from benchmarks.extract.__main__ import CONTRACTS, halves
from benchmarks.extract.truth import Place, annotated_contracts, questions
from benchmarks.setup import start_server, upload_contracts
from cartulary_client import Client

if TYPE_CHECKING:
    from benchmarks.extract.offline import Contract

RESULTS = Path(__file__).parent / "results" / "agents.json"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about a contract, its best answer if there is one, and the annotated clauses."""

    contract: str
    category: str
    seconds: float
    words: Place | None
    """Of the answer: what is marked."""
    shown: Place | None
    """The sentences that are shown around it."""
    is_verbatim: bool
    gold: tuple[Place, ...]

    @property
    def is_marked(self) -> bool:
        """True if the marked words overlap the truth."""
        return _overlaps(self.words, self.gold)

    @property
    def is_shown(self) -> bool:
        """True if the passage that is shown overlaps the truth."""
        return _overlaps(self.shown, self.gold)


def main() -> None:
    """Ask all questions and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", type=Path, help="write every answer to this file")
    arguments = parser.parse_args()
    with start_server() as server:
        client = server.log_in()
        upload_contracts(server, client, CONTRACTS)
        answers = list(_ask_all(client))
    if arguments.keep:
        arguments.keep.write_text(json.dumps([asdict(each) for each in answers]))
    report.update(RESULTS, figures(answers))
    report.write()
    print(json.dumps(figures(answers), indent=1))


def figures(answers: Sequence[Asked]) -> dict[str, float]:
    """Return the shares of right answers, and of questions without an answer that got none."""
    chosen_by = halves(sorted({each.contract for each in answers}))
    parts: Mapping[str, Sequence[Asked]] = {
        "": answers,
        "_fitted": [each for each in answers if each.contract in chosen_by],
        "_kept": [each for each in answers if each.contract not in chosen_by],
    }
    scores: dict[str, float] = {}
    for name, part in parts.items():
        present, absent = [each for each in part if each.gold], [each for each in part if not each.gold]
        scores[f"ask_passage_first{name}"] = statistics.mean(each.is_shown for each in present)
        scores[f"ask_overlap{name}"] = statistics.mean(each.is_marked for each in present)
        scores[f"ask_absent_refused{name}"] = statistics.mean(each.words is None for each in absent)
        scores[f"ask_present_refused{name}"] = statistics.mean(each.words is None for each in present)
    scores["ask_verbatim"] = statistics.mean(each.is_verbatim for each in answers if each.words)
    scores["ask_p50_s"] = statistics.median(each.seconds for each in answers)
    scores["ask_p95_s"] = statistics.quantiles((each.seconds for each in answers), n=20)[-1]
    return {name: round(value, 4) for name, value in scores.items()}


def _ask_all(client: Client) -> Iterator[Asked]:
    from benchmarks.extract import offline  # noqa: PLC0415 - needs the settings

    for contract in offline.load(annotated_contracts()):
        began = time.monotonic()
        for category, question in questions().items():
            yield _ask(client, contract, category, question)
        print(f"{contract.annotated.name}: {time.monotonic() - began:.0f} s", flush=True)


def _ask(client: Client, contract: "Contract", category: str, question: str) -> Asked:
    sent = time.monotonic()
    answers = client.connection.get("/answers", question=question, document=str(contract.revision.document_id))
    seconds = time.monotonic() - sent
    words = shown = None
    is_verbatim = True
    for best in answers["answers"][:1]:
        words = best["start"], best["end"]
        shown = words[0] - len(best["before"]), words[1] + len(best["after"])
        is_verbatim = contract.text[slice(*shown)] == best["before"] + best["text"] + best["after"]
    gold = contract.gold[category]
    return Asked(contract.annotated.name, category, seconds, words, shown, is_verbatim=is_verbatim, gold=gold)


def _overlaps(place: Place | None, gold: Sequence[Place]) -> bool:
    return place is not None and any(place[0] < end and start < place[1] for start, end in gold)


if __name__ == "__main__":
    main()
