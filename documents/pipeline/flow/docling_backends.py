"""docling's readers of formats that have no pages: which one reads a type, and how it is kept from fetching anything.

The readers are used directly: docling's converter would import every pipeline it has.
"""

from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple
from warnings import catch_warnings, simplefilter

from core.errors import DomainError
from documents.errors import CorruptDocument
from documents.pipeline.flow.number_formats import show_as_formatted
from documents.pipeline.sniffing.types import (
    ASCIIDOC,
    CSV,
    DOCX,
    EPUB,
    HTML,
    JATS,
    MARKDOWN,
    ODP,
    ODS,
    ODT,
    PPTX,
    TSV,
    VTT,
    XLSX,
)


class Backend(NamedTuple):
    """A reader of docling: module and class, the name of the format, and the class of its options if it takes any."""

    module: str
    name: str
    format: str
    options: str = ""


BACKENDS = {
    DOCX: Backend("msword_backend", "MsWordDocumentBackend", "DOCX", "MsWordBackendOptions"),
    PPTX: Backend("mspowerpoint_backend", "MsPowerpointDocumentBackend", "PPTX", "MsPowerpointBackendOptions"),
    XLSX: Backend("msexcel_backend", "MsExcelDocumentBackend", "XLSX", "MsExcelBackendOptions"),
    ODT: Backend("opendocument_backend", "OdtDocumentBackend", "ODT"),
    ODS: Backend("opendocument_backend", "OdsDocumentBackend", "ODS", "OdsBackendOptions"),
    ODP: Backend("opendocument_backend", "OdpDocumentBackend", "ODP"),
    HTML: Backend("html_backend", "HTMLDocumentBackend", "HTML", "HTMLBackendOptions"),
    MARKDOWN: Backend("md_backend", "MarkdownDocumentBackend", "MD", "MarkdownBackendOptions"),
    ASCIIDOC: Backend("asciidoc_backend", "AsciiDocBackend", "ASCIIDOC", "AsciiDocBackendOptions"),
    CSV: Backend("csv_backend", "CsvDocumentBackend", "CSV", "CsvBackendOptions"),
    TSV: Backend("csv_backend", "CsvDocumentBackend", "CSV", "CsvBackendOptions"),
    EPUB: Backend("epub_backend", "EpubDocumentBackend", "EPUB", "EpubBackendOptions"),
    JATS: Backend("xml.jats_backend", "JatsDocumentBackend", "XML_JATS", "JatsBackendOptions"),
    VTT: Backend("webvtt_backend", "WebVTTDocumentBackend", "VTT"),
}


def convert(path: Path, mime_type: str, scratch: Path, *, is_page: bool = True) -> Any:
    """The file as a DoclingDocument. Raises `CorruptDocument` for whatever the reader cannot make sense of.

    What stands before the first heading of a web page is taken for its menus, if it has any.
    """
    try:
        return _converted(path, BACKENDS[mime_type], scratch, is_page=is_page and _has_menus(path))
    except (DomainError, MemoryError):
        raise
    except Exception as error:  # the edge of a library: its readers raise all there is
        raise CorruptDocument(detail=f"{type(error).__name__}: {error}"[:300]) from error


def _has_menus(path: Path) -> bool:
    content = path.read_bytes().lower()
    return b"<nav" in content or b"navigation" in content


def _converted(path: Path, chosen: Backend, scratch: Path, *, is_page: bool) -> Any:
    from docling.datamodel import backend_options  # noqa: PLC0415  # heavy
    from docling.datamodel.base_models import FormatToExtensions, InputFormat  # noqa: PLC0415  # heavy
    from docling.datamodel.document import InputDocument  # noqa: PLC0415  # heavy

    suffix = next(iter(FormatToExtensions[InputFormat[chosen.format]]))
    if path.suffix != f".{suffix}":  # some readers look at the name
        named = scratch / f"source.{suffix}"
        named.symlink_to(path.resolve())
        path = named
    backend = getattr(import_module(f"docling.backend.{chosen.module}"), chosen.name)
    options = None
    if chosen.options:
        options = _options(getattr(backend_options, chosen.options), is_page=is_page)
    source = InputDocument(
        path_or_stream=path,
        format=InputFormat[chosen.format],
        backend=backend,
        backend_options=options,
        filename=path.name,
    )
    if not source.valid:
        raise CorruptDocument
    reader: Any = source._backend  # noqa: SLF001  # the converter takes it from there, too
    if chosen.format == "XLSX":
        show_as_formatted(reader.workbook)
    with catch_warnings():
        simplefilter("ignore", UserWarning)  # of pictures elsewhere, which are not fetched
        return reader.convert()


def _options(kind: Any, *, is_page: bool) -> Any:
    """Pictures that are in the file itself, and nothing from elsewhere."""
    wanted = {"fetch_images": True, "infer_furniture": is_page}
    known = {name: value for name, value in wanted.items() if name in kind.model_fields}
    return kind(enable_remote_fetch=False, enable_local_fetch=False, **known)
