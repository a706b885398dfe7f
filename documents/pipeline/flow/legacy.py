"""Compound files: protected packages are opened with their password; of old formats it is said what has to be done."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from documents.errors import CorruptDocument, EncryptedDocument, NeedsLibreOffice, UnsupportedType
from documents.pipeline.flow.parser import FlowParser
from documents.pipeline.flow.reading import TYPES as READABLE
from documents.pipeline.sniff import sniff_file
from documents.pipeline.sniffing.types import DOC, ENCRYPTED_OFFICE, PPT
from documents.types import ParseEvent, ParseOptions

TYPES = (DOC, PPT, ENCRYPTED_OFFICE)


class LegacyParser:
    """Opens what is protected, and says what is needed for the rest."""

    name = "office-legacy"
    version = "1"

    def accepted_types(self) -> tuple[str, ...]:
        return TYPES

    def score(self, mime_type: str) -> int:
        return 50 if mime_type in TYPES else 0

    def parse(self, path: Path, options: ParseOptions) -> Iterator[ParseEvent]:
        if options.mime_type != ENCRYPTED_OFFICE:
            raise NeedsLibreOffice
        opened = _decrypted(path, options.passwords, Path(options.scratch) / "opened")
        mime_type = sniff_file(opened)
        if mime_type not in READABLE:
            raise UnsupportedType(detected=mime_type, allowed=sorted(READABLE))
        yield from FlowParser().parse(opened, replace(options, mime_type=mime_type))


class LegacyThumbnailer:
    """There is nothing to be seen before such a file has been opened."""

    name = "office-legacy"
    version = "1"

    def accepted_types(self) -> tuple[str, ...]:
        return TYPES

    def score(self, mime_type: str) -> int:
        return 50 if mime_type in TYPES else 0

    def thumbnail(self, path: Path, mime_type: str, *, width: int) -> bytes:
        raise EncryptedDocument if mime_type == ENCRYPTED_OFFICE else NeedsLibreOffice


def _decrypted(path: Path, passwords: tuple[str, ...], target: Path) -> Path:
    """The package inside, with the first password that fits. "VelvetSweatshop" is what Excel itself tries."""
    import msoffcrypto  # noqa: PLC0415  # only for this format
    from msoffcrypto.exceptions import (  # noqa: PLC0415  # as above
        DecryptionError,
        FileFormatError,
        InvalidKeyError,
        ParseError,
    )

    try:
        with path.open("rb") as source:
            file: Any = msoffcrypto.OfficeFile(source)
            for password in (*passwords, "VelvetSweatshop"):
                try:
                    file.load_key(password=password, verify_password=True)
                except (InvalidKeyError, DecryptionError):
                    continue
                with target.open("wb") as opened:
                    file.decrypt(opened)
                return target
    except (FileFormatError, ParseError, OSError, ValueError, TypeError, AttributeError, KeyError) as error:
        raise CorruptDocument(detail=str(error)[:200]) from error  # what damage makes it raise
    raise EncryptedDocument
