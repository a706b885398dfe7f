"""The embedder: close to the published network, near vectors for similar meanings, complete or absent on disk."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
from django.conf import settings
from django.core.management import call_command
from tokenizers import Tokenizer

from corpuses.llm import built_models, minilm
from corpuses.llm.embedders import UnknownEmbedder, get_embedder
from corpuses.llm.minilm_build import write_float_graph

ROOT = Path(__file__).resolve().parents[3]
SENTENCES = [
    "The parties agree to the following terms.",
    "Invoice total is due in 30 days.",
    "A cat sat on the mat.",
    "Die Kündigungsfrist beträgt drei Monate.",
]


@pytest.fixture(scope="module")
def embedder():
    return get_embedder(minilm.NAME, Path(settings.MODELS_DIR), 1)


def test_the_quantised_network_is_close_to_the_float_one(embedder, tmp_path):
    write_float_graph(tmp_path / "float.onnx")
    session = onnxruntime.InferenceSession(tmp_path / "float.onnx", providers=["CPUExecutionProvider"])
    tokenizer = Tokenizer.from_file(str(Path(settings.MODELS_DIR) / minilm.FOLDER / "tokenizer.json"))
    tokenizer.no_padding()
    for sentence, vector in zip(SENTENCES, embedder.embed(SENTENCES), strict=True):
        ids = np.array([tokenizer.encode(sentence).ids])
        (exact,) = session.run(None, {"input_ids": ids, "attention_mask": np.ones_like(ids)})
        assert float(exact[0] @ vector) > 0.98, sentence


@pytest.mark.parametrize(
    ("text", "near", "far"),
    [
        ("The dog chased the ball.", "A puppy ran after a toy.", "Interest rates rose again."),
        ("termination of the contract", "ending the agreement early", "the colour of the walls"),
        ("The payment is due in thirty days.", "You must pay within a month.", "The whale is a mammal."),
    ],
)
def test_similar_meanings_have_near_vectors(embedder, text, near, far):
    one, two, three = embedder.embed([text, near, far])
    assert one @ two > one @ three + 0.2


def test_the_memory_of_many_texts_is_given_back():
    # In a process of its own, because others of this one may have taken the memory before.
    program = f"""
import psutil
from pathlib import Path
from corpuses.llm import minilm
process, model = psutil.Process(), minilm.load(Path({str(settings.MODELS_DIR)!r}), 1)
model.embed(["word"])
sizes = [process.memory_full_info().uss / 1e6]
for step in (lambda: model.embed(["word " * 250] * 32), model.release_memory):
    step()
    sizes.append(process.memory_full_info().uss / 1e6)
print(*sizes)
"""
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    loaded, embedded, released = map(float, printed.stdout.split())
    assert embedded > loaded + 60
    assert released < loaded + 30


def test_vectors_have_unit_length_whatever_the_text(embedder):
    texts = ["", " ", "x", "\x00", "half \ud800 a pair", "word " * 5_000, "字" * 600, "🙂"]
    assert np.allclose(np.linalg.norm(embedder.embed(texts), axis=1), 1, atol=1e-5)


def test_the_order_of_texts_does_not_matter(embedder):
    texts = [f"{'word ' * (number % 40)} {number}" for number in range(50)]
    forward, backward = embedder.embed(texts), embedder.embed(texts[::-1])[::-1]
    assert np.all(np.sum(forward * backward, axis=1) > 0.98)


def test_text_beyond_the_window_is_ignored(embedder):
    long = "alpha " * 300
    one, two = embedder.embed([long, f"{long} omega"])
    assert embedder.count_tokens([long])[0] > embedder.window
    assert np.allclose(one, two)


@pytest.mark.full
def test_a_damaged_model_is_built_again(tmp_path):
    assert minilm.build(tmp_path) is True
    assert minilm.build(tmp_path) is False
    model = tmp_path / minilm.FOLDER / "model.onnx"
    model.write_bytes(model.read_bytes()[:-1])
    assert minilm.build(tmp_path) is True
    assert built_models.is_sound(tmp_path / minilm.FOLDER)


def test_a_damaged_file_leads_to_a_new_build(tmp_path):
    def build(folder):
        (folder / "model.onnx").write_bytes(b"model")

    assert built_models.ensure_built(tmp_path / "model", build=build) is True
    assert built_models.ensure_built(tmp_path / "model", build=build) is False
    (tmp_path / "model" / "model.onnx").write_bytes(b"mode")
    assert built_models.ensure_built(tmp_path / "model", build=build) is True
    assert built_models.is_sound(tmp_path / "model")


def test_an_interrupted_build_leaves_nothing(tmp_path):
    def half(folder):
        (folder / "model.onnx").write_bytes(b"half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        built_models.ensure_built(tmp_path / "model", build=half)
    assert [path.name for path in tmp_path.iterdir()] == ["model.lock"]


def test_concurrent_preparations_build_once(tmp_path):
    builds = []

    def build(folder):
        builds.append(folder)
        (folder / "model.onnx").write_bytes(b"model")

    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda _: built_models.ensure_built(tmp_path / "model", build=build), range(2)))
    assert (sorted(results), len(builds)) == ([False, True], 1)


@pytest.mark.full
def test_prepare_models_reports_its_result(settings, tmp_path, capsys):
    settings.MODELS_DIR = tmp_path
    call_command("prepare_models")
    call_command("prepare_models")
    output = capsys.readouterr().out
    assert (output.count("Built in"), output.count("It exists already.")) == (2, 2)
    assert output.rindex("Built in") < output.index("It exists already.")


def test_a_forked_child_can_embed(embedder):
    """A session's threads do not survive a fork; the child must load its own (run apart)."""
    program = f"""
import os, sys
from pathlib import Path
from corpuses.llm.embedders import get_embedder
load = lambda: get_embedder({minilm.NAME!r}, Path({str(settings.MODELS_DIR)!r}), 2)
load().embed(["before"] * 8)
child = os.fork()
if not child:
    sys.exit(0 if load().embed(["after"] * 8).shape == (8, 384) else 1)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    completed = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert (completed.returncode, completed.stderr) == (0, "")


def test_an_unknown_embedder_names_the_known_ones(tmp_path):
    with pytest.raises(UnknownEmbedder, match="minilm-l6-v2"):
        get_embedder("nonesuch", tmp_path, 1)
