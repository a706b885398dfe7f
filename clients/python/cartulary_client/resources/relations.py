"""Labelled relations between annotations of a document."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from cartulary_client.records import Record
from cartulary_client.resources.base import Resource, given


@dataclass(frozen=True, slots=True)
class Relation(Record):
    """A relation from the annotation `source` to the annotation `target`."""

    id: str
    corpus: str
    document: str
    source: str
    target: str
    label: str
    label_name: str
    creator: str | None
    created: datetime
    version: str


class Relations(Resource):
    """The operations on relations: `Client.relations`."""

    def list(self, corpus: str, *, document: str = "", annotation: str = "", label: str = "") -> Iterator[Relation]:
        """List the relations in a corpus, newest first; `annotation` is one at which they begin or end."""
        filters = {"document": document, "annotation": annotation, "label": label}
        return self._list(Relation, f"/corpuses/{corpus}/relations", **filters)

    def get(self, relation: str) -> Relation:
        return Relation.from_json(self._connection.get(f"/relations/{relation}"))

    def create(self, corpus: str, source: str, target: str, *, label: str = "", label_name: str = "") -> Relation:
        """Relate an annotation to another one with a label, by id or name; one that exists is returned unchanged."""
        body = given(source=source, target=target, label=label, label_name=label_name)
        return Relation.from_json(self._connection.post(f"/corpuses/{corpus}/relations", body))

    def update(self, relation: str, *, label: str = "", label_name: str = "", version: str = "") -> Relation:
        """Change the label, by id or name; with `version` only if the relation still has that, else `EditConflict`."""
        body = given(label=label, label_name=label_name)
        return Relation.from_json(self._connection.patch(f"/relations/{relation}", body, version=version))

    def delete(self, relation: str) -> None:
        self._connection.delete(f"/relations/{relation}")
