"""Texts that Office and OpenDocument files have instead of pictures. docling's readers leave them out."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from documents.types import MAX_ALT

_WORD_DRAWING: Final = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
_PLACEHOLDER: Final = "Picture"  # what openpyxl writes for every picture

# Returns the texts of the pictures that were added: from the reader, the arguments of its method, and the pictures.
_Texts = Callable[[Any, Sequence[Any], Sequence[Any]], Iterable[str]]


def alt_of(picture: Any) -> str:
    """Return the text instead of a picture of docling's model."""
    description = getattr(picture.meta, "description", None)
    return "" if description is None else " ".join(description.text.split())[:MAX_ALT]


def keep_alt_texts(reader: Any, name: str) -> None:
    """Let one of docling's readers of Office files describe the pictures that it adds; `name` is its format."""
    for method, texts_of in _METHODS.get(name, {}).items():
        setattr(reader, method, _describing(reader, getattr(reader, method), texts_of))


@contextmanager
def keep_odf_alt_texts(module: Any) -> Iterator[Callable[[Any], None]]:
    """Let docling's module for OpenDocument note the texts of the pictures that it reads in this block.

    Yield a function that describes the pictures of a document with them. The module has functions, where the readers
    of the other formats have methods.
    """
    read, texts = module._image_ref_from_odf_image, {}  # noqa: SLF001  # there is no other place

    def read_noting(package: Any, image: Any, **options: Any) -> Any:
        picture = read(package, image, **options)
        texts[id(picture)] = _in_frame(image.parent), picture  # the picture stays, so that no other one has its id
        return picture

    def describe(document: Any) -> None:
        for picture in document.pictures:
            words, _ = texts.get(id(picture.image), ("", None))
            if words.strip():
                _describe(picture, words)

    module._image_ref_from_odf_image = read_noting  # noqa: SLF001  # as above
    try:
        yield describe
    finally:
        module._image_ref_from_odf_image = read  # noqa: SLF001  # as above


def _describing(reader: Any, add: Callable[..., Any], texts_of: _Texts) -> Callable[..., Any]:
    def add_described(*arguments: Any) -> Any:
        document = next(each for each in arguments if hasattr(each, "pictures"))
        first = len(document.pictures)
        result = add(*arguments)
        added = document.pictures[first:]
        for picture, words in zip(added, texts_of(reader, arguments, added), strict=False):
            if words.strip():
                _describe(picture, words)
        return result

    return add_described


def _describe(picture: Any, words: str) -> None:
    from docling_core.types import doc  # noqa: PLC0415  # heavy

    types: Any = doc
    picture.meta = picture.meta or types.PictureMeta()
    picture.meta.description = types.DescriptionMetaField(text=words)


def _in_word(_: Any, arguments: Sequence[Any], added: Sequence[Any]) -> Iterator[str]:
    """Yield the texts of pictures of Word: one element for each of them."""
    for element, _picture in zip(arguments[0], added, strict=False):
        drawing = next(element.iterancestors(f"{_WORD_DRAWING}inline", f"{_WORD_DRAWING}anchor"), None)
        properties = None if drawing is None else drawing.find(f"{_WORD_DRAWING}docPr")
        shape = element.getparent()  # in the older form
        yield (shape.get("alt") or "") if properties is None else _text_in(properties)


def _on_slide(_: Any, arguments: Sequence[Any], added: Sequence[Any]) -> Iterator[str]:
    properties = next(arguments[0].element.iter("{*}cNvPr"), None)
    return iter([] if properties is None else [_text_in(properties)] * len(added))


def _on_sheet(reader: Any, arguments: Sequence[Any], added: Sequence[Any]) -> Iterator[str]:
    """Yield the texts of pictures of a sheet. Some may be unreadable, so that they are found by their places."""
    texts: dict[tuple[float, ...], str] = {}
    for image in arguments[1]._images:  # noqa: SLF001  # docling reads them, too
        frame = getattr(image.anchor, "pic", None)
        if frame is not None:
            texts[tuple(reader._anchor_to_tuple(image.anchor))] = _sheet_text(frame.nvPicPr.cNvPr.descr)  # noqa: SLF001  # docling's own measure
    for picture in added:
        box = picture.prov[0].bbox
        yield texts.get((box.l, box.t, box.r, box.b), "")


def _in_frame(frame: Any) -> str:
    """Return the description of a frame of OpenDocument, else its title."""
    elements = () if frame is None else (frame.get_element("svg:desc"), frame.get_element("svg:title"))
    return next((text for each in elements if each is not None and (text := str(each.text or "").strip())), "")


def _sheet_text(words: str | None) -> str:
    return words if words and words != _PLACEHOLDER else ""


def _text_in(properties: Any) -> str:
    return str(properties.get("descr") or properties.get("title") or "")


_METHODS: Final[dict[str, dict[str, _Texts]]] = {
    "DOCX": {"_handle_pictures": _in_word, "_handle_vml_pictures": _in_word},
    "PPTX": {"_handle_pictures": _on_slide},
    "XLSX": {"_find_images_in_sheet": _on_sheet},
}
