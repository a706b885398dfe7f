"""The encoder of BERT as an ONNX graph, made from published weights without torch.

Word-piece ids go in, one vector per token comes out. What is done with the vectors is the model's head: `minilm_graph`,
`reader_graph`. Pure: weights in, graph out.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnx import ModelProto, NodeProto, TensorProto, helper, numpy_helper

from corpuses.llm.onnx_sessions import IDS, MASK

Weights = Mapping[str, NDArray[Any]]

LAYERS = 6
WIDTH = 384
HEADS = 12
HEAD_WIDTH = WIDTH // HEADS
LAYER_NORM_EPSILON = 1e-12
MASKED = -10_000.0  # added to the attention score of padding, as BERT does
OPSET = 21  # the first whose QuantizeLinear has a scale for each block
IR_VERSION = 10


class GraphBuilder:
    """Collects nodes and constants; each method adds an operation and returns the name of its output."""

    def __init__(self, weights: Weights) -> None:
        self.weights = {name.removeprefix("bert."): value for name, value in weights.items()}
        self._nodes: list[NodeProto] = []
        self._constants: list[TensorProto] = []
        self._names: set[str] = set()

    def node(self, operator: str, inputs: Sequence[str], *, output: str = "", **attributes: Any) -> str:
        output = output or f"{operator}_{len(self._nodes)}"
        self._nodes.append(helper.make_node(operator, inputs, [output], **attributes))
        return output

    def constant(self, name: str, value: NDArray[Any]) -> str:
        if name not in self._names:
            self._names.add(name)
            self._constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def integers(self, *values: int) -> str:
        return self.constant("i" + "_".join(map(str, values)), np.array(values, "int64"))

    def number(self, value: float) -> str:
        return self.constant(f"f{value}", np.array(value, "float32"))

    def weight(self, name: str, *, transposed: bool = False) -> str:
        value = self.weights[name].astype(np.float32)
        return self.constant(name, value.T if transposed else value)

    def rows(self, table: str, ids: str) -> str:
        """Look up the rows of a table of embeddings."""
        return self.node("Gather", [self.weight(table), ids])

    def linear(self, source: str, layer: str) -> str:
        return self.node("Add", [self.product(source, f"{layer}.weight"), self.weight(f"{layer}.bias")])

    def product(self, source: str, matrix: str) -> str:
        """Multiply by a matrix whose rows are the outputs."""
        return self.node("MatMul", [source, self.weight(matrix, transposed=True)])

    def layer_norm(self, source: str, layer: str) -> str:
        scale, shift = self.weight(f"{layer}.weight"), self.weight(f"{layer}.bias")
        return self.node("LayerNormalization", [source, scale, shift], axis=-1, epsilon=LAYER_NORM_EPSILON)

    def model(self, name: str, *, inputs: Sequence[str], outputs: Mapping[str, Sequence[str | int]]) -> ModelProto:
        """Return the model; every input is a matrix of integers, texts x tokens."""
        integers = [helper.make_tensor_value_info(each, TensorProto.INT64, ["texts", "tokens"]) for each in inputs]
        floats = [helper.make_tensor_value_info(each, TensorProto.FLOAT, shape) for each, shape in outputs.items()]
        body = helper.make_graph(self._nodes, name, integers, floats, self._constants)
        operators = [helper.make_opsetid("", OPSET), helper.make_opsetid("com.microsoft", 1)]
        return helper.make_model(body, opset_imports=operators, ir_version=IR_VERSION)


def encode(graph: GraphBuilder, *, mask: str) -> str:
    """Add the encoder and return its output: texts x tokens x `WIDTH`. `mask` has 1.0 for tokens, 0.0 for padding."""
    hidden = embed_tokens(graph)
    bias = _attention_bias(graph, mask)
    for number in range(LAYERS):
        hidden = _layer(graph, hidden, bias, f"encoder.layer.{number}")
    return hidden


def float_mask(graph: GraphBuilder) -> str:
    """Return the attention mask as numbers."""
    return graph.node("Cast", [MASK], to=TensorProto.FLOAT)


def embed_tokens(graph: GraphBuilder, token_types: str | None = None) -> str:
    """Add the embeddings of tokens. Without `token_types`, all tokens are of the first text."""
    words = graph.rows("embeddings.word_embeddings.weight", IDS)
    length = graph.node("Shape", [IDS], start=1, end=2)
    table = graph.weight("embeddings.position_embeddings.weight")
    positions = graph.node("Slice", [table, graph.integers(0), length, graph.integers(0)])
    kinds = "embeddings.token_type_embeddings.weight"
    if token_types is None:
        kind = graph.constant("kind_of_first_text", graph.weights[kinds][0].astype(np.float32))
    else:
        kind = graph.node("Gather", [graph.weight(kinds), token_types])
    placed = graph.node("Add", [graph.node("Add", [words, positions]), kind])
    return graph.layer_norm(placed, "embeddings.LayerNorm")


def _attention_bias(graph: GraphBuilder, mask: str) -> str:
    """Add the attention bias: zero for tokens, far below zero for padding; texts x 1 x 1 x tokens."""
    absent = graph.node("Sub", [graph.number(1.0), graph.node("Unsqueeze", [mask, graph.integers(1, 2)])])
    return graph.node("Mul", [absent, graph.number(MASKED)])


def _layer(graph: GraphBuilder, hidden: str, bias: str, name: str) -> str:
    attended = graph.linear(_attention(graph, hidden, bias, f"{name}.attention.self"), f"{name}.attention.output.dense")
    hidden = graph.layer_norm(graph.node("Add", [attended, hidden]), f"{name}.attention.output.LayerNorm")
    inner = graph.node("Gelu", [graph.linear(hidden, f"{name}.intermediate.dense")])
    outer = graph.linear(inner, f"{name}.output.dense")
    return graph.layer_norm(graph.node("Add", [outer, hidden]), f"{name}.output.LayerNorm")


def _attention(graph: GraphBuilder, hidden: str, bias: str, name: str) -> str:
    by_head = graph.integers(0, -1, HEADS, HEAD_WIDTH)

    def heads(part: str, order: list[int]) -> str:
        split = graph.node("Reshape", [graph.linear(hidden, f"{name}.{part}"), by_head])
        return graph.node("Transpose", [split], perm=order)

    query, value = heads("query", [0, 2, 1, 3]), heads("value", [0, 2, 1, 3])
    key = heads("key", [0, 2, 3, 1])
    scores = graph.node("Mul", [graph.node("MatMul", [query, key]), graph.number(HEAD_WIDTH**-0.5)])
    shares = graph.node("Softmax", [graph.node("Add", [scores, bias])], axis=-1)
    mixed = graph.node("Transpose", [graph.node("MatMul", [shares, value])], perm=[0, 2, 1, 3])
    return graph.node("Reshape", [mixed, graph.integers(0, -1, WIDTH)])
