"""Tests that `test_installed.py` runs with a Python in which the packages of this folder are installed."""

import json
from dataclasses import replace
from pathlib import Path

import cartulary_characters
import cartulary_subtitles as plugin
import pytest

from cartulary.testing import ContractViolation, Sample, check_embedder, check_parser, check_thumbnailer
from config import plugins
from config.stack.doctor import plugins_finding
from core.api.testing import ApiClient
from corpuses.analyzers.registry import UnknownAnalyzer, get_analyzer, names
from corpuses.conversations.installed_tools import problems as tool_problems
from corpuses.llm.embedders import UnknownEmbedder, get_embedder
from corpuses.search.embedders import embedder_named
from documents.models import Document
from documents.pipeline import registry
from tasks.testing import run_jobs

SUBTITLES = b"""1
00:00:01,000 --> 00:00:04,000
The lease begins today.

2
00:00:05,000 --> 00:00:07,500
And when does it end?
"""
BROKEN_ELSEWHERE = {"no-factory", "no-model", "patterns", "no-analyzer", "no-licence", "no-tool"}
BROKEN = {"gone", "no-class", "no-parser", "no-types", "quits", "raises", "taken", "no-thumbnailer"}

QUERY = "query($id: ID!) { fileTypes { mimeType } document(id: $id) { parsers { name } properties { name value } } }"


@pytest.fixture
def sample(tmp_path):
    path = tmp_path / "film.srt"
    path.write_bytes(SUBTITLES)
    return Sample(path, plugin.SUBRIP)


def test_the_example_fulfils_the_contract(sample):
    check_parser(plugin.SubtitleParser(), [sample])
    check_thumbnailer(plugin.SubtitleThumbnailer(), [sample])
    check_embedder(cartulary_characters.load_characters)


@pytest.mark.django_db(transaction=True)
def test_a_file_of_a_plug_in_type_is_processed_end_to_end(user, settings, tmp_path):
    # proves: X-18
    client = ApiClient(user)
    film = tmp_path / "film.srt"
    film.write_bytes(SUBTITLES)
    with film.open("rb") as file:
        response = client.post("/api/v1/documents/upload", {"file": file})
    assert response.status_code == 201, response.content
    run_jobs()
    document = Document.objects.get()
    assert (document.state, document.mime_type, document.revision.parser) == ("ready", plugin.SUBRIP, "subtitles")
    assert document.revision.text == "The lease begins today.\nAnd when does it end?\n"
    assert document.thumbnail is not None
    pawls = json.loads(client.get(f"/api/v1/documents/{document.pk}/pawls").body)
    assert [token["text"] for token in pawls[0]["tokens"]][:3] == ["The", "lease", "begins"]
    data = client.execute(QUERY, {"id": str(document.pk)})
    assert data["document"] == {"parsers": [{"name": "subtitles"}], "properties": [{"name": "lines", "value": "2"}]}
    assert plugin.SUBRIP in {each["mimeType"] for each in data["fileTypes"]}


def test_an_installed_embedder_can_be_configured(settings):
    settings.EMBEDDER = "characters"
    assert embedder_named(settings.EMBEDDER).name == "characters"


def test_faulty_plug_ins_are_reported_with_the_reason_and_skipped(caplog):
    assert {problem.name for problem in registry.problems()} == BROKEN
    reasons = {problem.name: (problem.package, problem.reason) for problem in registry.problems()}
    assert reasons["quits"] == ("cartulary-broken", "SystemExit: 3")
    assert reasons["raises"] == ("cartulary-broken", "OSError: the model is missing")
    assert "PdfParser" in reasons["taken"][1]
    assert registry.parser_for("application/pdf").name == "pdfium"


def test_the_admin_and_doctor_report_faulty_plug_ins(admin_client):
    page = admin_client.get("/admin/documents/parserchoice/").content.decode()
    finding = plugins_finding()
    assert finding.good is None
    assert "subtitles" in finding.fact
    front = admin_client.get("/admin/").content.decode()
    for name in BROKEN:
        assert name in page
    for name in BROKEN | BROKEN_ELSEWHERE:
        assert f"&#x27;{name}&#x27;" in front
        assert f"{name!r}" in finding.advice


def test_a_faulty_embedder_analyzer_or_tool_does_not_affect_others():
    assert {each.name for each in plugins.problems()} == BROKEN | BROKEN_ELSEWHERE
    assert names() == [
        "deadlines",
        "defined-terms",
        "dictionary",
        "organizations",
        "patterns",
        "personal-data",
        "references",
        "regular-expressions",
    ]
    assert "no-tool" in {each.name for each in tool_problems()}
    with pytest.raises(UnknownAnalyzer, match="cannot be used: OSError: the model is missing"):
        get_analyzer("no-licence")
    with pytest.raises(UnknownEmbedder, match=r"cannot be used: .model\.onnx. is no function"):
        get_embedder("no-factory", Path(), 1)


class MissingStructure(plugin.SubtitleParser):
    def parse(self, path, options):
        yield from list(super().parse(path, options))[:-1]


class TokensOutside(plugin.SubtitleParser):
    def parse(self, path, options):
        for event in super().parse(path, options):
            moved = [each._replace(box=plugin.Box(900, 0, 950, 9)) for each in getattr(event, "tokens", ())]
            yield replace(event, tokens=moved) if moved else event


class MissingTokens(plugin.SubtitleParser):
    def parse(self, path, options):
        for event in super().parse(path, options):
            yield replace(event, tokens=event.tokens[1:]) if hasattr(event, "tokens") else event


class NotRepeatable(plugin.SubtitleParser):
    count = 0

    def parse(self, path, options):
        NotRepeatable.count += 1
        for event in super().parse(path, options):
            yield replace(event, title=str(NotRepeatable.count)) if hasattr(event, "metadata") else event


class UntypedErrors(plugin.SubtitleParser):
    def parse(self, path, options):
        path.read_bytes().decode("ascii")[0]
        yield from super().parse(path, options)


class WrongSniffer(plugin.SubtitleParser):
    def sniff_type(self, head):
        return "text/plain"


@pytest.mark.parametrize(
    ("parser", "violation"),
    [
        (MissingStructure, "the last event must be ParsedStructure"),
        (TokensOutside, "are outside the page"),
        (MissingTokens, "the tokens are not all words of the text"),
        (NotRepeatable, "gives two results"),
        (UntypedErrors, "IndexError instead of an error of cartulary.parsers"),
        (WrongSniffer, "sniff_type does not return"),
    ],
)
def test_the_contract_test_detects_violations(sample, parser, violation):
    with pytest.raises(ContractViolation, match=violation):
        check_parser(parser(), [sample])


class WrongDimensions(cartulary_characters.CharacterCounts):
    dimensions = 5_000


class NotNormalized(cartulary_characters.CharacterCounts):
    def embed(self, texts):
        return super().embed(texts) * 2


@pytest.mark.parametrize(
    ("embedder", "violation"), [(WrongDimensions, "5000 dimensions"), (NotNormalized, "unit length")]
)
def test_the_contract_test_of_embedders_detects_violations(embedder, violation):
    with pytest.raises(ContractViolation, match=violation):
        check_embedder(lambda models, threads: embedder())


def test_an_image_of_another_format_is_detected(sample, monkeypatch):
    monkeypatch.setattr(plugin.SubtitleThumbnailer, "thumbnail", lambda *_, **__: b"GIF89a")
    with pytest.raises(ContractViolation, match="not webp"):
        check_thumbnailer(plugin.SubtitleThumbnailer(), [sample])


def test_the_installed_packages_are_used():
    assert not Path(plugin.__file__).is_relative_to(Path(__file__).parent)
