"""`make bench-agents`: conversations with a scripted language model, on one web process with engines of its own.

The model, which sends its words at a fixed pace, and the clients share the cores of this machine. Changes its figures
in `results/agents.json`, which has those of `make bench-ask`, too, and writes `docs/benchmarks.md`.
"""

import argparse
import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

from benchmarks import report
from benchmarks.agents import citations, first_words, model
from benchmarks.setup import CONTRACTS, Server, start_server, upload_contracts
from config.stack.run_config import free_port

if TYPE_CHECKING:
    from users.models import User

RESULTS: Final = Path(__file__).resolve().parents[1] / "results" / "agents.json"


def main() -> None:
    """Measure, and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100, help="of one conversation at a time (%(default)s)")
    parser.add_argument("--at-once", type=int, default=100, help="conversations at the same time (%(default)s)")
    parser.add_argument("--rounds-at-once", type=int, default=5, help="of these (%(default)s)")
    parser.add_argument("--contracts", type=int, default=20, help="that are quoted (%(default)s)")
    parser.add_argument("--data", type=Path, default=CONTRACTS, help="folder with PDF files (%(default)s)")
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    figures = measure(arguments)
    report.update(arguments.out, figures)
    if arguments.out == RESULTS:
        report.write()
    print(json.dumps(figures, indent=1))


def measure(arguments: argparse.Namespace) -> dict[str, float]:
    """Return all figures."""
    port = free_port(0)
    with start_server(environment=model.environment(port) | {"EVENT_STREAMS_PER_USER": "0"}) as server:
        model.start(server.processes, port)
        figures = asyncio.run(
            first_words.measure(
                server,
                model.environment(port)["LLM_BASE_URL"],
                _tokens(arguments.at_once),
                rounds=arguments.rounds,
                rounds_at_once=arguments.rounds_at_once,
            )
        )
        return figures | _citations(server, arguments.data, arguments.contracts)


def _tokens(number: int) -> list[str]:
    """Create users; return an access token of each."""
    from users.models import User  # noqa: PLC0415 - needs the settings

    return [_token(User.objects.create_user(f"user{each}")) for each in range(number)]


def _token(user: "User") -> str:
    from users.accounts.token_pairs import access_token_for  # noqa: PLC0415 - needs the settings

    return access_token_for(user)


def _citations(server: Server, folder: Path, number: int) -> dict[str, float]:
    from users.models import User  # noqa: PLC0415 - needs the settings

    client = server.log_in()
    corpus = upload_contracts(server, client, number, folder=folder)
    token = _token(User.objects.get(username=client.me().username))
    return citations.measure(server.url, token, client, corpus)


if __name__ == "__main__":
    main()
