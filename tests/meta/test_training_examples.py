"""Examples that the reader is trained with: places of answers in tokens, and contracts that are kept for measuring."""

import json

import pytest

from benchmarks.reader.calibrate import fit
from benchmarks.reader.examples import Sampler, is_kept, load, windows
from corpuses.llm.minilm_build import tokenizer_file
from corpuses.llm.onnx_sessions import load_tokenizer
from corpuses.llm.reader import FRAME, WINDOW, ReaderModel

LAW = "This Agreement is governed by the laws of Ohio."


@pytest.fixture(scope="module")
def text():
    return ReaderModel(None, load_tokenizer(tokenizer_file().parent))


@pytest.fixture
def contracts(tmp_path, text):
    context = "The parties agree. " * 200 + LAW
    answer = {"text": "laws of Ohio", "answer_start": context.index("laws of Ohio")}
    law = {"id": "A__Governing Law", "question": "…", "answers": [answer]}
    insurance = {"id": "A__Insurance", "question": "…", "answers": []}
    path = tmp_path / "CUADv1.json"
    path.write_text(
        json.dumps({"data": [{"title": "A", "paragraphs": [{"context": context, "qas": [law, insurance]}]}]})
    )
    return load(path, text.tokenize)


def test_an_answer_is_where_its_tokens_are(text, contracts):
    (paragraph,) = contracts
    ((first, last),) = paragraph.answers["Governing Law"]
    assert paragraph.tokens.ids[first : last + 1].tolist() == text.tokenize("laws of Ohio").ids.tolist()
    assert paragraph.answers["Insurance"] == ()


def test_every_example_has_its_answer_inside_or_none_at_all(text, contracts):
    sampler = Sampler({"Governing Law": [text.question("Which law applies?")], "Insurance": [[7]]}, seed=1)
    examples = [each for _ in range(20) for each in sampler.contracts(contracts)]
    answer = text.tokenize("laws of Ohio").ids.tolist()
    found = [each.text[each.first : each.last + 1] for each in examples if each.first >= 0]
    assert found
    assert all(each == answer for each in found)
    assert any(each.first < 0 for each in examples)
    assert all(len(each.question) + len(each.text) + FRAME <= WINDOW for each in examples)


def test_windows_cover_a_text():
    for count in (1, 100, 300, 301, 2_000):
        assert {place for one, two in windows(count, 300) for place in range(one, two)} == set(range(count))


def test_development_contracts_are_kept():
    assert is_kept("GULFSOUTHMEDICALSUPPLYINC_12_24_1997-EX-4-AFFILIATE AGREEMENT.PDF")
    assert not is_kept("LIMEENERGYCO_09_09_1999-EX-10-DISTRIBUTOR AGREEMENT")


def test_probabilities_are_fitted_to_what_was_right():
    scores = [step / 10 for step in range(-50, 50)]
    platt = fit(scores, [score > 1 for score in scores])
    assert platt.slope > 0
    assert platt.probability(1.0) == pytest.approx(0.5, abs=0.05)
