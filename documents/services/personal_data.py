"""All data about one user in a ZIP file: the rows that refer to the account, and the uploaded files.

Rows come from the foreign keys of all models, so that no new model is forgotten. Secrets and their hashes are left out.
"""

import json
import os
import re
import shutil
import zipfile
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final
from uuid import UUID

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import CASCADE, ForeignKey, Model, Q

from audit.models import AuditEntry
from documents.errors import BlobMissing
from documents.models import Document
from documents.storage import blobs
from users.models import User

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
# Columns by which the user did something to a row that others may have written; only its key is exported.
TOUCHING: Final = frozenset({"deleted_by", "modified_by", "resolved_by", "reviewer"})
_SECRET: Final = re.compile(
    r"password|hash|secret|digest|token|session_key|credential|api_key|encrypted|(^|_)key$|^(generation|session)$"
)
_BATCH: Final = 500


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
        rows = 0
        for name, exported in _tables(user):
            rows += len(exported)
            archive.writestr(f"rows/{name}.json", json.dumps(exported, cls=_Encoder, indent=1, ensure_ascii=False))
        files, missing = _write_files(user, archive)
    return Report(rows, files, missing)


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


def _tables(user: User) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the names of the files of rows, and their rows."""
    yield User._meta.db_table, _rows(User, Q(pk=user.pk))
    for model, condition in (_owned(user) | {AuditEntry: Q(actor_id=user.pk)}).items():
        if exported := _rows(model, condition):
            yield model._meta.db_table, exported
    for model, condition in _conditions(user, TOUCHING).items():
        if keys := list(model._base_manager.filter(condition).values("pk")):
            yield f"{model._meta.db_table}-touched", keys


def _owned(user: User) -> dict[type[Model], Q]:
    """Return the conditions of the user's rows, and of those below the ones that are deleted with the account."""
    conditions = _conditions(user, OWNING)
    for model, field in user_columns():
        if field.name in OWNING and field.remote_field.on_delete is CASCADE:
            for child, below in _descendants((model,), Q(**{field.name: user.pk})):
                conditions[child] = conditions.get(child, Q()) | below
    return conditions


def _conditions(user: User, names: frozenset[str]) -> dict[type[Model], Q]:
    """Return, for each table with such columns, the condition that one of them is the user."""
    conditions: dict[type[Model], Q] = {}
    for model, field in user_columns():
        if field.name in names:
            conditions[model] = conditions.get(model, Q()) | Q(**{field.name: user.pk})
    return conditions


def _descendants(path: tuple[type[Model], ...], condition: Q) -> Iterator[tuple[type[Model], Q]]:
    """Yield the rows that are deleted with these, at any depth: messages of a conversation, their calls of tools.

    `path` ends with the model of these rows and begins with that of the user's, so that circles end.
    """
    model = path[-1]
    for relation in model._meta.related_objects:
        field = relation.field
        if isinstance(field, ForeignKey) and field.remote_field.on_delete is CASCADE and field.model not in path:
            below = Q(**{f"{field.name}__in": model._base_manager.filter(condition)})
            yield field.model, below
            yield from _descendants((*path, field.model), below)


def _rows(model: type[Model], condition: Q) -> list[dict[str, Any]]:
    names = [field.attname for field in model._meta.concrete_fields if not _SECRET.search(field.name)]
    return list(model._base_manager.filter(condition).order_by("pk").values(*names).iterator(chunk_size=_BATCH))


def _write_files(user: User, archive: zipfile.ZipFile) -> tuple[int, list[str]]:
    files, missing = 0, []
    for document in Document.with_deleted.filter(owner=user).select_related("blob").iterator(chunk_size=_BATCH):
        name = f"files/{document.pk}/{_safe_name(document.filename, document.pk)}"
        try:
            with blobs.open_blob(document.blob) as source, archive.open(name, "w", force_zip64=True) as target:
                shutil.copyfileobj(source, target)
            files += 1
        except BlobMissing:
            missing.append(name)
    return files, missing


def _safe_name(name: str, key: UUID) -> str:
    """Return the name without a path."""
    return name.replace("\\", "/").rpartition("/")[2].strip(".") or str(key)
