"""Objects of a PDF that pdfium does not read, or not in time: units, names of Type 3 fonts, harmful pictures.

They are read, and changed in a copy, with pikepdf.
"""

import logging
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from documents.pipeline.image.open_image import has_too_many_scans

T = TypeVar("T")


class PageObjects(NamedTuple):
    """The sizes of user space units in points for pages where it is not 1 (ISO 32000-1, 8.3.2.3).

    `changed_copy` has named fonts, and no harmful pictures; `incomplete` are the pages that had such. There is no copy
    if it is not needed.
    """

    units: dict[int, float]
    changed_copy: Path | None
    incomplete: list[int]
    is_encrypted: bool


def read_objects(path: Path, scratch: Path, *, password: str | None) -> PageObjects:
    """Return the objects of the pages. A copy of the file is written where pdfium would see fonts without a name.

    pdfium knows the name of a font, which says whether it is bold, from its entry BaseFont. Type 3 fonts have none.
    Browsers print many fonts as such, and write the name into the descriptor. The copy has no JPEG with so many scans
    that decoding takes minutes, either: pdfium cannot be interrupted.
    """
    incomplete: list[int] = []

    def read_units(pdf: Any) -> dict[int, float]:
        return {number: unit for number, page in enumerate(pdf.pages, 1) if (unit := _unit(page.obj)) != 1}

    def copy_changed(pdf: Any) -> Path | None:
        pages = list(enumerate(pdf.pages, 1))
        incomplete.extend(number for number, page in pages if tolerate(partial(_blank_harmful_pictures, page)))
        named = tolerate(lambda: [_name(font) for _, page in pages for font in _fonts(page.obj)]) or []
        if pdf.is_encrypted:
            named = []
        if not any(named) and not incomplete:
            return None
        copy = scratch / "changed.pdf"
        with copy.open("wb") as file:  # given a path, it would copy the mode of the file, which the sandbox refuses
            pdf.save(file)
        return copy

    def read(pdf: Any) -> PageObjects:
        # One after the other: a font that is an error of the file costs names, and no units.
        units = tolerate(lambda: read_units(pdf)) or {}
        return PageObjects(units, tolerate(lambda: copy_changed(pdf)), incomplete, bool(pdf.is_encrypted))

    return with_pdf(path, password, read) or PageObjects({}, None, incomplete, is_encrypted=False)


def with_pdf(path: Path, password: str | None, work: Callable[[Any], T]) -> T | None:
    """Call `work` with the file opened by pikepdf. Return `None` if pikepdf fails."""
    import pikepdf  # noqa: PLC0415  # heavy

    logging.getLogger("pikepdf").setLevel(logging.CRITICAL)

    def open_and_work() -> T:
        with pikepdf.open(path, password=password or "", suppress_warnings=True) as pdf:
            return work(pdf)

    return tolerate(open_and_work)


def tolerate(work: Callable[[], T]) -> T | None:
    """Return the result of `work`; `None` if pikepdf fails."""
    import pikepdf  # noqa: PLC0415  # heavy

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
        return work()
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


# Pictures of a PDF that would take minutes to decode: JPEG with more scans than any program writes.

_MAX_DEPTH: Final = 8  # of forms inside forms
_WHITE: Final = b"\xff"
_DROPPED: Final = ("/Decode", "/DecodeParms", "/Mask", "/SMask", "/ImageMask", "/Intent")


def _blank_harmful_pictures(page: Any) -> bool:
    """Replace the harmful pictures of a page by one white pixel each. Return whether the page has any."""
    harmful = [picture for picture in _pictures(page.resources, _MAX_DEPTH, set()) if _is_harmful(picture)]
    for picture in harmful:
        _blank(picture)
    return bool(harmful)


def _pictures(resources: Any, depth: int, seen: set[tuple[int, int]]) -> Iterator[Any]:
    """Yield the pictures of a page and of its forms, each once."""
    for entry in resources.get("/XObject", {}).values():
        if entry.objgen in seen:
            continue
        seen.add(entry.objgen)
        kind = entry.get("/Subtype")
        if kind == "/Image":
            yield entry
        elif kind == "/Form" and depth:
            yield from _pictures(entry.get("/Resources", {}), depth - 1, seen)


def _is_harmful(picture: Any) -> bool:
    filters = picture.get("/Filter")
    is_jpeg = filters == "/DCTDecode" or (filters is not None and [str(name) for name in filters] == ["/DCTDecode"])
    return is_jpeg and has_too_many_scans(picture.read_raw_bytes())


def _blank(picture: Any) -> None:
    import pikepdf  # noqa: PLC0415  # heavy

    for key in _DROPPED:
        if key in picture:
            del picture[key]
    picture["/Width"] = picture["/Height"] = 1
    picture["/BitsPerComponent"] = 8
    picture["/ColorSpace"] = pikepdf.Name.DeviceGray
    picture.write(_WHITE)
