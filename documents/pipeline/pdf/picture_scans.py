"""Pictures of a PDF that would take minutes to decode: JPEG with more scans than any program writes."""

from collections.abc import Iterator
from typing import Any, Final

from documents.pipeline.image.open_image import has_too_many_scans

_MAX_DEPTH: Final = 8  # of forms inside forms
_WHITE: Final = b"\xff"
_DROPPED: Final = ("/Decode", "/DecodeParms", "/Mask", "/SMask", "/ImageMask", "/Intent")


def blank_harmful_pictures(page: Any) -> bool:
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
