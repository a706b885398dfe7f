"""Objects of a PDF that pdfium does not read: units of user space, names of Type 3 fonts. Read with pikepdf."""

import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")


class PageObjects(NamedTuple):
    """The sizes of user space units in points for pages where it is not 1, and a copy with named fonts, if needed.

    See ISO 32000-1, 8.3.2.3 for UserUnit.
    """

    units: dict[int, float]
    named_copy: Path | None


def read_objects(path: Path, scratch: Path, *, password: str | None) -> PageObjects:
    """Return the objects of the pages. A copy of the file is written where pdfium would see fonts without a name.

    pdfium knows the name of a font, which says whether it is bold, from its entry BaseFont. Type 3 fonts have none.
    Browsers print many fonts as such, and write the name into the descriptor.
    """

    def read_units(pdf: Any) -> dict[int, float]:
        return {number: unit for number, page in enumerate(pdf.pages, 1) if (unit := _unit(page.obj)) != 1}

    def copy_named(pdf: Any) -> Path | None:
        named = [_name(font) for page in pdf.pages for font in _fonts(page.obj)]
        if not any(named) or pdf.is_encrypted:
            return None
        copy = scratch / "named.pdf"
        with copy.open("wb") as file:  # given a path, it would copy the mode of the file, which the sandbox refuses
            pdf.save(file)
        return copy

    # One after the other: a font that is an error of the file costs names, and no units.
    units = with_pdf(path, password, read_units) or {}
    return PageObjects(units, with_pdf(path, password, copy_named))


def with_pdf(path: Path, password: str | None, work: Callable[[Any], T]) -> T | None:
    """Call `work` with the file opened by pikepdf. Return `None` if pikepdf fails."""
    import pikepdf  # noqa: PLC0415  # heavy

    logging.getLogger("pikepdf").setLevel(logging.CRITICAL)
    failures = (
        pikepdf.PdfError,
        pikepdf.PasswordError,
        RuntimeError,
        ValueError,
        TypeError,
        LookupError,
        AttributeError,
    )
    try:
        with pikepdf.open(path, password=password or "", suppress_warnings=True) as pdf:
            return work(pdf)
    except failures:
        return None


def _unit(page: Any) -> float:
    unit = float(page.get("/UserUnit", 1))
    return unit if 0 < unit < 1000 else 1.0  # other values are errors of the file


def _fonts(page: Any) -> Iterator[Any]:
    yield from page.get("/Resources", {}).get("/Font", {}).values()


def _name(font: Any) -> bool:
    """Name a Type 3 font as its descriptor does. Return whether that was possible, and is not done yet."""
    if font.get("/Subtype") != "/Type3" or "/BaseFont" in font:
        return False
    name = font.get("/FontDescriptor", {}).get("/FontName")
    if name is None:
        return False
    font["/BaseFont"] = name
    return True
