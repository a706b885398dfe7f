"""Write standard PDF annotations (ISO 32000-2, 12.5) into a copy of a PDF. What it has stays."""

import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from documents.errors import CorruptDocument
from documents.pipeline.pdf.file import PageUnreadable, frame_of, open_page, page_count, unlock_pdf
from documents.pipeline.pdf.geometry import PageFrame
from documents.types import Box, PdfAnnotation, PdfReply

_OPACITY: Final = 0.4  # of highlights; they are multiplied with the page, so that black text stays black
_LINE_WIDTH: Final = 1.5  # of squares, in points
_PRINTED: Final = 4  # the flag
_NOTE_SIDE: Final = 18.0  # of the icon of a note, in points
_NOTE_LINES: Final = (0.3, 0.5, 0.7)  # of its height


def write_annotations(
    source: Path, target: Path, annotations: Sequence[PdfAnnotation], *, passwords: tuple[str, ...] = ()
) -> None:
    """Write a copy of a PDF with these annotations; raise the errors of `documents.errors`."""
    import pikepdf  # noqa: PLC0415  # heavy

    logging.getLogger("pikepdf").setLevel(logging.CRITICAL)
    by_page: dict[int, list[PdfAnnotation]] = defaultdict(list)
    for annotation in annotations:
        by_page[annotation.page].append(annotation)
    with unlock_pdf(source, passwords=passwords) as opened:
        frames = _frames(opened.handle, by_page)
    failures = (pikepdf.PdfError, pikepdf.PasswordError, RuntimeError, ValueError, TypeError, LookupError)
    try:
        with pikepdf.open(source, password=opened.password or "", suppress_warnings=True) as pdf:
            writer = _Writer(pdf)
            for number, frame in frames.items():
                writer.add(pdf.pages[number - 1].obj, frame, by_page[number])
            with target.open("wb") as file:  # given a path, it would copy the mode of the file
                pdf.save(file, object_stream_mode=pikepdf.ObjectStreamMode.generate, encryption=False)
    except failures:
        raise CorruptDocument from None


def _frames(document: Any, numbers: Iterable[int]) -> Mapping[int, PageFrame]:
    """Return the frames of pages. Those that cannot be read are left out: they have no words."""
    frames = {}
    for number in sorted(numbers):
        if 1 <= number <= page_count(document):
            try:
                with open_page(document, number) as page:
                    frames[number] = frame_of(page)
            except PageUnreadable:
                continue
    return frames


class _Writer:
    """Adds annotations to the pages of a PDF."""

    def __init__(self, pdf: Any) -> None:
        import pikepdf  # noqa: PLC0415  # heavy

        self._pike = pikepdf
        self._pdf = pdf
        name = pikepdf.Name
        multiply = pikepdf.Dictionary(Type=name.ExtGState, BM=name.Multiply, ca=_OPACITY, CA=_OPACITY)
        self._multiply = pdf.make_indirect(multiply)

    def add(self, page: Any, frame: PageFrame, annotations: Iterable[PdfAnnotation]) -> None:
        """Append annotations to those of a page, in a new array: pages may share one."""
        old = page.get("/Annots")
        kept = list(old) if isinstance(old, self._pike.Array) else []
        added: list[Any] = []
        for each in annotations:
            annotation = self._pdf.make_indirect(self._annotation(page, frame, each))
            added += [annotation, *self._replies(page, annotation, each.replies)]
        page["/Annots"] = self._pdf.make_indirect(self._pike.Array([*kept, *added]))

    def _annotation(self, page: Any, frame: PageFrame, given: PdfAnnotation) -> Any:
        boxes = [_note_box(frame, given.boxes[0])] if given.shape == "note" else given.boxes
        quads = [_quad(frame, box) for box in boxes]
        rect = _rectangle([number for quad in quads for number in quad])
        color = [round(int(given.color[place : place + 2], 16) / 255, 4) for place in (1, 3, 5)]
        name, text = self._pike.Name, self._pike.String
        annotation = self._common(page, rect, given)
        annotation["/C"], annotation["/Subj"] = color, text(given.label)
        match given.shape:
            case "square":
                annotation["/Subtype"], drawing = name.Square, _square(rect, color)
                annotation["/BS"] = self._pike.Dictionary(W=_LINE_WIDTH, S=name.S)
            case "note":
                annotation["/Subtype"], drawing = name.Text, _note(rect, color)
                annotation["/Name"] = name.Comment
            case "highlight":
                annotation["/Subtype"], drawing = name.Highlight, _highlight(quads, color)
                annotation["/CA"] = _OPACITY
                annotation["/QuadPoints"] = [number for quad in quads for number in quad]
        annotation["/AP"] = self._pike.Dictionary(N=self._appearance(rect, drawing))
        return annotation

    def _replies(self, page: Any, annotation: Any, replies: Iterable[PdfReply]) -> list[Any]:
        """Return text annotations that reply to this one or to each other. Readers list them; nothing is drawn."""
        name, rect = self._pike.Name, list(map(float, annotation.Rect))
        written = {"": annotation}
        for given in replies:
            reply = self._common(page, rect, given)
            reply["/Subtype"], reply["/RT"] = name.Text, name.R
            reply["/IRT"] = written.get(given.to, annotation)
            if given.state:
                reply["/StateModel"], reply["/State"] = self._pike.String("Review"), self._pike.String(given.state)
            reply["/AP"] = self._pike.Dictionary(N=self._appearance(rect, ""))
            written[given.name] = self._pdf.make_indirect(reply)
        return [reply for key, reply in written.items() if key]

    def _common(self, page: Any, rect: Sequence[float], given: PdfAnnotation | PdfReply) -> Any:
        """Return what all annotations have."""
        text = self._pike.String
        return self._pike.Dictionary(
            Type=self._pike.Name.Annot,
            P=page,
            Rect=list(rect),
            F=_PRINTED,
            T=text(given.author),
            Contents=text(given.contents),
            NM=text(given.name),
            CreationDate=text(given.created),
            M=text(given.modified),
        )

    def _appearance(self, rect: Sequence[float], drawing: str) -> Any:
        name, dictionary = self._pike.Name, self._pike.Dictionary
        stream = self._pdf.make_stream(drawing.encode())
        stream["/Type"], stream["/Subtype"] = name.XObject, name.Form
        stream["/BBox"] = list(rect)
        stream["/Group"] = dictionary(S=name.Transparency)
        stream["/Resources"] = dictionary(ExtGState=dictionary(GS=self._multiply))
        return stream


def _quad(frame: PageFrame, box: Box) -> list[float]:
    """Return the corners in user space, as they are displayed: top left and right, bottom left and right.

    The standard has another order, but readers use this one.
    """
    x0, y0, x1, y1 = box.x0 * frame.width, box.y0 * frame.height, box.x1 * frame.width, box.y1 * frame.height
    corners = (frame.to_user_space(Box(x, y, x, y)) for x, y in ((x0, y0), (x1, y0), (x0, y1), (x1, y1)))
    return [round(number, 3) for corner in corners for number in corner[:2]]


def _note_box(frame: PageFrame, corner: Box) -> Box:
    """Return the box of the icon of a note, as fractions of the page, by its top left corner."""
    return Box(corner.x0, corner.y0, corner.x0 + _NOTE_SIDE / frame.width, corner.y0 + _NOTE_SIDE / frame.height)


def _rectangle(points: Sequence[float]) -> list[float]:
    x, y = points[::2], points[1::2]
    return [min(x), min(y), max(x), max(y)]


def _numbers(numbers: Iterable[float]) -> str:
    return " ".join(f"{number:.4f}" for number in numbers)


def _highlight(quads: Sequence[Sequence[float]], color: Sequence[float]) -> str:
    rectangles = (_rectangle(quad) for quad in quads)
    paths = (_numbers((x0, y0, x1 - x0, y1 - y0)) + " re" for x0, y0, x1, y1 in rectangles)
    return f"/GS gs {_numbers(color)} rg " + " ".join(paths) + " f"


def _square(rect: Sequence[float], color: Sequence[float]) -> str:
    """Draw the edge inside of the rectangle."""
    x0, y0, x1, y1 = rect
    width = min(_LINE_WIDTH, x1 - x0, y1 - y0)
    inner = (x0 + width / 2, y0 + width / 2, x1 - x0 - width, y1 - y0 - width)
    return f"{_numbers(color)} RG {width:.4f} w {_numbers(inner)} re S"


def _note(rect: Sequence[float], color: Sequence[float]) -> str:
    """Draw a sheet with lines of text."""
    x0, y0, x1, y1 = rect
    inset, middle = 0.2 * (x1 - x0), [y0 + part * (y1 - y0) for part in _NOTE_LINES]
    lines = " ".join(f"{_numbers((x0 + inset, y))} m {_numbers((x1 - inset, y))} l S" for y in middle)
    inner = (x0 + 0.5, y0 + 0.5, x1 - x0 - 1, y1 - y0 - 1)
    return f"{_numbers(color)} rg 0 0 0 RG 1 w {_numbers(inner)} re B {lines}"
