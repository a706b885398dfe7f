"""The PDF that the viewer fetches in ranges: the small objects together, so that any page is found with few requests.

The original is never changed. Not linearised: readers that fetch only what they look at would ask for more then.
"""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from documents.pipeline.pdf.file import Opened
from documents.pipeline.pdf.forms import save_copy

T = TypeVar("T")

_WORTHWHILE = 1024 * 1024  # bytes: a smaller file is a handful of ranges however it is arranged


def for_the_viewer(path: Path, scratch: Path, opened: Opened, flattened: Sequence[int]) -> Path | None:
    """Without protection, and with `flattened` pages as they are in memory; nothing where the file serves as it is."""
    target, filled = scratch / "view.pdf", scratch / "filled.pdf"
    if flattened:
        save_copy(opened.handle, filled)
    if _arrange(path, target, password=opened.password, filled=filled, pages=flattened):
        filled.unlink(missing_ok=True)
        return target
    if opened.password is not None and not flattened:
        save_copy(opened.handle, filled)
    return filled if filled.exists() else None


def user_units(path: Path, *, password: str | None) -> dict[int, float]:
    """How many points a unit of the page's space is, for pages (from 1) where it is not one."""
    return _with_pdf(path, password, _units) or {}


def _units(pdf: Any) -> dict[int, float]:
    units = ((number, _unit(page.obj)) for number, page in enumerate(pdf.pages, 1))
    return {number: unit for number, unit in units if unit != 1}


def _unit(page: Any) -> float:
    unit = float(page.get("/UserUnit", 1))
    return unit if 0 < unit < 1000 else 1.0  # beyond is nonsense


def _arrange(path: Path, target: Path, *, password: str | None, filled: Path, pages: Sequence[int]) -> bool:
    """Whether it was worth while and could be done."""

    def arrange(pdf: Any) -> bool:
        if not (pdf.is_encrypted or pages or _is_badly_arranged(pdf, path)):
            return False
        if not pages:
            return _save(pdf, target)
        return bool(_with_pdf(filled, None, lambda source: _take_pages(pdf, source, pages) and _save(pdf, target)))

    return bool(_with_pdf(path, password, arrange))


def _with_pdf(path: Path, password: str | None, work: Callable[[Any], T]) -> T | None:
    """Work on the file as pikepdf has it; nothing where pikepdf cannot. Such a file is shown as it came."""
    import pikepdf  # noqa: PLC0415  # heavy

    logging.getLogger("pikepdf").setLevel(logging.CRITICAL)
    wrong = (pikepdf.PdfError, pikepdf.PasswordError, RuntimeError, ValueError, TypeError, LookupError, AttributeError)
    try:
        with pikepdf.open(path, password=password or "", suppress_warnings=True) as pdf:
            return work(pdf)
    except wrong:
        return None


def _is_badly_arranged(pdf: Any, path: Path) -> bool:
    return path.stat().st_size >= _WORTHWHILE and (pdf.is_linearized or "/Type" not in pdf.trailer)


def _take_pages(pdf: Any, filled: Any, pages: Sequence[int]) -> bool:
    """Contents and resources of flattened pages; of their annotations only the links stay."""
    for number in pages:
        page, source = pdf.pages[number - 1].obj, filled.pages[number - 1].obj
        for key in ("/Contents", "/Resources"):
            if key in source:
                page[key] = pdf.copy_foreign(_indirect(filled, source[key]))
        page["/Annots"] = pdf.make_indirect([each for each in page.get("/Annots", ()) if _is_link(each)])
    if "/AcroForm" in pdf.Root:
        del pdf.Root["/AcroForm"]
    return True


def _is_link(annotation: Any) -> bool:
    return bool(annotation.get("/Subtype") == "/Link")


def _indirect(pdf: Any, value: Any) -> Any:
    """Only indirect objects can be taken over from another file."""
    return value if value.is_indirect else pdf.make_indirect(value)


def _save(pdf: Any, target: Path) -> bool:
    import pikepdf  # noqa: PLC0415  # heavy

    mode = pikepdf.ObjectStreamMode.generate
    pdf.save(target, object_stream_mode=mode, encryption=False, deterministic_id=True)  # the same bytes are kept once
    return True
