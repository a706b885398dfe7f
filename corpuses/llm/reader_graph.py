"""The reader's network as an ONNX graph: the encoder, then for each token how well an answer starts or ends there.

Matrices stay int8 in the graph, with the scales of their rows. Activations are quantised by token and by block of 128
numbers (`MatMulNBits`): a single scale for all of them, as in dynamic quantisation, loses several percent of the spans
(`python -m benchmarks.reader.quantisation`). Pure: weights in, model out.
"""

import numpy as np
from onnx import ModelProto, TensorProto

from corpuses.llm.bert_graph import GraphBuilder, encode, float_mask
from corpuses.llm.int8_rows import SCALE, Tensors, is_packed
from corpuses.llm.onnx_sessions import IDS, MASK, TOKEN_TYPES

BLOCK = 128  # numbers of an activation that share a scale
ZERO = 128  # MatMulNBits stores numbers without a sign
INT8_ACTIVATIONS = 4  # `accuracy_level`
OUTPUT = "logits"


def build_graph(weights: Tensors) -> ModelProto:
    """Return the model: three inputs (texts x tokens), output `logits` (texts x tokens x [start, end]).

    Packed weights make the int8 model; float weights make the float model, which others are compared with.
    """
    graph = _Int8Graph(weights)
    hidden = encode(graph, mask=float_mask(graph), token_types=TOKEN_TYPES)
    scores = graph.node("MatMul", [hidden, graph.weight("qa_outputs.weight", transposed=True)])
    graph.node("Add", [scores, graph.weight("qa_outputs.bias")], output=OUTPUT)
    return graph.model("reader", inputs=(IDS, MASK, TOKEN_TYPES), outputs={OUTPUT: ["texts", "tokens", 2]})


class _Int8Graph(GraphBuilder):
    """Computes with packed matrices where there are any."""

    def rows(self, table: str, ids: str) -> str:
        if not is_packed(self.weights, table):
            return super().rows(table, ids)
        whole = self.node("Gather", [self.constant(table, self.weights[table]), ids])
        scale = self.node("Gather", [self.constant(table + SCALE, self.weights[table + SCALE][:, None]), ids])
        return self.node("Mul", [self.node("Cast", [whole], to=TensorProto.FLOAT), scale])

    def product(self, source: str, matrix: str) -> str:
        if not is_packed(self.weights, matrix):
            return super().product(source, matrix)
        value = self.weights[matrix]
        outputs, inputs = value.shape
        blocks = inputs // BLOCK
        stored = (value.astype(np.int16) + ZERO).astype(np.uint8).reshape(outputs, blocks, BLOCK)
        scales = np.repeat(self.weights[matrix + SCALE], blocks)
        return self.node(
            "MatMulNBits",
            [source, self.constant(matrix, stored), self.constant(matrix + SCALE, scales)],
            domain="com.microsoft",
            K=inputs,
            N=outputs,
            bits=8,
            block_size=BLOCK,
            accuracy_level=INT8_ACTIVATIONS,
        )
