"""Files embedded in Office documents: they become documents of their own, as attachments of messages do.

Office stores files of its own kinds as they are, others inside an OLE object: with their name (a "package"), or as the
program that embedded them does. The workbooks of charts are left out: readers show their values with the chart.
"""

import posixpath
import re
import struct
import zipfile
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import quoteattr

from documents.pipeline.attachments import AttachedFile
from documents.pipeline.mime_types import DOCX, ODP, ODS, ODT, PPTX, RTF, XLSB, XLSX
from documents.pipeline.reflow.package_parts import related_parts, root_of

# Charts and formulas are not among them: readers show these in the document.
_SUFFIXES: Final[Mapping[str, str]] = {ODT: "odt", ODS: "ods", ODP: "odp"}
_OLE: Final = "application/vnd.sun.star.oleobject"
_MANIFEST: Final = "META-INF/manifest.xml"
_NAMESPACE: Final = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"


def embedded_documents(archive: zipfile.ZipFile) -> Iterator[AttachedFile]:
    """Yield the texts, sheets and slides that are embedded in a document, each as a file of its own."""
    kinds = _kinds(archive)
    for path, kind in kinds.items():
        if path.endswith("/") and path != "/" and kind in _SUFFIXES:
            yield AttachedFile(f"{path.rstrip('/')}.{_SUFFIXES[kind]}", _package(archive, path, kinds))


def ole_parts(archive: zipfile.ZipFile) -> list[str]:
    """Return the names of the parts that are OLE files."""
    names = set(archive.namelist())
    return [path for path, kind in _kinds(archive).items() if kind == _OLE and path in names]


def _kinds(archive: zipfile.ZipFile) -> dict[str, str]:
    """Return the media types of the parts and folders that the manifest lists."""
    root = root_of(archive, _MANIFEST)
    entries = () if root is None else root.iter(f"{{{_NAMESPACE}}}file-entry")
    return {
        each.get(f"{{{_NAMESPACE}}}full-path") or "": each.get(f"{{{_NAMESPACE}}}media-type") or "" for each in entries
    }


def _package(archive: zipfile.ZipFile, folder: str, kinds: Mapping[str, str]) -> bytes:
    """Return a package of the parts in a folder."""
    parts = {name.removeprefix(folder): name for name in archive.namelist() if name.startswith(folder)}
    listed = {"/": kinds[folder], **{part: kinds.get(name, "") for part, name in parts.items() if part}}
    content = BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("mimetype", kinds[folder], zipfile.ZIP_STORED)
        for part, name in parts.items():
            if part and not part.endswith("/"):
                package.writestr(part, archive.read(name))
        package.writestr(_MANIFEST, _manifest(listed))
    return content.getvalue()


def _manifest(listed: Mapping[str, str]) -> str:
    entries = "".join(
        f"<m:file-entry m:full-path={quoteattr(path)} m:media-type={quoteattr(kind)}/>" for path, kind in listed.items()
    )
    return f'<m:manifest xmlns:m="{_NAMESPACE}" m:version="1.3">{entries}</m:manifest>'


_PACKAGES: Final = frozenset({DOCX, PPTX, XLSB, XLSX})
_OPEN_DOCUMENTS: Final = frozenset({ODP, ODS, ODT})
_EMBEDDED = re.compile(r"(?:word|ppt|xl)/embeddings/[^/]+")
_CHART = re.compile(r"(?:word|ppt|xl)/charts/[^/]+\.xml")
_RTF_OBJECT = re.compile(rb"\\objdata\s+([0-9a-fA-F\s]+)")
_OLE1_EMBEDDED: Final = 2  # the format of an object that is not a link
_DOCUMENT: Final = "word/document.xml"
_OLE_SIGNATURE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_NATIVE: Final = "\x01Ole10Native"
_WHOLE_FILES: Final = {"WordDocument": "doc", "Workbook": "xls", "Book": "xls", "PowerPoint Document": "ppt"}
_UNNAMED_FILES: Final = ("Package", "CONTENTS", "EmbeddedOdf")  # streams that hold a file without its name
_WITHOUT_FILE: Final = "Equation Native"  # of an equation, which is shown as a picture


def embedded_files(path: Path, mime_type: str) -> Iterator[AttachedFile]:
    """Yield the files that are embedded in a document, one by one: they are in memory."""
    if mime_type == RTF:
        yield from _rtf_objects(path.read_bytes())
    if mime_type not in _PACKAGES | _OPEN_DOCUMENTS:
        return
    with zipfile.ZipFile(path) as archive:
        if mime_type in _OPEN_DOCUMENTS:
            yield from embedded_documents(archive)
        for name in ole_parts(archive) if mime_type in _OPEN_DOCUMENTS else _embedded_parts(archive):
            file = _embedded_file(posixpath.basename(name), archive.read(name))
            if file is not None:
                yield file


def _rtf_objects(source: bytes) -> Iterator[AttachedFile]:
    """Yield the files in the objects of rich text: OLE 1.0, with a package or an OLE file in it."""
    for number, data in enumerate(_RTF_OBJECT.finditer(source), 1):
        digits = b"".join(data.group(1).split())
        content = bytes.fromhex(digits[: len(digits) // 2 * 2].decode("ascii"))
        try:
            kind, native = _ole1_object(content)
            name = f"object{number}.bin"
            file = _native_file(native, name) if kind == b"Package" else _embedded_file(name, native[4:])
        except (ValueError, IndexError, struct.error):
            continue  # a link, or damaged
        if file is not None:
            yield file


def _ole1_object(content: bytes) -> tuple[bytes, bytes]:
    """Return the class of an embedded object, and its data with their length before them."""
    if struct.unpack_from("<I", content, 4)[0] != _OLE1_EMBEDDED:
        raise ValueError("this is a link")
    position, texts = 8, []
    for _ in range(3):  # class, topic and item
        size = struct.unpack_from("<I", content, position)[0]
        texts.append(content[position + 4 : position + 4 + size].rstrip(b"\0"))
        position += 4 + size
    size = struct.unpack_from("<I", content, position)[0]
    return texts[0], content[position : position + 4 + size]


def _embedded_parts(archive: zipfile.ZipFile) -> list[str]:
    """Return the names of the parts of an Office Open XML package that are embedded files."""
    names = archive.namelist()
    of_charts = {
        related.part for name in names if _CHART.fullmatch(name) for related in related_parts(archive, name).values()
    }
    chunks = [each.part for each in related_parts(archive, _DOCUMENT).values() if each.kind == "aFChunk"]
    embedded = [name for name in names if _EMBEDDED.fullmatch(name) and name not in of_charts]
    return list(dict.fromkeys((*embedded, *(chunk for chunk in chunks if chunk in names))))


def _embedded_file(name: str, content: bytes) -> AttachedFile | None:
    """Return the file in a part; the part itself if it is no OLE object, `None` if it holds no file."""
    if not content.startswith(_OLE_SIGNATURE):
        return AttachedFile(name, content) if content else None
    from olefile import OleFileIO  # noqa: PLC0415  # only for such parts

    try:
        with OleFileIO(BytesIO(content)) as ole:
            return _file_in_object(ole, name, content)
    except (OSError, ValueError, IndexError, struct.error):
        return AttachedFile(name, content)  # refused as an attachment, with a warning


def _file_in_object(ole: Any, name: str, content: bytes) -> AttachedFile | None:
    streams = {"/".join(stream) for stream in ole.listdir()}
    stem = posixpath.splitext(name)[0]
    if _NATIVE in streams:
        return _native_file(ole.openstream(_NATIVE).read(), name)
    for stream, suffix in _WHOLE_FILES.items():
        if stream in streams:
            return AttachedFile(f"{stem}.{suffix}", content)
    for stream in _UNNAMED_FILES:
        if stream in streams:
            return AttachedFile(stem, ole.openstream(stream).read())
    return None if _WITHOUT_FILE in streams else AttachedFile(name, content)


def _native_file(stream: bytes, name: str) -> AttachedFile:
    """Return the file of a package: its name, two paths, and its content, each with its length or a NUL at its end."""
    end = stream.index(b"\0", 6)
    filename = stream[6:end].decode("cp1252", "replace")
    end = stream.index(b"\0", end + 1)  # of the path of the source
    position = end + 5
    position += 4 + struct.unpack_from("<I", stream, position)[0]
    size = struct.unpack_from("<I", stream, position)[0]
    content = stream[position + 4 : position + 4 + size]
    return AttachedFile(filename.replace("\\", "/").rpartition("/")[2] or name, content)
