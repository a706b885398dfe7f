"""Inline pictures of a message are part of its text; external pictures are not fetched."""

from email.message import EmailMessage
from io import BytesIO

import pytest
from PIL import Image

from documents.types import StructureKind


@pytest.fixture
def message_path(tmp_path):
    """Return a function that writes a message with pictures, in HTML and as plain text."""

    def write(*sources: str):
        message = EmailMessage()
        message["Subject"] = "Plan of the flat"
        message.set_content("As you see, the kitchen is small.")
        pictures = "".join(f'<img src="{source}" alt="">' for source in sources)
        message.add_alternative(f"<p>As you see,</p>{pictures}<p>the kitchen is small.</p>", subtype="html")
        picture = BytesIO()
        Image.new("RGB", (300, 200), "navy").save(picture, "png")
        message.get_payload()[1].add_related(picture.getvalue(), "image", "png", cid="<plan@example.org>")
        path = tmp_path / "message.eml"
        path.write_bytes(message.as_bytes())
        return path

    return write


def test_an_inline_picture_is_placed_in_the_text(parse, message_path):
    result = parse(message_path("cid:plan@example.org"))
    kinds = [item.kind for item in result.items()]
    assert kinds[-3:] == [StructureKind.PARAGRAPH, StructureKind.FIGURE, StructureKind.PARAGRAPH]
    assert result.text.count("As you see") == 1
    (figure,) = result.items(StructureKind.FIGURE)
    assert figure.box.x1 - figure.box.x0 == pytest.approx(225, abs=1)  # points, at 96 dots per inch


@pytest.mark.parametrize(
    "source", ["https://example.org/x.png", "file:///etc/hostname", "cid:another", "/etc/hostname"]
)
def test_external_pictures_are_not_read(parse, message_path, source):
    assert parse(message_path(source)).items(StructureKind.FIGURE) == []


def test_pictures_in_data_urls_are_read(parse, tmp_path):
    path = tmp_path / "page.html"
    dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    path.write_text(f'<html><body><p>A dot:</p><img src="data:image/png;base64,{dot}"></body></html>')
    assert len(parse(path).items(StructureKind.FIGURE)) == 1
