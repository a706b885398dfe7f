"""Photos and scans as users upload them: rotated, skewed, dark, large, in unusual pixel formats, and harmful ones."""

import struct
import zlib

import numpy as np
import pytest
from PIL import Image, ImageEnhance

from documents.errors import ParserOutOfMemory
from documents.pipeline.pdfium import pypdfium2, raw
from documents.tests.pipeline.conftest import DATA

EXPECTED = "Docling bundles PDF document conversion to JSON and Markdown in an easy self contained package"
_ORIENTATION = 0x0112


def sheet(scale: float = 150 / 72) -> Image.Image:
    """Render a page with three lines of large type."""
    return pypdfium2.PdfDocument(DATA / "scan.pdf")[0].render(scale=scale).to_pil().convert("RGB")


def rotated_by_exif(folder):
    """Write a photo whose rotation is only in its EXIF data."""
    exif = Image.Exif()
    exif[_ORIENTATION] = 6
    sheet().rotate(90, expand=True).save(folder / "photo.jpg", exif=exif)
    return folder / "photo.jpg"


def upside_down(folder):
    sheet().rotate(180).save(folder / "photo.png")
    return folder / "photo.png"


def skewed(folder):
    sheet().rotate(-8, fillcolor="white", resample=Image.Resampling.BICUBIC).save(folder / "photo.png")
    return folder / "photo.png"


def dark(folder):
    """Write a photo by the light of a lamp on the left: a third of the brightness, darker to the right."""
    picture = np.asarray(ImageEnhance.Brightness(sheet()).enhance(0.35), np.float32)
    light = np.linspace(1.0, 0.5, picture.shape[1])[None, :, None]
    Image.fromarray((picture * light).astype(np.uint8)).save(folder / "photo.jpg", quality=80)
    return folder / "photo.jpg"


def twelve_megapixels(folder):
    sheet().resize((3000, 4000)).save(folder / "photo.jpg", quality=70)
    return folder / "photo.jpg"


def fax(folder):
    """Write one bit per pixel, with the compression of fax machines."""
    sheet(200 / 72).convert("1").save(folder / "fax.tif", compression="group4", dpi=(200, 200))
    return folder / "fax.tif"


def cmyk(folder):
    sheet().convert("CMYK").save(folder / "photo.jpg")
    return folder / "photo.jpg"


def sixteen_bits(folder):
    grey = np.asarray(sheet().convert("L"), np.uint16) * 257
    Image.fromarray(grey).save(folder / "scan.png")
    return folder / "scan.png"


def transparent(folder):
    """Write black text on a transparent background, which is displayed on white."""
    ink = sheet().convert("L").point(lambda grey: 255 - grey)
    page = Image.new("RGBA", ink.size, (0, 0, 0, 0))
    page.putalpha(ink)
    page.save(folder / "page.png")
    return folder / "page.png"


def animated(folder, extension):
    """Write an animation of an image with text and two empty ones."""
    first, empty = sheet(), Image.new("RGB", sheet().size, "white")
    path = folder / f"animated.{extension}"
    first.save(path, save_all=True, append_images=[empty, empty], duration=100, lossless=True)
    return path


def animated_gif(folder):
    return animated(folder, "gif")


def animated_webp(folder):
    return animated(folder, "webp")


@pytest.mark.full
@pytest.mark.parametrize(
    "write_image",
    [
        rotated_by_exif,
        upside_down,
        skewed,
        dark,
        twelve_megapixels,
        fax,
        cmyk,
        sixteen_bits,
        transparent,
        animated_gif,
        animated_webp,
    ],
)
def test_the_text_of_an_image_is_recognized(parse, tmp_path, write_image):
    # proves: S3-11
    result = parse(write_image(tmp_path))
    assert len(result.pages) == 1
    assert result.text.split() == EXPECTED.split()


def bomb(path, *, side: int):
    """Write a small PNG of many pixels that are all the same."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    packer = zlib.compressobj(9)
    row = bytes(1 + 3 * side)
    data = b"".join(packer.compress(row) for _ in range(64)) + packer.flush()
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b""))
    return path


def test_a_decompression_bomb_is_refused_before_any_pixel_is_decoded(parse, tmp_path, monkeypatch):
    def decode(*_):
        raise AssertionError("decoded")

    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", decode)
    with pytest.raises(ParserOutOfMemory, match="100,000,000 pixels"):
        parse(bomb(tmp_path / "bomb.png", side=20_000))


@pytest.mark.full
def test_only_scanned_pages_of_a_mixed_document_are_recognized(parse, tmp_path):
    book = pypdfium2.PdfDocument.new()
    book.import_pages(pypdfium2.PdfDocument(DATA / "contract.pdf"), [0])
    book.import_pages(pypdfium2.PdfDocument(DATA / "scan.pdf"))
    book.save(tmp_path / "mixed.pdf")
    digital, scanned = parse(tmp_path / "mixed.pdf").pages
    assert {token.confidence for token in digital.tokens} == {None}
    assert scanned.text.split() == EXPECTED.split()
    assert all(token.confidence is not None for token in scanned.tokens)


@pytest.mark.full
def test_the_invisible_text_layer_of_a_scan_is_used_instead_of_ocr(parse, tmp_path):
    """Scanners write the text that they recognized as invisible text over the picture. Here it is reversed."""
    document = pypdfium2.PdfDocument(DATA / "scan.pdf")
    page = document[0]
    for token in parse("scan.pdf").pages[0].tokens:
        write_invisibly(document, page, token.text[::-1], token.box)
    page.gen_content()
    document.save(tmp_path / "layer.pdf")
    (page,) = parse(tmp_path / "layer.pdf").pages
    assert "".join(token.text for token in page.tokens) == "".join(word[::-1] for word in EXPECTED.split())
    assert {token.confidence for token in page.tokens} == {None}


def write_invisibly(document, page, word, box):
    text = raw.FPDFPageObj_NewTextObj(document, b"Helvetica", box.y1 - box.y0)
    code = f"{word}\0".encode("utf-16-le")
    raw.FPDFText_SetText(text, (raw.FPDF_WCHAR * (len(code) // 2)).from_buffer_copy(code))
    raw.FPDFTextObj_SetTextRenderMode(text, raw.FPDF_TEXTRENDERMODE_INVISIBLE)
    raw.FPDFPageObj_Transform(text, 1, 0, 0, 1, box.x0, page.get_height() - box.y1)
    raw.FPDFPage_InsertObject(page, text)
