"""File store in a bucket: S3 and compatible services. Errors are translated to those of this application."""

import io
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from storages.backends.s3 import S3Storage
from storages.utils import clean_name

from core.errors import StorageFull
from documents.errors import StorageUnavailable

P = ParamSpec("P")
R = TypeVar("R")

_MISSING: Final = 404
_TIMEOUT_SECONDS: Final = 10.0
_ATTEMPTS: Final = 2
_FULL: Final = 507
# Of MinIO, Ceph and SeaweedFS; S3 itself is never full.
_FULL_CODES: Final = frozenset({"XMinioStorageFull", "XMinioAdminBucketQuotaExceeded", "QuotaExceeded"})


@contextmanager
def translate_storage_errors() -> Iterator[None]:
    """Raise `FileNotFoundError` for missing objects, `StorageFull`, or `StorageUnavailable` for all other errors."""
    try:
        yield
    except ClientError as error:
        status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode")
        if status == _MISSING:
            raise FileNotFoundError from None
        if status == _FULL or error.response.get("Error", {}).get("Code") in _FULL_CODES:
            raise StorageFull from error
        raise StorageUnavailable(reason=str(error)) from error
    except BotoCoreError as error:
        raise StorageUnavailable(reason=str(error)) from error


def _translated(method: Callable[P, R]) -> Callable[P, R]:
    @wraps(method)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        with translate_storage_errors():
            return method(*args, **kwargs)

    return call


class StoredObject(io.RawIOBase):
    """A seekable object of the bucket. Only what is read is downloaded."""

    def __init__(self, stored: Any) -> None:
        super().__init__()
        self._stored = stored
        self._size = int(stored.content_length)
        self._position = 0
        self._body: Any = None

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._position, io.SEEK_END: self._size}[whence]
        position = max(0, start + offset)
        if position != self._position:
            self._position = position
            self._close_body()
        return position

    def readinto(self, buffer: Any) -> int:
        if self._position >= self._size:
            return 0
        with translate_storage_errors():
            if self._body is None:
                self._body = self._stored.get(Range=f"bytes={self._position}-")["Body"]
            chunk = self._body.read(len(buffer))
        buffer[: len(chunk)] = chunk
        self._position += len(chunk)
        return len(chunk)

    def close(self) -> None:
        self._close_body()
        super().close()

    def _close_body(self) -> None:
        if self._body is not None:
            self._body.close()
        self._body = None


class ObjectStore(S3Storage):  # type: ignore[misc]  # the library has no types
    """A bucket. Browsers may reach it at another URL (`public_endpoint_url`) than the servers."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        timeouts = Config(
            connect_timeout=self.timeout, read_timeout=self.timeout, retries={"total_max_attempts": _ATTEMPTS}
        )
        self.client_config: Any = self.client_config.merge(timeouts)

    def get_default_settings(self) -> dict[str, Any]:
        return {**super().get_default_settings(), "public_endpoint_url": "", "timeout": _TIMEOUT_SECONDS}

    @_translated
    def open(self, name: str, mode: str = "rb") -> Any:
        """Open an object for reading."""
        if mode != "rb":
            raise ValueError(mode)
        return StoredObject(self._object(name))

    def _object(self, name: str) -> Any:
        return self.bucket.Object(self._normalize_name(clean_name(name)))

    _save = _translated(S3Storage._save)  # noqa: SLF001  # the hook that Django's storages override
    exists = _translated(S3Storage.exists)
    delete = _translated(S3Storage.delete)
    listdir = _translated(S3Storage.listdir)
    size = _translated(S3Storage.size)

    @_translated
    def get_modified_time(self, name: str) -> datetime:
        moment: datetime = super().get_modified_time(name)
        return moment

    def download_url(self, name: str, *, seconds: int, headers: Mapping[str, str]) -> str:
        """Return a presigned URL to download a file; `headers` are those of the response."""
        params = {f"Response{header.replace('-', '')}": value for header, value in headers.items()}
        return self._sign("get_object", name, seconds, params)

    def upload_url(self, name: str, *, seconds: int, size: int) -> str:
        """Return a presigned URL to upload exactly `size` bytes."""
        return self._sign("put_object", name, seconds, {"ContentLength": size})

    def _sign(self, operation: str, name: str, seconds: int, params: Mapping[str, Any]) -> str:
        with translate_storage_errors():
            url: str = self._signer().generate_presigned_url(
                operation, Params={"Bucket": self.bucket_name, "Key": name, **params}, ExpiresIn=seconds
            )
        return url

    def _signer(self) -> Any:
        """Return a client to sign public URLs; it never connects."""
        return boto3.client(
            "s3",
            endpoint_url=self.public_endpoint_url or self.endpoint_url,
            aws_access_key_id=self.access_key,
            aws_secret_access_key=self.secret_key,
            region_name=self.region_name,
            config=Config(signature_version="s3v4", s3={"addressing_style": self.addressing_style or "auto"}),
        )
