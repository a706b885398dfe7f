"""The whole way through a running installation, with what it made taken away at the end (`make smoke`).

`CARTULARY`, `CARTULARY_USER` and `CARTULARY_PASSWORD` say where and who; without them, what `make run` has written.
"""

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from cartulary_client import CartularyError, Client, Conflict, EditConflict, NotFound, NotSignedIn
from cartulary_client.connection import Connection
from cartulary_client.exporting import lines_of

DEMO = Path(os.environ.get("STACK_DIR", ".stack")) / "demo.json"


class Smoke(Exception):
    """A promise that is not kept."""


@contextmanager
def step(name: str) -> Iterator[None]:
    """Say what is done, and how long it took."""
    began = time.monotonic()
    try:
        yield
    except Exception as error:
        sys.stdout.write(f"FAILED  {name}: {error or type(error).__name__}\n")
        raise
    sys.stdout.write(f"ok      {name} ({time.monotonic() - began:.2f} s)\n")


def require(holds: object, what: str) -> None:
    """Raise `Smoke` unless it holds."""
    if not holds:
        raise Smoke(what)


def refused(kind: type[CartularyError], action: Callable[[], object]) -> None:
    """Raise `Smoke` unless the action is refused this way."""
    try:
        action()
    except kind:
        return
    raise Smoke(f"{kind.__name__} was expected")


def send_twice(connection: Connection, file: Path) -> str:
    """Upload under one key, lose the answer, upload again: one document. With another file the key is refused."""
    key = f"smoke-{uuid4()}"

    def send(content: bytes) -> tuple[int, str]:
        files = {"file": (file.name, content)}
        answer = connection.request("POST", "/documents/upload", files=files, headers={"Idempotency-Key": key})
        return answer.status_code, answer.json()["id"]

    first, again = send(file.read_bytes()), send(file.read_bytes())
    require(first[0] == 201, f"the first answer was {first[0]}")
    require(again == (200, first[1]), f"the repetition was answered {again}")
    refused(Conflict, lambda: send(b"Something else altogether."))
    return first[1]


def go(client: Client, folder: Path) -> None:
    """Go the whole way."""
    mark = uuid4().hex
    file = folder / f"smoke-{mark}.txt"
    file.write_text(f"Agreement {mark}\n\nThe tenant pays 1,234 euros on the first of every month.\n")
    with step("upload, and repeat it under the same key"):
        document = send_twice(client.connection, file)
    try:
        with step("wait until it is processed"):
            (ended,) = client.wait([document], seconds=120)
            require(ended.state == "ready", f"it is {ended.state}: {ended.failure}")
            require(mark in client.text(document), "its text is another")
        with step("send a folder in which it is: nothing is sent twice"):
            (outcome,) = client.upload_all(folder)
            require((outcome.fate, outcome.document) == ("existing", document), f"it was {outcome}")
        with step("download it"):
            client.download(document, folder / "back.txt")
            require((folder / "back.txt").read_bytes() == file.read_bytes(), "its bytes are others")
        corpus_way(client, document, mark)
    finally:
        with step("delete it"):
            client.delete_document(document)
            refused(NotFound, lambda: client.document(document))


def corpus_way(client: Client, document: str, mark: str) -> None:
    """What is done in a corpus."""
    corpus = client.create_corpus(f"Smoke {mark}")
    try:
        with step("put it into a corpus and search there"):
            require(client.add_documents(corpus.id, [document]) == 1, "it was not put there")
            client.wait_for_actions(corpus.id, seconds=120)
            found = client.search(corpus.id, "How much is the rent?")
            require(any("1,234 euros" in hit.quote for hit in found), f"it found {found}")
        with step("annotate, and be told when somebody was faster"):
            made = client.annotate(corpus.id, document, "Title", start=0, end=9)
            client.edit_annotation(made.id, note="Checked.", version=made.version)
            refused(EditConflict, lambda: client.edit_annotation(made.id, note="Mine.", version=made.version))
        with step("export"):
            (line,) = lines_of(client, corpus.id)
            (annotation,) = (each for each in line["annotations"] if each["source"] == "human")
            require((annotation["label"], annotation["note"]) == ("Title", "Checked."), f"it holds {annotation}")
    finally:
        client.delete_corpus(corpus.id)


def main() -> int:
    """Give the exit code."""
    if "CARTULARY" not in os.environ and not DEMO.exists():
        sys.stdout.write("Nothing is running here: make run\n")
        return 1
    said = json.loads(DEMO.read_text()) if "CARTULARY" not in os.environ else {}
    server = os.environ.get("CARTULARY") or said["url"]
    username = os.environ.get("CARTULARY_USER") or said["username"]
    password = os.environ.get("CARTULARY_PASSWORD") or said["password"]
    try:
        with step(f"log in at {server}"):
            client = Client.log_in(server, username, password)
        with client, tempfile.TemporaryDirectory(prefix="smoke-") as folder:
            go(client, Path(folder))
            with step("make an API token, use it, revoke it"):
                token_way(client, server)
            with step("log out"):
                client.log_out()
                refused(NotSignedIn, client.me)
    except (Smoke, CartularyError):
        return 1
    sys.stdout.write("All of it works.\n")
    return 0


def token_way(client: Client, server: str) -> None:
    """A program's token opens what it is for, until it is revoked."""
    token = client.create_token("Smoke", ["read"])
    with Client.with_token(server, token.token or "") as program:
        require(program.me().id == client.me().id, "it is somebody else's")
        refused(CartularyError, lambda: program.create_corpus("Not with this token"))
        client.revoke_token(token.id)
        refused(NotSignedIn, program.me)


if __name__ == "__main__":
    sys.exit(main())
