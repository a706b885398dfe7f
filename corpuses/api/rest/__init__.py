"""Corpora, labels, annotations, actions and search in REST."""
