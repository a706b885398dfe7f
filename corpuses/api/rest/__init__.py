"""Corpora, and the objects in them, in REST: serializers and views by noun."""
