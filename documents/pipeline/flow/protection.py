"""Office files that are protected by a password: opened with the first one that fits."""

import struct
from pathlib import Path
from typing import Any

from documents.errors import CorruptDocument, EncryptedDocument

_EXCELS_OWN = "VelvetSweatshop"  # what Excel itself tries
_DAMAGE = (OSError, ValueError, TypeError, AttributeError, KeyError, IndexError, AssertionError, struct.error)


def unprotected(path: Path, passwords: tuple[str, ...], target: Path) -> Path:
    """The same without protection: the file itself where it has none, else `target`.

    Raises `EncryptedDocument` when no password fits. What is damaged is for its reader to judge, unless protected.
    """
    from msoffcrypto.exceptions import DecryptionError, FileFormatError, ParseError  # noqa: PLC0415  # as below

    with path.open("rb") as source:
        try:
            file = _office_file(source)
            if not file.is_encrypted():
                return path
        except (FileFormatError, ParseError, DecryptionError, *_DAMAGE):
            return path
        try:
            return _opened(file, (*passwords, _EXCELS_OWN), target)
        except DecryptionError as error:
            message = "This document is protected in a way that cannot be opened. Remove the protection in Office."
            raise EncryptedDocument(message, detail=str(error)[:200]) from error
        except (FileFormatError, ParseError, *_DAMAGE) as error:
            raise CorruptDocument(detail=str(error)[:200]) from error


def _opened(file: Any, passwords: tuple[str, ...], target: Path) -> Path:
    for password in passwords:
        if _fits(file, password):
            with target.open("wb") as opened:
                file.decrypt(opened)
            return target
    raise EncryptedDocument


def _office_file(source: Any) -> Any:
    import msoffcrypto  # noqa: PLC0415  # only for files that may be protected

    return msoffcrypto.OfficeFile(source)


def _fits(file: Any, password: str) -> bool:
    from msoffcrypto.exceptions import InvalidKeyError  # noqa: PLC0415  # as above

    checks = {"verify_password": True} if file.format == "ooxml" else {}  # the others always check
    try:
        file.load_key(password=password, **checks)
    except InvalidKeyError:
        return False
    return True
