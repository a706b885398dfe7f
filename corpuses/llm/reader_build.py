"""Build the files of the reader from the weights in this repository. Runs once per machine; has heavy imports."""

import hashlib
import shutil
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import ModelProto, TensorProto
from safetensors.numpy import load

from core.errors import DependencyFault
from corpuses.llm.bert_graph import HEADS, LAYER_NORM_EPSILON, LAYERS, GraphBuilder, embed_tokens
from corpuses.llm.minilm_build import tokenizer_file
from corpuses.llm.onnx_sessions import IDS, MODEL, TOKEN_TYPES, TOKENIZER

# The reader's network as an ONNX graph: the encoder, then for each token how well an answer starts or ends there.
# Matrices stay int8 in the graph, with the scales of their rows, and activations are quantised by token: a single scale
# for all tokens, as in dynamic quantisation, loses several percent of the spans (`benchmarks/extract/quantisation.py`).
# It reads one window at a time, so that nothing is padded or masked.
OUTPUT: Final = "logits"
FUSED: Final = "com.microsoft"  # operators of ONNX Runtime that do the work of several
LARGEST: Final = 127.0  # whole number of a quantised activation
ZERO: Final = 128  # what is stored for 0: products of numbers without and with a sign are the fastest
_Tensors = dict[str, NDArray[Any]]


def build_graph(weights: _Tensors) -> ModelProto:
    """Return the model: two inputs (texts x tokens), output `logits` (texts x tokens x [start, end]).

    Packed weights make the int8 model; float weights make the float model, which others are compared with.
    """
    graph = _ReaderGraph(weights)
    hidden = embed_tokens(graph, TOKEN_TYPES)
    for number in range(LAYERS):
        hidden = graph.layer(hidden, f"encoder.layer.{number}")
    scores = graph.node("MatMul", [hidden, graph.weight("qa_outputs.weight", transposed=True)])
    graph.node("Add", [scores, graph.weight("qa_outputs.bias")], output=OUTPUT)
    return graph.model("reader", inputs=(IDS, TOKEN_TYPES), outputs={OUTPUT: ["texts", "tokens", 2]})


class _Quantised(NamedTuple):
    values: str
    scales: str


class _ReaderGraph(GraphBuilder):
    """Computes with packed matrices where there are any."""

    def __init__(self, weights: _Tensors) -> None:
        super().__init__(weights)
        self._quantised: dict[str, _Quantised] = {}

    def rows(self, table: str, ids: str) -> str:
        if not _is_packed(self.weights, table):
            return super().rows(table, ids)
        whole = self.node("Gather", [self.constant(table, self.weights[table]), ids])
        scale = self.node("Gather", [self.constant(table + _SCALE, self.weights[table + _SCALE][:, None]), ids])
        return self.node("Mul", [self.node("Cast", [whole], to=TensorProto.FLOAT), scale])

    def layer(self, hidden: str, name: str) -> str:
        """Add a layer of the encoder."""
        attended = self.product(
            self._attention(hidden, f"{name}.attention.self"), f"{name}.attention.output.dense.weight"
        )
        hidden = self._add_and_norm(attended, hidden, f"{name}.attention.output")
        inner = self.product(hidden, f"{name}.intermediate.dense.weight")
        inner = self.node("BiasGelu", [inner, self.weight(f"{name}.intermediate.dense.bias")], domain=FUSED)
        return self._add_and_norm(self.product(inner, f"{name}.output.dense.weight"), hidden, f"{name}.output")

    def product(self, source: str, matrix: str) -> str:
        if not _is_packed(self.weights, matrix):
            return super().product(source, matrix)
        value = self.weights[matrix]
        values, scales = self._quantise(source, width=value.shape[1])
        columns = self.constant(matrix, value.T)
        column_scales = self.constant(matrix + _SCALE, self.weights[matrix + _SCALE].astype(np.float32))
        zero = self.constant("zero", np.array(ZERO, np.uint8))
        inputs = [values, columns, self.number(1.0), column_scales, zero]
        return self.node("Mul", [self.node("MatMulIntegerToFloat", inputs, domain=FUSED), scales])

    def _attention(self, hidden: str, name: str) -> str:
        parts = [f"{name}.{part}" for part in ("query", "key", "value")]
        biases = np.concatenate([self.weights[f"{part}.bias"].astype(np.float32) for part in parts])
        inputs = [*(self.product(hidden, f"{part}.weight") for part in parts), self.constant(f"{name}.bias", biases)]
        return self.node("MultiHeadAttention", inputs, domain=FUSED, num_heads=HEADS)

    def _add_and_norm(self, source: str, hidden: str, name: str) -> str:
        weights = (f"{name}.LayerNorm.weight", f"{name}.LayerNorm.bias", f"{name}.dense.bias")
        inputs = [source, hidden, *map(self.weight, weights)]
        return self.node("SkipLayerNormalization", inputs, domain=FUSED, epsilon=LAYER_NORM_EPSILON)

    def _quantise(self, source: str, *, width: int) -> _Quantised:
        """Return whole numbers, and the scale of each token."""
        if source not in self._quantised:
            largest = self.node("ReduceMax", [self.node("Abs", [source]), self.integers(-1)], keepdims=1)
            scales = self.node("Div", [self.node("Max", [largest, self.number(1e-12)]), self.number(LARGEST)])
            zeros = self.node("Add", [self.node("Mul", [scales, self.number(0.0)]), self.number(float(ZERO))])
            inputs = [source, scales, self.node("Cast", [zeros], to=TensorProto.UINT8)]
            values = self.node("QuantizeLinear", inputs, axis=-1, block_size=width)
            self._quantised[source] = _Quantised(values, scales)
        return self._quantised[source]


WEIGHTS = Path(__file__).parent / "weights" / "reader.safetensors"
SHA256 = "859da5c8bda7b4a5b96faf0d30cb42f377bbbab36c1364903266b7b635bdbf86"


class ReaderWeightsDamaged(DependencyFault):
    """The weights of the reader are missing, or are not those that were published with this version."""

    code = "reader_weights_damaged"
    what_to_do = "Operators: restore the file from the release."


def write_model(folder: Path) -> None:
    """Write the int8 model and its tokenizer, which is that of the embedder it was trained from."""
    onnx.save(build_graph(load(_checked_weights())), folder / MODEL)
    shutil.copyfile(tokenizer_file(), folder / TOKENIZER)


def _checked_weights() -> bytes:
    try:
        weights = WEIGHTS.read_bytes()
    except OSError as error:
        raise ReaderWeightsDamaged from error
    if hashlib.sha256(weights).hexdigest() != SHA256:
        raise ReaderWeightsDamaged
    return weights


# Weights in one byte each: every row of a large matrix is a scale and whole numbers from -127 to 127.
#
# A matrix `name` is stored as `name` and `name.scale`; small tensors stay numbers of 16 bits.

_SCALE = ".scale"
_LARGEST_INT8 = 127
_FEWEST_ROWS = 128  # a matrix with fewer is not worth it
_MATRIX = 2  # dimensions


def pack(weights: Mapping[str, NDArray[Any]], *, keep: Collection[str] = ()) -> _Tensors:
    """Store matrices with many rows as int8; keep those of `keep` and everything else in half precision."""
    packed: _Tensors = {}
    for name, value in weights.items():
        if value.ndim == _MATRIX and len(value) >= _FEWEST_ROWS and name not in keep:
            packed[name], packed[name + _SCALE] = _quantise(value.astype(np.float32))
        else:
            packed[name] = value.astype(np.float16)
    return packed


def unpack(packed: Mapping[str, NDArray[Any]]) -> _Tensors:
    """Return all weights in single precision."""
    return {
        name: value.astype(np.float32) * packed[name + _SCALE][:, None]
        if _is_packed(packed, name)
        else value.astype(np.float32)
        for name, value in packed.items()
        if not name.endswith(_SCALE)
    }


def _is_packed(packed: Mapping[str, NDArray[Any]], name: str) -> bool:
    """Check whether a tensor is stored as int8."""
    return name + _SCALE in packed


def _quantise(matrix: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    scale = np.maximum(np.abs(matrix).max(axis=1) / _LARGEST_INT8, np.finfo(np.float32).tiny)  # a row may be all zeros
    return np.rint(matrix / scale[:, None]).astype(np.int8), scale
