"""The network of all-MiniLM-L6-v2 as an ONNX graph: the encoder, the mean over the tokens, divided by its length.

Text goes in as word-piece ids, one vector of unit length per text comes out. Pure: weights in, model out.
"""

from onnx import ModelProto

from corpuses.llm.bert_graph import WIDTH, GraphBuilder, Weights, encode, float_mask
from corpuses.llm.onnx_sessions import IDS, MASK


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
