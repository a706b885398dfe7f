"""End-to-end check of a running installation; deletes what it creates (`make smoke`).

`CARTULARY`, `CARTULARY_USER` and `CARTULARY_PASSWORD` name the server and the user; the default is what `make run`
has started.
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

from cartulary_client import CartularyError, Client, Conflict, EditConflict, NotAuthenticated, NotFound
from cartulary_client.connection import Connection
from cartulary_client.export import export_documents

DEMO = Path(os.environ.get("STACK_DIR", ".stack")) / "demo.json"


class CheckFailed(Exception):
    """An unexpected result."""


@contextmanager
def step(name: str) -> Iterator[None]:
    """Print the name of a step, its outcome and its duration."""
    began = time.monotonic()
    try:
        yield
    except Exception as error:
        sys.stdout.write(f"FAILED  {name}: {error or type(error).__name__}\n")
        raise
    sys.stdout.write(f"ok      {name} ({time.monotonic() - began:.2f} s)\n")


def require(condition: object, message: str) -> None:
    """Raise `CheckFailed` unless the condition holds."""
    if not condition:
        raise CheckFailed(message)


def require_error(kind: type[CartularyError], action: Callable[[], object]) -> None:
    """Raise `CheckFailed` unless the action raises this error."""
    try:
        action()
    except kind:
        return
    raise CheckFailed(f"{kind.__name__} was expected")


def check_everything(client: Client, folder: Path) -> None:
    """Upload, read and delete a document."""
    marker = uuid4().hex
    file = folder / f"smoke-{marker}.txt"
    file.write_text(f"Agreement {marker}\n\nThe tenant pays 1,234 euros on the first of every month.\n")
    with step("upload a file twice with the same idempotency key"):
        document = upload_twice(client.connection, file)
    try:
        with step("wait until the document is processed"):
            (processed,) = client.wait([document], timeout=120)
            require(processed.state == "ready", f"the state is {processed.state}: {processed.failure}")
            require(marker in client.text(document), "the text differs")
        with step("upload its folder: the existing document is not sent again"):
            (result,) = client.upload_all(folder)
            require((result.status, result.document) == ("existing", document), f"the result is {result}")
        with step("download the file"):
            client.download(document, folder / "downloaded.txt")
            require((folder / "downloaded.txt").read_bytes() == file.read_bytes(), "the content differs")
        check_corpus(client, document, marker)
    finally:
        with step("delete the document"):
            client.delete_document(document)
            require_error(NotFound, lambda: client.document(document))


def upload_twice(connection: Connection, file: Path) -> str:
    """Upload a file, repeat the request, then use its key for another file; return the only document."""
    key = f"smoke-{uuid4()}"

    def upload(content: bytes) -> tuple[int, str]:
        files = {"file": (file.name, content)}
        response = connection.request("POST", "/documents/upload", files=files, headers={"Idempotency-Key": key})
        return response.status_code, response.json()["id"]

    first, second = upload(file.read_bytes()), upload(file.read_bytes())
    require(first[0] == 201, f"the first response has the status {first[0]}")
    require(second == (200, first[1]), f"the second response is {second}")
    require_error(Conflict, lambda: upload(b"Another content."))
    return first[1]


def check_corpus(client: Client, document: str, marker: str) -> None:
    """Search, annotate and export a document in a new corpus."""
    corpus = client.create_corpus(f"Smoke {marker}")
    try:
        with step("add it to a corpus and search there"):
            require(client.add_documents(corpus.id, [document]) == 1, "the document was not added")
            client.wait_for_actions(corpus.id, timeout=120)
            results = client.search(corpus.id, "How much is the rent?")
            require(any("1,234 euros" in result.quote for result in results), f"the results are {results}")
        with step("annotate it and detect a conflicting edit"):
            annotation = client.annotate(corpus.id, document, "Title", start=0, end=9)
            edit = client.edit_annotation
            edit(annotation.id, note="Checked.", version=annotation.version)
            require_error(EditConflict, lambda: edit(annotation.id, note="Mine.", version=annotation.version))
        with step("export the corpus"):
            (exported,) = export_documents(client, corpus.id)
            (human,) = (each for each in exported["annotations"] if each["source"] == "human")
            require((human["label"], human["note"]) == ("Title", "Checked."), f"the annotation is {human}")
    finally:
        client.delete_corpus(corpus.id)


def check_api_token(client: Client, server: str) -> None:
    """Use an API token within its scopes, then revoke it."""
    token = client.create_token("Smoke", ["read"])
    with Client.with_token(server, token.token or "") as reader:
        require(reader.me().id == client.me().id, "the token belongs to another user")
        require_error(CartularyError, lambda: reader.create_corpus("Not with this token"))
        client.revoke_token(token.id)
        require_error(NotAuthenticated, reader.me)
    corpus = client.create_corpus("Smoke: a token's corpus")
    try:
        token = client.create_token("Smoke", ["read"], corpora=[corpus.id], lifetime_days=1)
        with Client.with_token(server, token.token or "") as reader:
            require([each.id for each in reader.corpora()] == [corpus.id], "the token reaches other corpora")
        client.revoke_token(token.id)
    finally:
        client.delete_corpus(corpus.id)


def main() -> int:
    """Run all checks and return the exit code."""
    if "CARTULARY" not in os.environ and not DEMO.exists():
        sys.stdout.write("Nothing is running. Start it with: make run\n")
        return 1
    demo = json.loads(DEMO.read_text()) if "CARTULARY" not in os.environ else {}
    server = os.environ.get("CARTULARY") or demo["url"]
    username = os.environ.get("CARTULARY_USER") or demo["username"]
    password = os.environ.get("CARTULARY_PASSWORD") or demo["password"]
    try:
        with step(f"log in to {server}"):
            client = Client.log_in(server, username, password)
        with client, tempfile.TemporaryDirectory(prefix="smoke-") as folder:
            check_everything(client, Path(folder))
            with step("create, use and revoke an API token"):
                check_api_token(client, server)
            with step("log out"):
                client.log_out()
                require_error(NotAuthenticated, client.me)
    except (CheckFailed, CartularyError):
        return 1
    sys.stdout.write("All checks passed.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
