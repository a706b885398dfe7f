"""`make bench-search`: quality and speed of search, beside bm25s, MiniLM and ONNX Runtime in the same run.

`--data` has the folders `retrieval_scifact` and `contracts_cuad`. Writes `results/search.json` and
`docs/benchmarks.md`. Figures of parts that are not measured are kept.
"""

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings

from benchmarks import report
from benchmarks.search import contracts, find, scifact
from benchmarks.search.contracts import Contracts
from benchmarks.search.scifact import SciFact
from benchmarks.setup import Server, start_server
from cartulary_client import Client
from config.stack.run_config import free_port

if TYPE_CHECKING:
    from benchmarks.search.product import Library

RESULTS = Path(__file__).resolve().parents[1] / "results" / "search.json"
PARTS = ("scifact", "contracts", "refused", "words_only", "latency", "find", "embedding")
SIZE = 100_000
_AWAY = "an-embedder-that-does-not-answer"
_PORT = 18_999
_WORDS_ONLY = (
    "scifact_ndcg10",
    "scifact_answered",
    "cuad_recall16_held_out",
    "cuad_recall16_other_half",
    "cuad_answered",
)
_EMBEDDED = 400  # abstracts whose embedding is timed


def main() -> None:
    """Run all parts, or the selected ones."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--size", type=int, default=SIZE, help="passages in the corpus whose latency is measured")
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    figures = json.loads(arguments.out.read_text()) if arguments.out.exists() else {}
    figures |= measure(arguments.data.resolve(), parts=arguments.only, size=arguments.size)
    arguments.out.write_text(json.dumps(figures, indent=1) + "\n")
    if arguments.out == RESULTS:
        report.write()
    print(json.dumps(figures, indent=1))


def measure(data: Path, *, parts: Sequence[str], size: int) -> dict[str, Any]:
    """Measure the parts with engines of their own."""
    figures: dict[str, Any] = {}
    with start_server() as server, server.log_in() as client:
        run = _Run(data, server, client)
        for part in PARTS:
            if part in parts:
                began = time.monotonic()
                figures |= getattr(run, part)(size) if part == "latency" else getattr(run, part)()
                print(f"{part}: {time.monotonic() - began:.0f} s", flush=True)
    return figures


class _Run:
    """The indexed texts, which several parts use."""

    def __init__(self, data: Path, server: Server, client: Client) -> None:
        self._science = SciFact(data / "retrieval_scifact")
        self._contracts = Contracts(data / "contracts_cuad")
        self._server, self._client = server, client

    @cached_property
    def _abstracts(self) -> "Library":
        from benchmarks.search import product  # noqa: PLC0415 - needs the settings

        return product.index({key: product.Text(*text) for key, text in self._science.abstracts.items()})

    @cached_property
    def _uploaded(self) -> "Library":
        return contracts.upload(self._contracts, self._server, self._client)

    def scifact(self) -> dict[str, Any]:
        """Measure the ranking of abstracts."""
        return scifact.measure(self._science, self._abstracts)

    def contracts(self) -> dict[str, Any]:
        """Measure the ranking of passages of contracts."""
        return contracts.measure(self._contracts, self._uploaded)

    def refused(self) -> dict[str, Any]:
        """Measure queries that nothing answers."""
        from benchmarks.search import refused  # noqa: PLC0415 - needs the settings

        claims = list(self._science.claims().values())
        of_contracts = refused.measure(self._uploaded, claims)
        of_abstracts = refused.measure(self._abstracts, self._contracts.categories)
        shares = [*of_contracts.values(), *of_abstracts.values()]
        return {
            "nonsense_refused": round(sum(shares) / len(shares), 4),
            **{f"refused_contracts_{kind}": share for kind, share in of_contracts.items()},
            **{f"refused_abstracts_{kind}": share for kind, share in of_abstracts.items()},
        }

    def words_only(self) -> dict[str, Any]:
        """Measure the same while the server of the embedder is down."""
        from benchmarks.search import refused  # noqa: PLC0415 - needs the settings

        uploaded, abstracts = self._uploaded, self._abstracts
        settings.EMBEDDING_MODEL, settings.EMBEDDING_BASE_URL = _AWAY, f"http://127.0.0.1:{free_port(_PORT)}/v1"
        uploaded, abstracts = replace(uploaded, embedder=_AWAY), replace(abstracts, embedder=_AWAY)
        found = scifact.measure(self._science, abstracts) | contracts.measure(self._contracts, uploaded)
        kinds = (
            refused.measure(uploaded, list(self._science.claims().values())),
            refused.measure(abstracts, self._contracts.categories),
        )
        shares = [share for each in kinds for share in each.values()]
        return {
            **{f"words_only_{name}": found[name] for name in _WORDS_ONLY},
            "words_only_refused": round(sum(shares) / len(shares), 4),
        }

    def latency(self, size: int) -> dict[str, Any]:
        """Measure a search in a large corpus."""
        from benchmarks.search import latency  # noqa: PLC0415 - needs the settings

        return latency.measure(self._abstracts, list(self._science.claims().values()), size=size)

    def find(self) -> dict[str, Any]:
        """Measure finding a text in a long document."""
        return find.measure(self._client)

    def embedding(self) -> dict[str, Any]:
        """Measure the speed of embedding."""
        from benchmarks.search import embedding_speed  # noqa: PLC0415 - needs the settings

        return embedding_speed.measure([text for _, text in list(self._science.abstracts.values())[:_EMBEDDED]])


if __name__ == "__main__":
    main()
