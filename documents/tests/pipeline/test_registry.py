"""Plug-ins are found by type, announced twice never."""

import tomllib
from pathlib import Path

import pytest

from documents.errors import UnsupportedType
from documents.pipeline import registry
from documents.pipeline.flow.docling_backends import BACKENDS
from documents.pipeline.language import detect_language
from documents.pipeline.pdf.parser import PdfParser
from documents.pipeline.protocols import Parser
from documents.pipeline.registry import NotAPlugin, PluginAlreadyRegistered, Registry, UnknownPlugin


def test_each_type_has_its_parser_and_its_thumbnailer():
    assert registry.accepted_types() >= {"application/pdf", "text/plain", "image/png", "image/jpeg", *BACKENDS}
    for mime_type in registry.accepted_types():
        assert registry.parser_for(mime_type).score(mime_type) > 0
        assert registry.thumbnailer_for(mime_type).score(mime_type) > 0


def test_an_unknown_type_is_refused_with_what_would_be_accepted():
    with pytest.raises(UnsupportedType) as raised:
        registry.parser_for("application/x-unknown")
    assert raised.value.data["detected"] == "application/x-unknown"
    assert "application/pdf" in raised.value.data["allowed"]


def test_a_name_cannot_be_taken_twice():
    parsers = Registry(Parser)
    parsers.register(PdfParser())
    with pytest.raises(PluginAlreadyRegistered, match="pdfium"):
        parsers.register(PdfParser())


def test_an_unknown_name_is_answered_with_the_known_ones():
    names = "docling, image, mail, office-legacy, pdfium, pdfium-ocr, plain-text, xml-source"
    with pytest.raises(UnknownPlugin, match=names):
        registry.parsers().named("ocr")


def test_what_is_no_plug_in_is_refused():
    with pytest.raises(NotAPlugin):
        Registry(Parser).register(object())


def test_the_highest_score_wins():
    class Better(PdfParser):
        name = "better"

        def score(self, mime_type):
            return 90

    parsers = Registry(Parser)
    parsers.register(PdfParser())
    parsers.register(Better())
    assert parsers.best_for("application/pdf").name == "better"


def test_the_package_announces_the_same_plug_ins_as_the_registry():
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8"))
    announced = project["project"]["entry-points"]
    assert announced["cartulary.parsers"] == registry.BUILT_IN_PARSERS
    assert announced["cartulary.thumbnailers"] == registry.BUILT_IN_THUMBNAILERS


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("This agreement is made between the parties on the first day of January.", "en"),
        ("Dieser Vertrag wird zwischen den Parteien am ersten Januar geschlossen.", "de"),
        ("Настоящий договор заключён между сторонами первого января.", "ru"),
        ("تم إبرام هذا العقد بين الطرفين في اليوم الأول من شهر يناير", "ar"),
        ("12 345 67.8 --- 2020", ""),  # nothing to go by
        ("", ""),
    ],
)
def test_the_language_is_recognised_or_left_open(text, language):
    assert detect_language([text]) == language
