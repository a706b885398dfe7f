"""The cache of vectors: each text is embedded once while it is in the cache."""

import numpy as np

from corpuses.search.vectors import VectorCache


class Lengths:
    """An embedder that records its texts; the vector of a text is its length."""

    def __init__(self, name="lengths"):
        self.name, self.embedded = name, []

    def embed(self, texts):
        self.embedded += texts
        return np.array([[len(text)] for text in texts], dtype=np.float32)


def test_a_text_is_embedded_once():
    cache, embedder = VectorCache(), Lengths()
    assert cache.embed(embedder, ["a", "bb", "a"]).tolist() == [[1], [2], [1]]
    assert cache.embed(embedder, ["bb", "ccc"]).tolist() == [[2], [3]]
    assert embedder.embedded == ["a", "bb", "ccc"]


def test_embedders_do_not_share_vectors():
    cache, other = VectorCache(), Lengths("other")
    cache.embed(Lengths(), ["a"])
    cache.embed(other, ["a"])
    assert other.embedded == ["a"]


def test_the_least_recently_used_vectors_are_dropped():
    cache, embedder = VectorCache(size=2), Lengths()
    cache.embed(embedder, ["a", "bb"])
    cache.embed(embedder, ["a"])
    cache.embed(embedder, ["ccc"])
    cache.embed(embedder, ["a", "bb"])
    assert embedder.embedded == ["a", "bb", "ccc", "bb"]


def test_a_search_may_need_more_vectors_than_the_cache_holds():
    cache, embedder = VectorCache(size=1), Lengths()
    assert cache.embed(embedder, ["a", "bb", "ccc"]).tolist() == [[1], [2], [3]]
