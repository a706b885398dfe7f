"""Objects embedded in OpenDocument files (OpenDocument 1.3, part 2, chapter 3): each is a folder, or an OLE file."""

import zipfile
from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import Final
from xml.sax.saxutils import quoteattr

from documents.pipeline.attachments import AttachedFile
from documents.pipeline.mime_types import ODP, ODS, ODT
from documents.pipeline.reflow.package_parts import root_of

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
