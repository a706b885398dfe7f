"""The sentence of a passage that answers a question best. Pure but for the embedder that it is given."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from corpuses.llm.embedders import Embedder
from corpuses.search.sentences import Span, sentences

SHORT = 60  # characters; a heading or a number alone says too little, so the next sentence comes along
READ = 300  # characters of a sentence that are compared with the question; the time goes with the length
WORDS_WEIGHT = 0.3  # of the share of the question's words that a sentence holds, beside the cosine


def best_spans(
    texts: Sequence[str], *, question: NDArray[np.float32], terms: Sequence[str], embedder: Embedder
) -> list[Span]:
    """Give, for each text, where its best sentence is. All sentences are embedded at once."""
    cut = [sentences(text) or [Span(0, len(text))] for text in texts]
    flat = [text[span.start : span.end] for text, spans in zip(texts, cut, strict=True) for span in spans]
    scores = embedder.embed([sentence[:READ] for sentence in flat]) @ question + WORDS_WEIGHT * _shares(flat, terms)
    best: list[Span] = []
    begin = 0
    for spans in cut:
        own = scores[begin : begin + len(spans)]
        best.append(_completed(spans, int(np.argmax(own))))
        begin += len(spans)
    return best


def _shares(sentences: Sequence[str], terms: Sequence[str]) -> NDArray[np.float32]:
    """The share of `terms` that each sentence holds."""
    lowered = [sentence.lower() for sentence in sentences]
    held = [sum(term in sentence for term in terms) / max(1, len(terms)) for sentence in lowered]
    return np.array(held, np.float32)


def _completed(spans: Sequence[Span], chosen: int) -> Span:
    start, last = spans[chosen].start, chosen
    while spans[last].end - start < SHORT and last + 1 < len(spans):
        last += 1
    return Span(start, spans[last].end)
