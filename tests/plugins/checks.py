"""Run by `test_installed.py` with a Python in which the packages of this folder are installed."""

import json
from dataclasses import replace
from pathlib import Path

import cartulary_letters
import cartulary_subtitles as plugin
import pytest

from cartulary.testing import ContractBroken, Sample, check_embedder, check_parser, check_thumbnailer
from config import plugins
from config.stack.doctor import plugins_finding
from core.api.testing import ApiClient
from corpuses.agents.tools import available_tools
from corpuses.analyzers.registry import UnknownAnalyzer, get_analyzer, names
from corpuses.llm.embedders import UnknownEmbedder, get_embedder
from corpuses.search.embedding import default_embedder
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


ASKED = "query($id: ID!) { fileTypes { mimeType } document(id: $id) { parsers { name } facts { name value } } }"


@pytest.fixture
def sample(tmp_path):
    path = tmp_path / "film.srt"
    path.write_bytes(SUBTITLES)
    return Sample(path, plugin.SUBRIP)


def test_the_example_keeps_the_contract(sample):
    check_parser(plugin.SubtitleParser(), [sample])
    check_thumbnailer(plugin.SubtitleThumbnailer(), [sample])
    check_embedder(cartulary_letters.load_letters)


@pytest.mark.django_db(transaction=True)
def test_a_file_of_a_type_that_only_the_plug_in_knows_goes_all_the_way(person, settings, tmp_path):
    # proves: X-18
    client = ApiClient(person)
    film = tmp_path / "film.srt"
    film.write_bytes(SUBTITLES)
    with film.open("rb") as file:
        made = client.post("/api/v1/documents/upload", {"file": file})
    assert made.status_code == 201, made.content
    run_jobs()
    document = Document.objects.get()
    assert (document.state, document.mime_type, document.revision.parser) == ("ready", plugin.SUBRIP, "subtitles")
    assert document.revision.text == "The lease begins today.\nAnd when does it end?\n"
    assert document.thumbnail is not None
    pawls = json.loads(client.get(f"/api/v1/documents/{document.pk}/pawls").body)
    assert [token["text"] for token in pawls[0]["tokens"]][:3] == ["The", "lease", "begins"]
    asked = client.ask(ASKED, {"id": str(document.pk)})
    assert asked["document"] == {"parsers": [{"name": "subtitles"}], "facts": [{"name": "lines", "value": "2"}]}
    assert plugin.SUBRIP in {each["mimeType"] for each in asked["fileTypes"]}


def test_the_installed_embedder_is_the_one_of_the_settings(settings):
    settings.EMBEDDER = "letters"
    assert default_embedder().name == "letters"


def test_what_is_broken_is_named_with_its_reason_and_stops_nothing(caplog):
    assert {problem.name for problem in registry.problems()} == BROKEN
    reasons = {problem.name: (problem.package, problem.reason) for problem in registry.problems()}
    assert reasons["quits"] == ("cartulary-broken", "SystemExit: 3")
    assert reasons["raises"] == ("cartulary-broken", "OSError: there is no model")
    assert "PdfParser" in reasons["taken"][1]
    assert registry.parser_for("application/pdf").name == "pdfium"


def test_operators_read_of_it_in_the_admin_and_from_the_doctor(admin_client):
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


def test_a_broken_embedder_analyzer_or_tool_stops_none_of_the_others():
    assert {each.name for each in plugins.problems()} == BROKEN | BROKEN_ELSEWHERE
    assert names() == ["defined-terms", "patterns"]
    assert "no-tool" not in available_tools()
    with pytest.raises(UnknownAnalyzer, match="cannot be used: OSError: there is no model"):
        get_analyzer("no-licence")
    with pytest.raises(UnknownEmbedder, match=r"cannot be used: .model\.onnx. is no function"):
        get_embedder("no-factory", Path(), 1)


class WithoutLastEvent(plugin.SubtitleParser):
    def parse(self, path, options):
        yield from list(super().parse(path, options))[:-1]


class WithWordsOutside(plugin.SubtitleParser):
    def parse(self, path, options):
        for event in super().parse(path, options):
            moved = [each._replace(box=plugin.Box(900, 0, 950, 9)) for each in getattr(event, "tokens", ())]
            yield replace(event, tokens=moved) if moved else event


class WithoutWords(plugin.SubtitleParser):
    def parse(self, path, options):
        for event in super().parse(path, options):
            yield replace(event, tokens=event.tokens[1:]) if hasattr(event, "tokens") else event


class WithChance(plugin.SubtitleParser):
    count = 0

    def parse(self, path, options):
        WithChance.count += 1
        for event in super().parse(path, options):
            yield replace(event, title=str(WithChance.count)) if hasattr(event, "facts") else event


class WithRawErrors(plugin.SubtitleParser):
    def parse(self, path, options):
        path.read_bytes().decode("ascii")[0]
        yield from super().parse(path, options)


class WithAnotherEye(plugin.SubtitleParser):
    def recognise(self, head):
        return "text/plain"


@pytest.mark.parametrize(
    ("parser", "complaint"),
    [
        (WithoutLastEvent, "the last event is no ParsedStructure"),
        (WithWordsOutside, "lie outside the page"),
        (WithoutWords, "the tokens are not all words of the text"),
        (WithChance, "gives two results"),
        (WithRawErrors, "IndexError instead of an error of the contract"),
        (WithAnotherEye, "does not recognise it"),
    ],
)
def test_the_contract_sees_what_is_wrong(sample, parser, complaint):
    with pytest.raises(ContractBroken, match=complaint):
        check_parser(parser(), [sample])


class Wide(cartulary_letters.Letters):
    dimensions = 512


class Long(cartulary_letters.Letters):
    def embed(self, texts):
        return super().embed(texts) * 2


@pytest.mark.parametrize(("embedder", "complaint"), [(Wide, "512 dimensions"), (Long, "unit length")])
def test_the_contract_of_embedders_sees_what_is_wrong(embedder, complaint):
    with pytest.raises(ContractBroken, match=complaint):
        check_embedder(lambda models, threads: embedder())


def test_a_picture_that_is_none_is_seen(sample, monkeypatch):
    monkeypatch.setattr(plugin.SubtitleThumbnailer, "thumbnail", lambda *_, **__: b"GIF89a")
    with pytest.raises(ContractBroken, match="no webp"):
        check_thumbnailer(plugin.SubtitleThumbnailer(), [sample])


def test_the_place_of_this_test_has_the_packages_for_real():
    assert not Path(plugin.__file__).is_relative_to(Path(__file__).parent)
