"""Labels of a corpus, and the labels of whole documents."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict, Unpack

from cartulary_client.errors import CartularyError, NotFound
from cartulary_client.records import Record, is_id
from cartulary_client.resources.base import Ids, Resource


@dataclass(frozen=True, slots=True)
class Label(Record):
    """A label. `path` has the names of the labels above it; `archived` since when no new annotations get it."""

    id: str
    corpus: str
    name: str
    color: str
    description: str
    parent: str | None
    path: str
    position: int
    archived: datetime | None
    annotation_count: int
    document_count: int
    version: str


@dataclass(frozen=True, slots=True)
class LabelSuggestions(Record):
    """The state of the suggestions that a label gets from its examples."""

    label: str
    example_count: int
    needed_count: int
    pending_count: int
    suggested_count: int
    job: str | None
    state: str | None
    progress: int
    problem: str


@dataclass(frozen=True, slots=True)
class DocumentLabel(Record):
    """A label of a whole document."""

    id: str
    corpus: str
    document: str
    label: str
    label_name: str
    creator: str | None
    source: str
    review: str | None
    created: datetime


class LabelFields(TypedDict, total=False):
    """The optional fields of a new label; `parent` is the label above it."""

    color: str
    description: str
    parent: str | None


class LabelChanges(LabelFields, total=False):
    """Changes of a label; `position` is its place among the labels with the same parent, from 0."""

    name: str
    position: int
    archived: bool


class Labels(Resource):
    """The operations on labels: `Client.labels`."""

    def list(self, corpus: str, *, archived: bool | None = None) -> Iterator[Label]:
        """List the labels of a corpus in the order of their tree; `archived` selects only those, or the others."""
        return self._list(Label, f"/corpuses/{corpus}/labels", archived=archived)

    def get(self, label: str) -> Label:
        return Label.from_json(self._connection.get(f"/labels/{label}"))

    def find(self, corpus: str, id_or_path: str) -> Label:
        """Find a label of a corpus by its id, its path or its name; raise `CartularyError` if there are several."""
        if is_id(id_or_path):
            return self.get(id_or_path)
        labels = list(self.list(corpus))
        matches = [each for each in labels if each.path == id_or_path]
        matches = matches or [each for each in labels if each.name == id_or_path]
        if len(matches) > 1:
            raise CartularyError(f"{len(matches)} labels have the name “{id_or_path}”. Use the id or the path instead.")
        if not matches:
            raise NotFound(404, "not_found", f"The corpus has no label “{id_or_path}”.")
        return matches[0]

    def create(self, corpus: str, name: str, **fields: Unpack[LabelFields]) -> Label:
        """Create a label; one of this name is returned unchanged."""
        return Label.from_json(self._connection.post(f"/corpuses/{corpus}/labels", {"name": name, **fields}))

    def change(self, label: str, *, version: str = "", **changes: Unpack[LabelChanges]) -> Label:
        """Change or move a label; with `version` only if it still has that version, else `EditConflict`."""
        return Label.from_json(self._connection.patch(f"/labels/{label}", changes, version=version))

    def archive(self, label: str) -> Label:
        """Archive a label with those below it: no new annotations get them."""
        return self.change(label, archived=True)

    def unarchive(self, label: str) -> Label:
        return self.change(label, archived=False)

    def merge(self, label: str, into: str) -> Label:
        """Move the annotations and documents of a label to another one, which is returned, and delete it."""
        return Label.from_json(self._post_once(f"/labels/{label}/merge", {"into": into}))

    def delete(self, label: str, *, with_annotations: bool = False) -> None:
        """Move a label to the bin. One that is in use only goes `with_annotations`, else `Conflict`."""
        self._connection.delete(f"/labels/{label}", with_annotations=with_annotations)

    def suggest(self, label: str) -> LabelSuggestions:
        """Start to suggest passages like the examples of a label; while this runs, another call has no effect."""
        return LabelSuggestions.from_json(self._connection.post(f"/labels/{label}/suggestions"))

    def suggestions(self, label: str) -> LabelSuggestions:
        return LabelSuggestions.from_json(self._connection.get(f"/labels/{label}/suggestions"))


class DocumentLabels(Resource):
    """The operations on labels of whole documents: `Client.document_labels`."""

    def list(self, corpus: str, *, document: str = "", label: str = "") -> Iterator[DocumentLabel]:
        """List the labels of the documents of a corpus, newest first."""
        return self._list(DocumentLabel, f"/corpuses/{corpus}/document-labels", document=document, label=label)

    def add(self, label: str, documents: Sequence[str]) -> Ids:
        """Add a label to documents of its corpus; return the ids of those that did not have it."""
        return self._change(label, documents, remove=False)

    def remove(self, label: str, documents: Sequence[str]) -> Ids:
        """Remove a label from documents; return the ids of those that had it."""
        return self._change(label, documents, remove=True)

    def _change(self, label: str, documents: Sequence[str], *, remove: bool) -> Ids:
        body = {"documents": list(documents), "remove": remove}
        return list(self._connection.post(f"/labels/{label}/documents", body)["ids"])
