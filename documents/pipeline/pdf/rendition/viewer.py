"""The PDF that the viewer fetches in HTTP ranges.

Small objects are packed together (object streams), so that any page is found with few requests. The original file is
never changed. The result is not linearized: readers that fetch only the visible pages would need more requests then.
"""

import ctypes
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from documents.pipeline.pdf.file import Handle, OpenedPdf
from documents.pipeline.pdf.objects import with_pdf
from documents.pipeline.pdfium import raw as pdfium

_MIN_SIZE_TO_REARRANGE = 1024 * 1024  # bytes: a smaller file takes only a few ranges anyway
_WRITE_BLOCK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(pdfium.FPDF_FILEWRITE), ctypes.c_void_p, ctypes.c_ulong)


def viewer_rendition(
    path: Path, scratch: Path, opened: OpenedPdf, flattened: Sequence[int], *, is_encrypted: bool
) -> Path | None:
    """Write the PDF for the viewer: decrypted, rearranged, and with `flattened` pages as they are in memory.

    Return `None` if the original file can be served.
    """
    if not (is_encrypted or opened.password is not None or flattened or _is_large(path)):
        return None
    target, flattened_copy = scratch / "view.pdf", scratch / "filled.pdf"
    if flattened:
        save_copy(opened.handle, flattened_copy)
    if _rearrange(path, target, password=opened.password, flattened_copy=flattened_copy, pages=flattened):
        flattened_copy.unlink(missing_ok=True)
        return target
    if opened.password is not None and not flattened:
        save_copy(opened.handle, flattened_copy)
    return flattened_copy if flattened_copy.exists() else None


def save_copy(document: Handle, path: Path) -> None:
    """Write the document as it is in pdfium's memory."""
    with path.open("wb") as target:

        def write(_: object, data: int, size: int) -> int:
            target.write(ctypes.string_at(data, size))
            return 1

        writer = pdfium.FPDF_FILEWRITE(version=1, WriteBlock=_WRITE_BLOCK(write))
        pdfium.FPDF_SaveAsCopy(document, writer, pdfium.FPDF_REMOVE_SECURITY)


def _rearrange(path: Path, target: Path, *, password: str | None, flattened_copy: Path, pages: Sequence[int]) -> bool:
    """Write the rearranged PDF. Return `False` if that is not needed or not possible."""

    def rearrange(pdf: Any) -> bool:
        if not (pdf.is_encrypted or pages or _is_badly_arranged(pdf, path)):
            return False
        if not pages:
            return _save(pdf, target)
        return bool(
            with_pdf(
                flattened_copy, None, lambda source: _copy_flattened_pages(pdf, source, pages) and _save(pdf, target)
            )
        )

    return bool(with_pdf(path, password, rearrange))


def _is_badly_arranged(pdf: Any, path: Path) -> bool:
    return _is_large(path) and (pdf.is_linearized or "/Type" not in pdf.trailer)


def _is_large(path: Path) -> bool:
    return path.stat().st_size >= _MIN_SIZE_TO_REARRANGE


def _copy_flattened_pages(pdf: Any, source: Any, pages: Sequence[int]) -> bool:
    """Copy contents and resources of flattened pages from `source`; of their annotations keep only the links."""
    for number in pages:
        page, flattened = pdf.pages[number - 1].obj, source.pages[number - 1].obj
        for key in ("/Contents", "/Resources"):
            if key in flattened:
                page[key] = pdf.copy_foreign(_as_indirect(source, flattened[key]))
        links = [each for each in page.get("/Annots", ()) if bool(each.get("/Subtype") == "/Link")]
        page["/Annots"] = pdf.make_indirect(links)
    if "/AcroForm" in pdf.Root:
        del pdf.Root["/AcroForm"]
    return True


def _as_indirect(pdf: Any, value: Any) -> Any:
    """Return the value as an indirect object: only these can be copied from another file."""
    return value if value.is_indirect else pdf.make_indirect(value)


def _save(pdf: Any, target: Path) -> bool:
    import pikepdf  # noqa: PLC0415  # heavy

    mode = pikepdf.ObjectStreamMode.generate
    # A deterministic id, so that the same document gives the same bytes, which are stored once.
    with target.open("wb") as file:  # given a path, it would copy the mode of the file, which the sandbox refuses
        pdf.save(file, object_stream_mode=mode, encryption=False, deterministic_id=True)
    return True
