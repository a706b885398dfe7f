"""Plug-ins are selected by type and have unique names."""

import tomllib
from pathlib import Path

import pytest

from documents.errors import UnsupportedType
from documents.pipeline import registry
from documents.pipeline.language import detect_language
from documents.pipeline.pdf.parser import PdfParser
from documents.pipeline.protocols import Parser
from documents.pipeline.reflow.docling_reader import BACKENDS
from documents.pipeline.registry import NotAPlugin, PluginAlreadyRegistered, Registry, UnknownPlugin


def test_each_type_has_a_parser_and_a_thumbnailer():
    assert registry.accepted_types() >= {"application/pdf", "text/plain", "image/png", "image/jpeg", *BACKENDS}
    for mime_type in registry.accepted_types():
        assert registry.parser_for(mime_type).score(mime_type) > 0
        assert registry.thumbnailer_for(mime_type).score(mime_type) > 0


def test_an_unknown_type_is_refused_with_the_accepted_types():
    with pytest.raises(UnsupportedType) as raised:
        registry.parser_for("application/x-unknown")
    assert raised.value.data["detected"] == "application/x-unknown"
    assert "application/pdf" in raised.value.data["allowed"]


def test_a_name_cannot_be_used_twice():
    parsers = Registry(Parser)
    parsers.register(PdfParser())
    with pytest.raises(PluginAlreadyRegistered, match="pdfium"):
        parsers.register(PdfParser())


def test_an_unknown_name_is_refused_with_the_known_names():
    names = "docling, image, mail, office-legacy, pdfium, pdfium-ocr, plain-text, xml-source"
    with pytest.raises(UnknownPlugin, match=names):
        registry.parsers().named("ocr")


def test_an_object_without_the_methods_is_refused():
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


def test_entry_points_and_registry_list_the_same_plug_ins():
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8"))
    entry_points = project["project"]["entry-points"]
    assert entry_points["cartulary.parsers"] == registry.BUILT_IN_PARSERS
    assert entry_points["cartulary.thumbnailers"] == registry.BUILT_IN_THUMBNAILERS


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("This agreement is made between the parties on the first day of January.", "en"),
        ("Dieser Vertrag wird zwischen den Parteien am ersten Januar geschlossen.", "de"),
        ("Настоящий договор заключён между сторонами первого января.", "ru"),
        ("تم إبرام هذا العقد بين الطرفين في اليوم الأول من شهر يناير", "ar"),
        ("12 345 67.8 --- 2020", ""),  # no words
        ("", ""),
    ],
)
def test_the_language_is_detected_or_left_empty(text, language):
    assert detect_language([text]) == language
