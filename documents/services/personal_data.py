"""All data about one user in a ZIP file: the rows that refer to the account, those below them, and the files.

Rows come from the foreign keys of all models, so that no new model is forgotten. Secrets and their hashes are left out.
"""

import json
import os
import re
import zipfile
from base64 import b64encode
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO, Any, Final
from uuid import UUID

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import CASCADE, ForeignKey, Model, Q, QuerySet

from audit.models import AuditEntry
from documents.errors import BlobMissing
from documents.models import Blob, Upload
from documents.storage import blobs
from documents.storage.upload_parts import read_parts
from users.models import Tenant, User

# Columns that make a row one of the user; all of it is exported.
OWNING: Final = frozenset(
    {
        "accepted_by",
        "actor",
        "added_by",
        "author",
        "comment_author",
        "created_by",
        "creator",
        "invited_by",
        "owner",
        "started_by",
        "uploaded_by",
        "user",
    }
)
# Columns by which the user did something to a row that others may have written, with the columns that say what.
TOUCHING: Final = {
    "deleted_by": ("deleted_at",),
    "modified_by": ("modified", "values", "text"),
    "resolved_by": ("resolved_at",),
    "reviewer": ("review", "reviewed", "value", "text"),
}
# Tables that are computed from the exported files and texts, to show and to search them.
DERIVED: Final = frozenset(
    {
        "corpuses.Passage",
        "corpuses.PassageVector",
        "corpuses.SimilarGroup",
        "corpuses.SimilarText",
        "corpuses.SimilarityRun",
        "corpuses.TextSketch",
        "documents.OcrPage",
        "documents.Page",
        "documents.StructureItem",
    }
)
# Columns that refer to files; the files of the others are computed from these.
FILES: Final = "blob"
DERIVED_FILES: Final = frozenset({"docling", "rendition", "thumbnail"})
_SECRET: Final = re.compile(
    r"password|hash|secret|digest|token|session_key|credential|api_key|encrypted|(^|_)key$|^(generation|session)$"
)
_BATCH: Final = 500
_WITH_PARTS: Final = (Upload.State.RECEIVING, Upload.State.HELD)
_NONE: Final = Q(pk__in=[])
_RANKS: Final = {"corpuses.Corpus": 1, "documents.Document": 2, "users.Tenant": 3}
_UNRANKED: Final = 4


def _own_tenant(user: User) -> Q:
    """Return the condition of the personal tenant of a user; service accounts and groups have those of others."""
    return _NONE if user.is_service_account else Q(pk=user.tenant_id, kind=Tenant.Kind.PERSONAL)


# Rows of the user that no foreign key names.
_OTHERS: Final[dict[type[Model], Callable[[User], Q]]] = {
    AuditEntry: lambda user: Q(actor_id=user.pk),
    Tenant: _own_tenant,
    User: lambda user: Q(pk=user.pk),
}


@dataclass(frozen=True, slots=True)
class Report:
    """The number of exported rows and files, and the names of files that the store does not have."""

    rows: int
    files: int
    missing: list[str]


class _Encoder(DjangoJSONEncoder):
    def default(self, o: Any) -> Any:
        if isinstance(o, bytes | memoryview):
            return b64encode(o).decode()
        try:
            return super().default(o)
        except TypeError:
            return str(o)


def export(user: User, target: Path) -> Report:
    """Write everything about a user to a new ZIP file."""
    with _new_file(target) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        rows = sum(_write_rows(archive, name, exported) for name, exported in _tables(user))
        files, missing = _write_files(user, archive)
    return Report(rows, files, missing)


def _write_rows(archive: zipfile.ZipFile, name: str, rows: "QuerySet[Any, dict[str, Any]]") -> int:
    """Write rows one by one, as there may be millions; return their number."""
    found = rows.iterator(chunk_size=_BATCH)
    if (first := next(found, None)) is None:
        return 0
    with archive.open(f"rows/{name}.json", "w", force_zip64=True) as target:
        target.write(b"[\n" + _as_json(first))
        number = 1
        for row in found:
            target.write(b",\n" + _as_json(row))
            number += 1
        target.write(b"\n]\n")
    return number


def _as_json(row: dict[str, Any]) -> bytes:
    return json.dumps(row, cls=_Encoder, indent=1, ensure_ascii=False).encode()


@contextmanager
def _new_file(path: Path) -> Iterator[IO[bytes]]:
    """Create a file that only its owner may read; delete it if the block raises an exception."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w+b") as file:
            yield file
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def user_columns() -> Iterator[tuple[type[Model], ForeignKey[Any, Any]]]:
    """Return the foreign keys to accounts of all tables."""
    for model in apps.get_models(include_auto_created=True):
        if model._meta.managed:
            for field in model._meta.concrete_fields:
                if isinstance(field, ForeignKey) and field.related_model is User:
                    yield model, field


def exported_models() -> list[type[Model]]:
    """Return the tables of which the export has whole rows."""
    owning = {model for model, field in user_columns() if field.name in OWNING}
    return [each for each in _models() if each in {*owning, *_OTHERS} or _parents(each)]


def blob_columns() -> "Iterator[tuple[type[Model], ForeignKey[Any, Any]]]":
    """Return the foreign keys to stored files of all tables."""
    for model in _models():
        for field in model._meta.concrete_fields:
            if isinstance(field, ForeignKey) and field.related_model is Blob:
                yield model, field


def _models() -> list[type[Model]]:
    """Return the models of tables that the export may contain."""
    models = apps.get_models(include_auto_created=True)
    return [each for each in models if each._meta.managed and each._meta.label not in DERIVED]


def _tables(user: User) -> "Iterator[tuple[str, QuerySet[Any, dict[str, Any]]]]":
    """Yield the names of the files of rows, and their rows."""
    for model in exported_models():
        names = [field.attname for field in model._meta.concrete_fields if not _SECRET.search(field.name)]
        condition = _named(model, user, OWNING) | _below(model, user)
        yield model._meta.db_table, model._base_manager.filter(condition).order_by("pk").values(*names)
    for model, field in user_columns():
        if field.name in TOUCHING:
            names = [each.name for each in model._meta.concrete_fields if each.name in TOUCHING[field.name]]
            rows = model._base_manager.filter(**{field.name: user.pk}).order_by("pk").values("pk", *names)
            yield f"{model._meta.db_table}-{field.name}", rows


def _named(model: type[Model], user: User, names: Collection[str]) -> Q:
    """Return the condition that one of these columns is the user."""
    condition = _NONE
    for of, field in user_columns():
        if of is model and field.name in names:
            condition |= Q(**{field.name: user.pk})
    return condition


def _below(model: type[Model], user: User) -> Q:
    """Return the condition of the rows that belong to the user, and of those below them.

    Messages of a conversation and their calls of tools, cells of an extract of an own corpus.
    """
    condition = _named(model, user, _root_columns(model))
    if of_user := _OTHERS.get(model):
        condition |= of_user(user)
    for field in _parents(model):
        parent = field.related_model
        condition |= Q(**{f"{field.name}__in": parent._base_manager.filter(_below(parent, user))})
    return condition


@cache
def _root_columns(model: type[Model]) -> tuple[str, ...]:
    """Return the columns by which what is below a row belongs to a user."""
    return tuple(
        field.name
        for of, field in user_columns()
        if of is model and field.name in OWNING and (field.name == "owner" or field.remote_field.on_delete is CASCADE)
    )


@cache
def _parents(model: type[Model]) -> "tuple[ForeignKey[Any, Any], ...]":
    """Return the foreign keys to the rows that a row belongs to.

    What has an owner belongs to no one else: private conversations in the corpus of another user. A row of a corpus
    belongs to it, and not to the document that it is about: a user may annotate documents of others.
    """
    if "owner" in _root_columns(model):
        return ()
    keys = [field for field in _cascades(model) if _rank(field.related_model) < _UNRANKED]
    best = min((_rank(field.related_model) for field in keys), default=_UNRANKED)
    return tuple(field for field in keys if _rank(field.related_model) == best)


@cache
def _rank(model: type[Model]) -> int:
    """Return the place of a table in the order in which rows belong to others: the first one decides."""
    if (rank := _RANKS.get(model._meta.label)) is not None:
        return rank
    if _root_columns(model):
        return 0
    return min((_rank(field.related_model) for field in _cascades(model)), default=_UNRANKED)


def _cascades(model: type[Model]) -> "list[ForeignKey[Any, Any]]":
    """Return the foreign keys to the rows with which a row is deleted, except users and those of the same table."""
    return [
        field
        for field in model._meta.concrete_fields
        if isinstance(field, ForeignKey)
        and field.remote_field.on_delete is CASCADE
        and field.related_model not in (User, model)
    ]


def _write_files(user: User, archive: zipfile.ZipFile) -> tuple[int, list[str]]:
    """Write the files of documents and exports, and of unfinished uploads; return the number, and missing ones."""
    files, missing = 0, []
    for row, content in _files(user):
        name = f"files/{row.pk}/{_safe_name(row.filename, row.pk)}"
        try:
            # What is missing is known only when it is read.
            first = next(content, b"")
            with archive.open(name, "w", force_zip64=True) as target:
                target.write(first)
                for chunk in content:
                    target.write(chunk)
            files += 1
        except BlobMissing:
            missing.append(name)
    return files, missing


def _files(user: User) -> Iterator[tuple[Any, Iterator[bytes]]]:
    """Yield the rows that have files, and their content."""
    for model, field in blob_columns():
        if field.name == FILES:
            rows: QuerySet[Any] = model._base_manager.filter(_below(model, user)).exclude(blob=None)
            for row in rows.select_related("blob").order_by("pk").iterator(chunk_size=_BATCH):
                yield row, _content(row.blob)
    for upload in Upload.objects.filter(owner=user, state__in=_WITH_PARTS).order_by("pk"):
        yield upload, read_parts(upload)


def _content(blob: Blob) -> Iterator[bytes]:
    with blobs.open_blob(blob) as source:
        while chunk := source.read(1 << 20):
            yield chunk


def _safe_name(name: str, key: UUID) -> str:
    """Return the name without a path."""
    return name.replace("\\", "/").rpartition("/")[2].strip(".") or str(key)
