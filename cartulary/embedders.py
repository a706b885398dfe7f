"""What embedders are made of. Import from here; the modules behind may move."""

from corpuses.llm.embedders import Embedder, EmbedderFactory, Vectors

__all__ = ["Embedder", "EmbedderFactory", "Vectors"]
