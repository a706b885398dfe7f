"""Corpora, and the objects in them, in GraphQL: types, queries and mutations by noun."""
