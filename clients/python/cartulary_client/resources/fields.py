"""Typed fields of the documents of a corpus, and their values."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypedDict, Unpack

from cartulary_client.records import Record
from cartulary_client.resources.base import Ids, Resource


@dataclass(frozen=True, slots=True)
class Field(Record):
    """A field that each document of a corpus can have a value for; `choices` of the types `enum` and `list`."""

    id: str
    corpus: str
    name: str
    description: str
    type: str
    choices: list[str]
    position: int
    value_count: int
    version: str


@dataclass(frozen=True, slots=True)
class FieldValue(Record):
    """The value of a document for a field. `text` is the value as users see it; only a list has several `values`."""

    id: str
    corpus: str
    document: str
    field: str
    field_name: str
    values: list[str]
    text: str
    modified: datetime
    modified_by: str | None
    version: str


class FieldChanges(TypedDict, total=False):
    """Changes of a field; its type and its choices change only if all values fit."""

    name: str
    description: str
    type: str
    choices: Sequence[str]
    position: int


class Fields(Resource):
    """The operations on fields and values: `Client.fields`."""

    def list(self, corpus: str) -> Iterator[Field]:
        return self._list(Field, f"/corpuses/{corpus}/fields")

    def get(self, field: str) -> Field:
        return Field.from_json(self._connection.get(f"/fields/{field}"))

    def create(
        self,
        corpus: str,
        name: str,
        type: str,  # noqa: A002  # the API's word
        *,
        choices: Sequence[str] = (),
        description: str = "",
    ) -> Field:
        """Create the last field of a corpus; raise `Conflict` if it has one of this name."""
        body = {"name": name, "type": type, "choices": list(choices), "description": description}
        return Field.from_json(self._connection.post(f"/corpuses/{corpus}/fields", body))

    def change(
        self,
        field: str,
        *,
        version: str = "",
        renamed: Mapping[str, str] | None = None,
        **changes: Unpack[FieldChanges],
    ) -> Field:
        """Change or move a field; `renamed` has the new names of choices, which values get, too.

        With `version` only if it still has that version, else `EditConflict`.
        """
        body: dict[str, Any] = {**changes}
        if renamed:
            body["renamed_choices"] = [{"choice": choice, "name": name} for choice, name in renamed.items()]
        return Field.from_json(self._connection.patch(f"/fields/{field}", body, version=version))

    def delete(self, field: str) -> None:
        """Move a field to the bin with the values of all documents."""
        self._connection.delete(f"/fields/{field}")

    def values(self, corpus: str, *, document: str = "", field: str = "") -> Iterator[FieldValue]:
        """List the values of the documents of a corpus."""
        return self._list(FieldValue, f"/corpuses/{corpus}/field-values", document=document, field=field)

    def set(self, field: str, documents: Sequence[str], *values: str, versions: Sequence[str] | None = None) -> Ids:
        """Set the value of documents, or clear it; return the ids of those that changed.

        `versions` are those of their values in the same order (empty: none); if one differs, `EditConflict` is raised.
        """
        body: dict[str, Any] = {"documents": list(documents), "values": list(values)}
        if versions is not None:
            body["versions"] = list(versions)
        return list(self._connection.post(f"/fields/{field}/values", body)["ids"])
