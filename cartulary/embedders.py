"""Public names for embedders. Import from here: modules of the product may move."""

from corpuses.llm.embedders import Embedder, EmbedderFactory, Vectors

__all__ = ["Embedder", "EmbedderFactory", "Vectors"]
