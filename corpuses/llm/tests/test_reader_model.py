"""The reader's files: weights with a checksum, int8 close to float, one byte for a number."""

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from safetensors.numpy import load_file

from corpuses.llm import onnx_sessions, reader, reader_build
from corpuses.llm.reader_build import build_graph, pack, unpack

QUESTION = "What law governs this agreement?"
TEXT = "This Agreement shall be governed by the laws of the State of Delaware. Payment is due in thirty days."


@pytest.fixture(scope="module")
def model():
    return reader.get_reader(Path(settings.MODELS_DIR))


def test_the_int8_network_is_close_to_the_float_one(model, tmp_path):
    onnx.save(build_graph(unpack(load_file(reader_build.WEIGHTS))), tmp_path / "model.onnx")
    session = onnxruntime.InferenceSession(tmp_path / "model.onnx", providers=["CPUExecutionProvider"])
    exact = reader.ReaderModel(session, model.tokenizer)
    pairs = [
        reader.Pair(model.question(question), model.tokenize(TEXT).ids.tolist()) for question in (QUESTION, "Warranty")
    ]
    for one, two in ((model.read(pair), exact.read(pair)) for pair in pairs):
        assert np.abs(one.start - two.start).max() < 0.6
        assert np.abs(one.end - two.end).max() < 0.6
        assert abs(one.none - two.none) < 0.6
        assert np.argmax(one.start) == np.argmax(two.start)


def test_tokens_have_their_positions_in_the_text(model):
    tokens = model.tokenize("Ärger 🙂 \ud800 laws")
    assert [TEXT[a:b] for a, b in zip(*model.tokenize(TEXT)[1:], strict=True)][:2] == ["This", "Agreement"]
    assert (int(tokens.starts[-1]), int(tokens.ends[-1])) == (10, 14)


def test_a_long_question_is_cut(model):
    assert len(model.question("word " * 500)) == reader.QUESTION


@pytest.mark.parametrize("damage", [lambda path: path.unlink(), lambda path: path.write_bytes(b"x")])
def test_damaged_weights_are_refused(monkeypatch, tmp_path, damage):
    weights = tmp_path / "reader.safetensors"
    weights.write_bytes(reader_build.WEIGHTS.read_bytes()[:1_000])
    damage(weights)
    monkeypatch.setattr(reader_build, "WEIGHTS", weights)
    with pytest.raises(reader_build.ReaderWeightsDamaged):
        reader.build(tmp_path / "models")
    assert not (tmp_path / "models" / reader.FOLDER).exists()


def test_the_weights_fit_into_a_repository():
    assert reader_build.WEIGHTS.stat().st_size < 24_000_000


ROWS = arrays(np.float32, array_shapes(min_dims=2, max_dims=2, min_side=1), elements=st.floats(-4, 4, width=32)).map(
    lambda rows: np.tile(rows, (128, 1))
)


@given(ROWS)
def test_packed_numbers_are_within_half_a_step(rows):
    packed = pack({"matrix": rows, "kept": rows, "small": rows[:3]}, keep=["kept"])
    assert packed["matrix"].dtype == np.int8
    assert packed["kept"].dtype == packed["small"].dtype == np.float16
    step = np.abs(rows).max(axis=1, keepdims=True) / 127
    assert (np.abs(unpack(packed)["matrix"] - rows) <= step * 0.501 + 1e-6).all()


@given(ROWS)
def test_packing_again_changes_nothing(rows):
    once = unpack(pack({"matrix": rows}))
    assert np.allclose(unpack(pack(once))["matrix"], once["matrix"], atol=1e-6)


@pytest.mark.parametrize(
    ("cpuinfo", "expected"),
    [
        ("processor\t: 0\nflags\t\t: fpu avx2 avx512_vnni\n", True),
        ("flags\t\t: fpu avx_vnni", True),
        ("flags\t\t: fpu avx2 avx512vl\n", False),
        ("Features\t: fp asimd\n", False),
        (None, False),
    ],
)
def test_products_are_exact_on_every_processor(tmp_path, cpuinfo, expected):
    path = tmp_path / "cpuinfo"
    if cpuinfo is not None:
        path.write_text(cpuinfo)
    assert onnx_sessions._has_vnni(path) is expected
