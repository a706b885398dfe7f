"""The network of all-MiniLM-L6-v2 as an ONNX graph, made from its published weights without torch.

Text goes in as word-piece ids, one vector of unit length per text comes out: BERT with six layers, the mean over the
tokens, divided by its length. Pure: weights in, model out.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnx import ModelProto, NodeProto, TensorProto, helper, numpy_helper

Weights = Mapping[str, NDArray[Any]]

LAYERS = 6
WIDTH = 384
HEADS = 12
HEAD_WIDTH = WIDTH // HEADS
LAYER_NORM_EPSILON = 1e-12
MASKED = -10_000.0  # added to the attention score of padding, as BERT does
OPSET = 20  # the first with Gelu as an operator
IR_VERSION = 10


def build_graph(weights: Weights) -> ModelProto:
    """Return the float32 model: inputs `input_ids` and `attention_mask` (texts x tokens), output `embedding`."""
    graph = _Graph({name.removeprefix("bert."): value for name, value in weights.items()})
    embedding = _network(graph)
    ids, mask = (
        helper.make_tensor_value_info(name, TensorProto.INT64, ["texts", "tokens"])
        for name in ("input_ids", "attention_mask")
    )
    output = helper.make_tensor_value_info(embedding, TensorProto.FLOAT, ["texts", WIDTH])
    body = helper.make_graph(graph.nodes, "minilm", [ids, mask], [output], graph.constants)
    return helper.make_model(body, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)


class _Graph:
    """Collects nodes and constants; each method adds an operation and returns the name of its output."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.nodes: list[NodeProto] = []
        self.constants: list[TensorProto] = []
        self._names: set[str] = set()

    def node(self, operator: str, inputs: Sequence[str], *, output: str = "", **attributes: Any) -> str:
        output = output or f"{operator}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, inputs, [output], **attributes))
        return output

    def constant(self, name: str, value: NDArray[Any]) -> str:
        if name not in self._names:
            self._names.add(name)
            self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def integers(self, *values: int) -> str:
        return self.constant("i" + "_".join(map(str, values)), np.array(values, "int64"))

    def number(self, value: float) -> str:
        return self.constant(f"f{value}", np.array(value, "float32"))

    def weight(self, name: str, *, transposed: bool = False) -> str:
        value = self.weights[name]
        return self.constant(name, value.T if transposed else value)

    def linear(self, source: str, layer: str) -> str:
        product = self.node("MatMul", [source, self.weight(f"{layer}.weight", transposed=True)])
        return self.node("Add", [product, self.weight(f"{layer}.bias")])

    def layer_norm(self, source: str, layer: str) -> str:
        scale, shift = self.weight(f"{layer}.weight"), self.weight(f"{layer}.bias")
        return self.node("LayerNormalization", [source, scale, shift], axis=-1, epsilon=LAYER_NORM_EPSILON)


def _network(graph: _Graph) -> str:
    mask = graph.node("Cast", ["attention_mask"], to=TensorProto.FLOAT)
    hidden = _embed_tokens(graph)
    bias = _attention_bias(graph, mask)
    for number in range(LAYERS):
        hidden = _layer(graph, hidden, bias, f"encoder.layer.{number}")
    return _unit_length(graph, _mean_over_tokens(graph, hidden, mask))


def _embed_tokens(graph: _Graph) -> str:
    words = graph.node("Gather", [graph.weight("embeddings.word_embeddings.weight"), "input_ids"])
    length = graph.node("Shape", ["input_ids"], start=1, end=2)
    table = graph.weight("embeddings.position_embeddings.weight")
    positions = graph.node("Slice", [table, graph.integers(0), length, graph.integers(0)])
    kind = graph.constant("kind_of_first_text", graph.weights["embeddings.token_type_embeddings.weight"][0])
    placed = graph.node("Add", [graph.node("Add", [words, positions]), kind])
    return graph.layer_norm(placed, "embeddings.LayerNorm")


def _attention_bias(graph: _Graph, mask: str) -> str:
    """Add the attention bias: zero for tokens, far below zero for padding; texts x 1 x 1 x tokens."""
    absent = graph.node("Sub", [graph.number(1.0), graph.node("Unsqueeze", [mask, graph.integers(1, 2)])])
    return graph.node("Mul", [absent, graph.number(MASKED)])


def _layer(graph: _Graph, hidden: str, bias: str, name: str) -> str:
    attended = graph.linear(_attention(graph, hidden, bias, f"{name}.attention.self"), f"{name}.attention.output.dense")
    hidden = graph.layer_norm(graph.node("Add", [attended, hidden]), f"{name}.attention.output.LayerNorm")
    inner = graph.node("Gelu", [graph.linear(hidden, f"{name}.intermediate.dense")])
    outer = graph.linear(inner, f"{name}.output.dense")
    return graph.layer_norm(graph.node("Add", [outer, hidden]), f"{name}.output.LayerNorm")


def _attention(graph: _Graph, hidden: str, bias: str, name: str) -> str:
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


def _mean_over_tokens(graph: _Graph, hidden: str, mask: str) -> str:
    weight = graph.node("Unsqueeze", [mask, graph.integers(2)])
    total = graph.node("ReduceSum", [graph.node("Mul", [hidden, weight]), graph.integers(1)], keepdims=0)
    count = graph.node("ReduceSum", [weight, graph.integers(1)], keepdims=0)
    return graph.node("Div", [total, count])


def _unit_length(graph: _Graph, vector: str) -> str:
    length = graph.node("ReduceL2", [vector, graph.integers(1)], keepdims=1)
    return graph.node("Div", [vector, length], output="embedding")
