"""Pictures as the pages of a PDF, each written before the next is decoded, so that memory is that of one."""

from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from documents.pipeline.image.embedding import Embedded

_OBJECTS_PER_PAGE = 3
_CATALOG, _PAGES = 1, 2


def write_album(target: Path, pictures: Iterable[tuple[Embedded, float, float]]) -> None:
    """A page for each picture; with it come the width and the height of the page, in points."""
    with target.open("wb") as file:
        album = _Album(file)
        for picture, width, height in pictures:
            album.add(picture, width, height)
        album.finish()


class _Album:
    """Objects as they come, then the table that says where they are."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._places: dict[int, int] = {}
        self._pages: list[int] = []
        file.write(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")

    def add(self, picture: Embedded, width: float, height: float) -> None:
        page = _PAGES + 1 + _OBJECTS_PER_PAGE * len(self._pages)
        contents, image = page + 1, page + 2
        self._pages.append(page)
        draw = f"q {width:.4f} 0 0 {height:.4f} 0 0 cm /P Do Q".encode()
        resources = f"<< /XObject << /P {image} 0 R >> >>"
        box = f"/MediaBox [0 0 {width:.4f} {height:.4f}]"
        self._write(
            page, f"<< /Type /Page /Parent {_PAGES} 0 R {box} /Contents {contents} 0 R /Resources {resources} >>"
        )
        self._write(contents, f"<< /Length {len(draw)} >>", draw)
        size = f"/Width {picture.width} /Height {picture.height} /Length {len(picture.data)}"
        self._write(image, f"<< /Type /XObject /Subtype /Image {size} {picture.entries} >>", picture.data)

    def finish(self) -> None:
        kids = " ".join(f"{page} 0 R" for page in self._pages)
        self._write(_PAGES, f"<< /Type /Pages /Count {len(self._pages)} /Kids [{kids}] >>")
        self._write(_CATALOG, f"<< /Type /Catalog /Pages {_PAGES} 0 R >>")
        start = self._file.tell()
        count = len(self._places) + 1
        self._file.write(f"xref\n0 {count}\n0000000000 65535 f \n".encode())
        for _, place in sorted(self._places.items()):
            self._file.write(f"{place:010} 00000 n \n".encode())
        self._file.write(f"trailer << /Size {count} /Root {_CATALOG} 0 R >>\nstartxref\n{start}\n%%EOF\n".encode())

    def _write(self, number: int, dictionary: str, stream: bytes | None = None) -> None:
        self._places[number] = self._file.tell()
        self._file.write(f"{number} 0 obj\n{dictionary}\n".encode())
        if stream is not None:
            self._file.write(b"stream\n" + stream + b"\nendstream\n")
        self._file.write(b"endobj\n")
