"""Runs in a checkout of commit 35ee46f with its own Python: a server with contracts, and uploads by its own client.

Prints one line of JSON for the server, then one for each command that it reads from standard input. The names of
modules and functions are those of that commit.
"""

import importlib
import json
import os
import sys
from typing import Any


def main() -> None:
    """Serve commands until standard input is closed."""
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what the checkout prints is no reply
    stage = importlib.import_module("benchmarks.api.stage")
    with stage.stage() as server:
        print(json.dumps(_prepare(stage, server, int(sys.argv[1]))), file=replies, flush=True)
        for line in sys.stdin:
            print(json.dumps(_run(server, json.loads(line))), file=replies, flush=True)


def _prepare(stage: Any, server: Any, contracts: int) -> dict[str, object]:
    corpus, _ = stage.prepare(server, contracts)
    documents = sorted(server.client.documents(corpus=corpus), key=lambda document: document.size)
    document = documents[len(documents) // 2]  # the one that is measured in the other checkout, too
    return {
        "url": server.url,
        "token": server.client.create_token("Benchmark", ["read", "write"]).token,
        "username": "ada",
        "password": stage.PASSWORD,
        "corpus": corpus,
        "document": document.id,
        "size": document.size,
        "annotation": server.client.annotate(corpus, document.id, "Party", start=0, end=10).id,
    }


def _run(server: Any, command: dict[str, Any]) -> dict[str, float]:
    files = importlib.import_module("benchmarks.api.files")
    figures: dict[str, float]
    if command["command"] == "upload_large":
        figures = files.beside_the_disk(server, rounds=1)
        return figures
    worker = server.worker()
    figures = files.many(server, files=command["files"], at_once=4)
    worker.stop()
    return figures


if __name__ == "__main__":
    main()
