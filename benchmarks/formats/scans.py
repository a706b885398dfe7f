"""Simulated scans of pages with known text: clean ones, and skewed ones with noise and low JPEG quality.

The sources are digital PDFs, so that their own text is the ground truth.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageFilter

from documents.pipeline.pdfium import pypdfium2

PAGES_PER_DOCUMENT = 2


@dataclass(frozen=True, slots=True)
class Scanner:
    """Properties of a scan: `skew` in degrees, `noise` in levels of grey, `jpeg` quality."""

    name: str
    dpi: int
    skew: float
    noise: float
    jpeg: int


SCANNERS = (Scanner("clean", 200, 0.0, 0.0, 90), Scanner("noisy", 200, 0.7, 8.0, 60))


def scan_all(files: Sequence[Path], scanner: Scanner, folder: Path) -> None:
    """Write a PDF of images and a text for each file."""
    folder.mkdir(parents=True)
    for number, file in enumerate(files):
        document = pypdfium2.PdfDocument(file)
        pages = [document[page] for page in range(min(PAGES_PER_DOCUMENT, len(document)))]
        texts = [page.get_textpage().get_text_range() for page in pages]
        (folder / f"{file.stem}.txt").write_text("\n".join(texts), "utf-8")
        rng = np.random.default_rng(number)
        images = [_scan(page, scanner, rng, direction=(-1) ** index) for index, page in enumerate(pages)]
        target = folder / f"{file.stem}.pdf"
        first, rest = images[0], images[1:]
        first.save(target, save_all=True, append_images=rest, resolution=scanner.dpi, quality=scanner.jpeg)


def _scan(page: pypdfium2.PdfPage, scanner: Scanner, rng: np.random.Generator, *, direction: int) -> Image.Image:
    image: Image.Image = page.render(scale=scanner.dpi / 72, grayscale=True).to_pil()
    if scanner.skew:
        image = image.rotate(scanner.skew * direction, fillcolor=255, resample=Image.Resampling.BICUBIC)
    if not scanner.noise:
        return image
    grey = np.asarray(image.filter(ImageFilter.GaussianBlur(0.4)), dtype=np.float32)
    noisy = grey + rng.normal(0, scanner.noise, grey.shape)
    return Image.fromarray(np.clip(noisy, 0, 255).astype("uint8"))
