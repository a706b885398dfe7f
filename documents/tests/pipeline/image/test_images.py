"""Images as documents, and thumbnails of documents."""

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from documents.errors import CorruptDocument, EmptyFile, ParserOutOfMemory, TooManyPages, UnsafeDocument
from documents.pipeline.image import open_image
from documents.pipeline.pdfium import pypdfium2
from documents.pipeline.registry import thumbnailer_for
from documents.pipeline.sniff import sniff
from documents.tests.pipeline.conftest import DATA
from documents.types import StructureKind

STRIP_OFFSETS, STRIP_BYTE_COUNTS = 273, 279  # tags of TIFF


def thumbnail(path, width: int = 300) -> Image.Image:
    mime_type = sniff(path.read_bytes()[:5000])
    image = Image.open(BytesIO(thumbnailer_for(mime_type).thumbnail(path, mime_type, width=width)))
    assert image.format == "WEBP"
    return image


def save(path, image: Image.Image, kind: str, **options):
    image.save(path, kind, **options)
    return path


def test_the_text_of_an_image_is_recognized_and_its_rendition_has_the_same_size(parse):
    # proves: S3-11
    result = parse("page.png")
    assert result.page_count == 1
    assert result.text.startswith("This is a lot of 12 point text to test the")
    assert result.warnings == []
    page = pypdfium2.PdfDocument(result.rendition.path)[0]
    assert (page.get_width(), page.get_height()) == pytest.approx(
        (result.pages[0].width, result.pages[0].height), abs=1
    )


def test_an_image_without_text_is_a_figure_with_a_warning(parse, tmp_path):
    gradient = Image.linear_gradient("L").resize((600, 400))
    result = parse(save(tmp_path / "gradient.jpg", gradient, "JPEG"))
    assert [item.kind for item in result.structure.items] == [StructureKind.FIGURE]
    assert [warning.code for warning in result.warnings] == ["no_text_on_page"]


def test_a_jpeg_is_embedded_byte_for_byte(parse, tmp_path):
    path = save(tmp_path / "gradient.jpg", Image.linear_gradient("L"), "JPEG", quality=30)
    rendition = Path(parse(path).rendition.path)
    assert path.read_bytes() in rendition.read_bytes()


@pytest.mark.parametrize("mode", ["1", "L", "RGB", "P", "RGBA", "LA", "CMYK", "I;16"])
def test_every_pixel_format_is_rendered_correctly(parse, tmp_path, mode):
    halves = Image.new("L", (400, 200), 255)
    halves.paste(0, (0, 0, 200, 200))  # the left half is black
    image = Image.fromarray(np.asarray(halves).astype(np.uint16) * 257) if mode == "I;16" else halves.convert(mode)
    rendition = parse(save(tmp_path / "halves.tif", image, "TIFF")).rendition
    rendered = pypdfium2.PdfDocument(rendition.path)[0].render().to_pil().convert("L")
    assert rendered.getpixel((20, 20)) < 20
    assert rendered.getpixel((rendered.width - 20, 20)) > 230


def test_all_pages_of_a_tiff_are_parsed(parse, tmp_path):
    page = Image.open(DATA / "phototest.tif")
    path = save(tmp_path / "fax.tif", page, "TIFF", save_all=True, append_images=[page.rotate(180), page])
    result = parse(path)
    assert [page.number for page in result.pages] == [1, 2, 3]
    assert all(page.text.startswith("This is a lot of 12 point text") for page in result.pages)


def test_a_tiff_with_too_many_pages_is_refused(parse, tmp_path):
    page = Image.new("1", (50, 50))
    path = save(tmp_path / "many.tif", page, "TIFF", save_all=True, append_images=[page] * 9)
    with pytest.raises(TooManyPages):
        parse(path, max_pages=5)


def test_the_exif_orientation_is_applied(parse, tmp_path):
    exif = Image.Exif()
    exif[0x0112] = 6  # a quarter turn
    path = save(tmp_path / "photo.jpg", Image.new("RGB", (200, 100), "red"), "JPEG", exif=exif)
    page = parse(path).pages[0]
    assert page.height == pytest.approx(2 * page.width, rel=0.01)
    assert thumbnail(path).size == (300, 600)


@pytest.mark.parametrize(
    ("data", "failure"),
    [
        (b"\x89PNG\r\n\x1a\n" + b"garbage", CorruptDocument),
        ((DATA / "page.png").read_bytes()[:3000], CorruptDocument),  # truncated
    ],
)
def test_a_damaged_image_is_refused(parse, tmp_path, data, failure):
    (tmp_path / "broken.png").write_bytes(data)
    with pytest.raises(failure):
        parse(tmp_path / "broken.png")


def test_an_image_with_too_many_pixels_is_refused_before_it_is_decoded(parse, tmp_path):
    # proves: V5.2.6
    path = save(tmp_path / "bomb.png", Image.new("1", (20_000, 20_000)), "PNG")
    assert path.stat().st_size < 100_000
    with pytest.raises(ParserOutOfMemory):
        parse(path)


def test_a_jpeg_with_too_many_scans_is_refused_before_it_is_decoded(parse, tmp_path):
    """Each scan is decoded over all pixels, so that a small file could take minutes."""
    path = tmp_path / "scans.jpg"
    Image.effect_noise((64, 64), 50).save(path, "JPEG", progressive=True)
    assert parse(path).page_count == 1
    content = path.read_bytes()
    last = content.rindex(b"\xff\xda")
    path.write_bytes(content[:last] + content[last:-2] * 120 + content[-2:])
    with pytest.raises(UnsafeDocument):
        parse(path)
    with pytest.raises(UnsafeDocument):
        thumbnail(path)


def test_an_empty_file_has_no_thumbnail(tmp_path):
    (tmp_path / "empty").write_bytes(b"")
    with pytest.raises(EmptyFile):
        thumbnailer_for("image/png").thumbnail(tmp_path / "empty", "image/png", width=300)


@pytest.mark.parametrize("name", ["contract.pdf", "udhr.txt", "page.png"])
def test_every_format_has_a_thumbnail_of_the_requested_width(name):
    # proves: S1-7
    image = thumbnail(DATA / name, width=300)
    assert image.width == 300
    low, high = image.convert("L").getextrema()
    assert low < 200 < high  # it is not empty


def test_a_transparent_image_has_a_thumbnail_on_white(tmp_path):
    path = save(tmp_path / "glass.png", Image.new("RGBA", (100, 100), (0, 0, 0, 0)), "PNG")
    assert thumbnail(path).convert("RGB").getpixel((150, 150)) == (255, 255, 255)


def test_the_thumbnail_of_a_rotated_page_is_rotated(tmp_path):
    # proves: S1-7
    document = pypdfium2.PdfDocument(DATA / "contract.pdf")
    document[0].set_rotation(90)
    document.save(tmp_path / "rotated.pdf")
    image = thumbnail(tmp_path / "rotated.pdf")
    assert image.width > image.height


def test_the_thumbnail_of_a_very_long_page_has_only_its_top(tmp_path):
    document = pypdfium2.PdfDocument.new()
    document.new_page(100, 10_000)
    document.save(tmp_path / "scroll.pdf")
    assert thumbnail(tmp_path / "scroll.pdf").size == (300, 900)


def tiff(path, pages: list[Image.Image]) -> tuple[Path, list[slice]]:
    """Write the pages, and return the places of their pixels in the file."""
    save(path, pages[0], "TIFF", save_all=True, append_images=pages[1:], compression="tiff_lzw")
    places = []
    with Image.open(path) as image:
        for number in range(len(pages)):
            image.seek(number)
            starts, lengths = image.tag_v2[STRIP_OFFSETS], image.tag_v2[STRIP_BYTE_COUNTS]
            places.append(slice(starts[0], starts[-1] + lengths[-1]))
    return path, places


@pytest.mark.parametrize("damaged", [1, 2, 3])
def test_a_damaged_page_of_a_tiff_costs_no_other_page(parse, tmp_path, damaged):
    scan = Image.open(DATA / "phototest.tif").convert("L")
    path, places = tiff(tmp_path / "fax.tif", [scan] * 3)
    content = bytearray(path.read_bytes())
    place = places[damaged - 1]
    content[place] = b"\xff" * (place.stop - place.start)
    path.write_bytes(content)
    result = parse(path)
    readable = [page.number for page in result.pages if page.text.startswith("This is a lot of 12 point text")]
    assert readable == [number for number in (1, 2, 3) if number != damaged]
    (warning,) = result.warnings
    assert (warning.code, warning.message) == (
        "page_unreadable",
        f"The file is damaged: page {damaged} could not be read.",
    )
    assert result.pages[damaged - 1].text.strip() == ""
    assert pypdfium2.PdfDocument(result.rendition.path).get_page_size(damaged - 1)[0] > 100


def test_a_page_of_a_tiff_with_too_many_pixels_costs_no_other_page(parse, tmp_path, monkeypatch):
    monkeypatch.setattr(open_image, "MAX_PIXELS", 1_000_000)
    scan = Image.open(DATA / "phototest.tif").convert("L")
    path, _ = tiff(tmp_path / "plan.tif", [Image.new("L", (1_100, 1_000), 255), scan])
    result = parse(path)
    assert result.pages[1].text.startswith("This is a lot of 12 point text")
    assert [warning.code for warning in result.warnings] == ["page_unreadable"]


def test_a_tiff_whose_list_of_pages_ends_too_early_keeps_the_pages_before(parse, tmp_path):
    scan = Image.open(DATA / "phototest.tif").convert("L")
    path, places = tiff(tmp_path / "cut.tif", [scan] * 2)
    path.write_bytes(path.read_bytes()[: places[1].start - 20])
    result = parse(path)
    assert result.pages[0].text.startswith("This is a lot of 12 point text")
    assert [warning.code for warning in result.warnings] == ["page_unreadable"]


def test_a_tiff_without_a_readable_page_is_refused(parse, tmp_path, monkeypatch):
    path, _ = tiff(tmp_path / "plans.tif", [Image.new("L", (60, 60), 255)] * 2)
    monkeypatch.setattr(open_image, "MAX_PIXELS", 1_000)
    with pytest.raises(ParserOutOfMemory):
        parse(path)


def test_a_page_of_a_tiff_that_is_a_jpeg_with_too_many_scans_costs_no_other_page(parse, tmp_path):
    scan = Image.open(DATA / "phototest.tif").convert("L")
    path = save(tmp_path / "jpegs.tif", scan, "TIFF", save_all=True, append_images=[scan], compression="jpeg")
    content = bytearray(path.read_bytes())
    with Image.open(path) as image:
        image.seek(1)
        start, length = image.tag_v2[STRIP_OFFSETS][0], image.tag_v2[STRIP_BYTE_COUNTS][0]
    scans = b"\xff\xd8" + b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00" * 120
    assert len(scans) < length
    content[start : start + len(scans)] = scans
    path.write_bytes(content)
    result = parse(path)
    assert result.pages[0].text.startswith("This is a lot of 12 point text")
    assert [warning.code for warning in result.warnings] == ["page_unreadable"]
