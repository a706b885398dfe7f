"""Pages with known text made into pictures, as a scanner would see them: clean, and skewed with noise and bad JPEG.

Taken from PDFs that were born digital, so that their own text is the truth.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pypdfium2
from PIL import Image, ImageFilter

PAGES = 2  # of each document


@dataclass(frozen=True, slots=True)
class Scanner:
    """`skew` in degrees, `noise` in levels of grey, `jpeg` as its quality."""

    name: str
    dpi: int
    skew: float
    noise: float
    jpeg: int


SCANNERS = (Scanner("clean", 200, 0.0, 0.0, 90), Scanner("noisy", 200, 0.7, 8.0, 60))


def scan_all(files: Sequence[Path], scanner: Scanner, folder: Path) -> None:
    """Write a PDF of pictures and a text for each file."""
    folder.mkdir(parents=True)
    for number, file in enumerate(files):
        document = pypdfium2.PdfDocument(file)
        pages = [document[page] for page in range(min(PAGES, len(document)))]
        texts = [page.get_textpage().get_text_range() for page in pages]
        (folder / f"{file.stem}.txt").write_text("\n".join(texts), "utf-8")
        random = np.random.default_rng(number)
        pictures = [_scanned(page, scanner, random, lean=(-1) ** place) for place, page in enumerate(pages)]
        target = folder / f"{file.stem}.pdf"
        first, rest = pictures[0], pictures[1:]
        first.save(target, save_all=True, append_images=rest, resolution=scanner.dpi, quality=scanner.jpeg)


def _scanned(page: pypdfium2.PdfPage, scanner: Scanner, random: np.random.Generator, *, lean: int) -> Image.Image:
    picture: Image.Image = page.render(scale=scanner.dpi / 72, grayscale=True).to_pil()
    if scanner.skew:
        picture = picture.rotate(scanner.skew * lean, fillcolor=255, resample=Image.Resampling.BICUBIC)
    if not scanner.noise:
        return picture
    grey = np.asarray(picture.filter(ImageFilter.GaussianBlur(0.4)), dtype=np.float32)
    noisy = grey + random.normal(0, scanner.noise, grey.shape)
    return Image.fromarray(np.clip(noisy, 0, 255).astype("uint8"))
