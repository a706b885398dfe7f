"""`Client`: the operations of Cartulary as methods."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Self, TypeVar, Unpack
from urllib.parse import urlencode

from cartulary_client.bulk_upload import DEFAULT_CONCURRENCY, FileProgress, UploadResult, find_files, upload_files
from cartulary_client.connection import Connection, log_in
from cartulary_client.credentials import Credentials, CredentialStore
from cartulary_client.errors import CartularyError, NotFound
from cartulary_client.filters import (
    AnnotationFilters,
    CorpusChanges,
    CorpusFilters,
    DocumentFilters,
    ExecutionFilters,
    ExportFilters,
    FindOptions,
    JobFilters,
    NewPlace,
    SearchFilters,
    SuggestionFilters,
)
from cartulary_client.records import (
    Action,
    Annotation,
    Answer,
    ApiToken,
    Corpus,
    Document,
    DocumentMatches,
    Execution,
    Job,
    Record,
    SearchResult,
    SearchResults,
    ServiceAccount,
    Usage,
    User,
    is_id,
)
from cartulary_client.resources import Resources
from cartulary_client.resources.base import given
from cartulary_client.upload import Destination, Progress, UploadRequest, no_progress, upload_document
from cartulary_client.wait import poll_while, wait_until_processed

_PAGE_SIZE: Final = 200
_TIMEOUT: Final = 600.0

R = TypeVar("R", bound=Record)


class Client(Resources):
    """One user at one server. A context manager; otherwise call `close`. Thread-safe."""

    def __init__(
        self, credentials: Credentials, *, store: CredentialStore | None = None, connections: int = 10
    ) -> None:
        super().__init__(Connection(credentials, store=store, connections=connections))

    @classmethod
    def log_in(cls, server: str, username: str, password: str, *, code: str = "") -> Self:
        """Log in with a password, and a code of the second factor; the client refreshes its tokens while it is used."""
        return cls(log_in(server, username, password, code=code))

    @classmethod
    def with_token(cls, server: str, token: str) -> Self:
        """Use an API token (`cty_…`)."""
        return cls(Credentials(server=server.rstrip("/"), token=token))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.connection.close()

    # Account

    def me(self) -> User:
        return User.from_json(self.connection.get("/auth/me"))

    def log_out(self) -> None:
        """Revoke this login; an API token stays valid."""
        credentials = self.connection.credentials
        if credentials.refresh:
            self.connection.request("POST", "/auth/logout", json={"refresh": credentials.refresh})

    def usage(self) -> Usage:
        return Usage.from_json(self.connection.get("/usage"))

    def tokens(self) -> Iterator[ApiToken]:
        return self._list(ApiToken, "/tokens")

    def create_token(
        self,
        name: str,
        scopes: Sequence[str],
        *,
        expires: str | None = None,
        lifetime_days: int | None = None,
        corpora: Sequence[str] = (),
        teams: Sequence[str] = (),
    ) -> ApiToken:
        """Create an API token; only this response contains its `token`.

        With `corpora` or `teams` (ids) it reaches only what is in them.
        """
        body = _token_body(name, scopes, expires=expires, lifetime_days=lifetime_days, corpora=corpora, teams=teams)
        # Without an idempotency key: the response to a repeated request would have no `token`.
        return ApiToken.from_json(self.connection.request("POST", "/tokens", json=body).json())

    def revoke_token(self, token: str) -> None:
        self.connection.delete(f"/tokens/{token}")

    # Service accounts of a team, for its admins

    def service_accounts(self, team: str) -> Iterator[ServiceAccount]:
        return self._list(ServiceAccount, f"/teams/{team}/service-accounts")

    def create_service_account(self, team: str, name: str) -> ServiceAccount:
        response = self.connection.request("POST", f"/teams/{team}/service-accounts", json={"name": name})
        return ServiceAccount.from_json(response.json())

    def delete_service_account(self, account: str) -> None:
        """Delete an account and its tokens; what it owns becomes yours, and is shared with the team."""
        self.connection.delete(f"/service-accounts/{account}")

    def service_account_tokens(self, account: str) -> Iterator[ApiToken]:
        return self._list(ApiToken, f"/service-accounts/{account}/tokens")

    def create_service_account_token(
        self,
        account: str,
        name: str,
        scopes: Sequence[str],
        *,
        expires: str | None = None,
        lifetime_days: int | None = None,
        corpora: Sequence[str] = (),
        teams: Sequence[str] = (),
    ) -> ApiToken:
        """Create an API token of an account; only this response contains its `token`."""
        body = _token_body(name, scopes, expires=expires, lifetime_days=lifetime_days, corpora=corpora, teams=teams)
        response = self.connection.request("POST", f"/service-accounts/{account}/tokens", json=body)
        return ApiToken.from_json(response.json())

    def revoke_service_account_token(self, account: str, token: str) -> None:
        self.connection.delete(f"/service-accounts/{account}/tokens/{token}")

    # Files

    def upload(
        self,
        file: Path,
        *,
        corpus: str = "",
        folder: str = "",
        destination: Destination | None = None,
        title: str = "",
        progress: Progress = no_progress,
    ) -> Document:
        """Upload a file to a corpus (your personal one by default) and a folder, given by its id or its path.

        Missing folders of the path are created. `destination` replaces `corpus` and `folder`. Raises `Conflict` with
        `document_id` if you have this file already.
        """
        request = UploadRequest.for_file(file, destination or Destination.in_corpus(corpus, folder), title=title)
        return self.document(upload_document(self.connection, request, progress=progress))

    def upload_all(
        self,
        *paths: Path,
        destination: Destination | None = None,
        concurrency: int = DEFAULT_CONCURRENCY,
        progress: FileProgress = no_progress,
    ) -> Iterator[UploadResult]:
        """Upload files and whole folders; yield one result for each file."""
        return upload_files(
            self.connection,
            find_files(*paths),
            destination=destination or Destination(),
            concurrency=concurrency,
            progress=progress,
        )

    def wait(
        self, documents: Sequence[str], *, timeout: float = _TIMEOUT, streaming: bool = True
    ) -> Iterator[Document]:
        """Yield each document when its processing has ended; raise `WaitTimeout`."""
        ended = wait_until_processed(self.connection, documents, timeout=timeout, streaming=streaming)
        return (Document.from_json(body) for body in ended)

    def download(self, document: str, target: Path, *, content: str = "file") -> int:
        """Write a document's original `file`, its `pdf` or its `text` to a path, atomically; return the size."""
        return self.connection.save(f"/documents/{document}/{content}", target)

    def download_annotated_pdf(self, document: str, corpus: str, target: Path) -> int:
        """Write a document's PDF with its annotations in a corpus to a path, atomically; return the size."""
        return self.connection.save(f"/documents/{document}/annotated-pdf?{urlencode({'corpus': corpus})}", target)

    # Documents

    def documents(self, **filters: Unpack[DocumentFilters]) -> Iterator[Document]:
        """List your own and shared documents or those of a corpus; newest first, unless `order_by` says otherwise."""
        return self._list(Document, "/documents", **filters)

    def document(self, document: str) -> Document:
        return Document.from_json(self.connection.get(f"/documents/{document}"))

    def attachments(self, document: str) -> Iterator[Document]:
        """List the attachments of a document, also nested ones, by their path in it."""
        return self._list(Document, f"/documents/{document}/attachments")

    def rename(self, document: str, title: str, *, version: str = "") -> Document:
        """Change the title; with `version` only if the document still has that version, else `EditConflict`."""
        return Document.from_json(self.connection.patch(f"/documents/{document}", {"title": title}, version=version))

    def delete_document(self, document: str) -> None:
        self.connection.delete(f"/documents/{document}")

    def text(self, document: str) -> str:
        return self.connection.request("GET", f"/documents/{document}/text").text

    # Corpora

    def corpora(self, **filters: Unpack[CorpusFilters]) -> Iterator[Corpus]:
        return self._list(Corpus, "/corpuses", **filters)

    def corpus(self, corpus: str) -> Corpus:
        return Corpus.from_json(self.connection.get(f"/corpuses/{corpus}"))

    def find_corpus(self, id_or_title: str, *, create: bool = False) -> Corpus:
        """Find a corpus by its id or its exact title; `create` creates a missing one with this title."""
        if is_id(id_or_title):
            return self.corpus(id_or_title)
        matches = [corpus for corpus in self.corpora(search=id_or_title) if corpus.title == id_or_title]
        if len(matches) > 1:
            raise CartularyError(f"{len(matches)} corpora have the title “{id_or_title}”. Use the id instead.")
        if matches:
            return matches[0]
        if create:
            return self.create_corpus(id_or_title)
        raise NotFound(404, "not_found", f"No corpus has the title “{id_or_title}”.")

    def create_corpus(self, title: str, *, description: str = "") -> Corpus:
        return Corpus.from_json(self.connection.post("/corpuses", {"title": title, "description": description}))

    def change_corpus(self, corpus: str, *, version: str = "", **changes: Unpack[CorpusChanges]) -> Corpus:
        """Change a corpus; with `version` only if it still has that version, else `EditConflict`."""
        return Corpus.from_json(self.connection.patch(f"/corpuses/{corpus}", changes, version=version))

    def wait_for_actions(self, corpus: str, *, timeout: float = _TIMEOUT) -> None:
        """Return when the corpus has run its actions on all documents, such as indexing them for the search.

        Raises `WaitTimeout`.
        """
        poll_while(
            lambda: self.connection.get(f"/corpuses/{corpus}/executions", state="queued", page_size=1)["results"],
            timeout=timeout,
            message="The corpus is still running actions on its documents.",
        )

    def delete_corpus(self, corpus: str) -> None:
        self.connection.delete(f"/corpuses/{corpus}")

    def add_documents(self, corpus: str, documents: Sequence[str]) -> int:
        """Add documents to a corpus; return the number of those that were not in it."""
        return int(self.connection.post(f"/corpuses/{corpus}/documents", {"documents": list(documents)})["added"])

    def search(self, corpus: str, query: str, *, limit: int = 10) -> list[SearchResult]:
        """Search a corpus; the best passages come first."""
        response = self.connection.get(f"/corpuses/{corpus}/search", query=query, limit=limit)
        return [SearchResult.from_json(body) for body in response["results"]]

    # Actions

    def actions(self, corpus: str) -> Iterator[Action]:
        return self._list(Action, f"/corpuses/{corpus}/actions")

    def create_action(self, corpus: str, kind: str, **settings: Any) -> Action:
        """Create an action: `analyze` with an `analyzer`, `agent` with `instructions`, `extract` with a `fieldset`."""
        return Action.from_json(self.connection.post(f"/corpuses/{corpus}/actions", {"kind": kind, **settings}))

    def run_action(self, action: str, documents: Sequence[str] | None = None) -> int:
        """Run an action on these documents, or on all on which it has not succeeded; return on how many."""
        body = {} if documents is None else {"documents": list(documents)}
        return int(self.connection.post(f"/actions/{action}/run", body)["started"])

    def retry_action(self, action: str, executions: Sequence[str] | None = None) -> int:
        """Run an action again where it failed, was cancelled or skipped; return how often."""
        body = {} if executions is None else {"executions": list(executions)}
        return int(self.connection.post(f"/actions/{action}/retry", body)["started"])

    def executions(self, corpus: str, **filters: Unpack[ExecutionFilters]) -> Iterator[Execution]:
        """List the runs of a corpus's actions, newest first unless `order_by` says otherwise."""
        return self._list(Execution, f"/corpuses/{corpus}/executions", **filters)

    def search_everything(self, query: str = "", **filters: Unpack[SearchFilters]) -> SearchResults:
        """Search everything that you may see: documents, corpora, labels and annotations."""
        return SearchResults.from_json(self.connection.get("/search", query=query, **filters))

    def ask(self, question: str, *, corpus: str = "", document: str = "") -> list[Answer]:
        """Ask a question about a document, a corpus, or all that you may see; return the answers, best first."""
        target = {name: key for name, key in (("corpus", corpus), ("document", document)) if key}
        response = self.connection.get("/answers", question=question, **target)
        return [Answer.from_json(body) for body in response["answers"]]

    def find(self, document: str, query: str, **options: Unpack[FindOptions]) -> DocumentMatches:
        """Find a text, or a regular expression, in a document."""
        return DocumentMatches.from_json(self.connection.get(f"/documents/{document}/matches", query=query, **options))

    # Annotations

    def annotations(self, **filters: Unpack[AnnotationFilters]) -> Iterator[Annotation]:
        return self._list(Annotation, "/annotations", **filters)

    def annotate(self, corpus: str, document: str, label_name: str, **place: Unpack[NewPlace]) -> Annotation:
        """Label a passage, given by offsets in the document's text (`start`, `end`), or a `box` on a page."""
        body = {"corpus": corpus, "document": document, "label_name": label_name, **place}
        return Annotation.from_json(self.connection.post("/annotations", body))

    def export_annotations(
        self,
        corpus: str,
        target: Path,
        *,
        format: str = "csv",  # noqa: A002  # the API's word
        comments: bool = True,
        progress: Progress | None = None,
        **filters: Unpack[ExportFilters],
    ) -> int:
        """Write annotations to a file: `csv`, `xlsx`, `jsonl`, `parquet` or `jsonld` (W3C); return the size.

        With filters only some of them, of labels those with any of them; `annotation` has ids. Without `comments`,
        the comments that members see are left out. `progress` is called with the number of bytes that have arrived.
        """
        fields = {"format": format, "comments": str(comments).lower(), **given(**filters)}
        path = f"/corpuses/{corpus}/annotations/export?{urlencode(fields, doseq=True)}"
        return self.connection.save(path, target, progress=progress)

    def review_annotations(self, review: str, *annotations: str, **filters: Unpack[SuggestionFilters]) -> int:
        """Accept or reject (`accepted`, `rejected`) suggestions by id, or all that match the filters; return how many.

        `pending` makes accepted ones pending again.
        """
        body = {"review": review, **filters, **({"annotations": list(annotations)} if annotations else {})}
        return int(self.connection.post("/annotation-reviews", body)["reviewed"])

    def edit_annotation(self, annotation: str, *, note: str, version: str = "") -> Annotation:
        """Change the note; with `version` only if the annotation still has that version, else `EditConflict`."""
        body = self.connection.patch(f"/annotations/{annotation}", {"note": note}, version=version)
        return Annotation.from_json(body)

    def delete_annotation(self, annotation: str) -> None:
        self.connection.delete(f"/annotations/{annotation}")

    # Jobs

    def jobs(self, **filters: Unpack[JobFilters]) -> Iterator[Job]:
        return self._list(Job, "/jobs", **filters)

    def job(self, job: str) -> Job:
        return Job.from_json(self.connection.get(f"/jobs/{job}"))

    def _list(self, record: type[R], path: str, /, **params: Any) -> Iterator[R]:
        """Yield the records of all pages."""
        return (record.from_json(body) for body in self.connection.pages(path, page_size=_PAGE_SIZE, **params))


def _token_body(name: str, scopes: Sequence[str], **options: object) -> dict[str, object]:
    return {"name": name, "scopes": list(scopes), **{key: value for key, value in options.items() if value}}
