"""The API over HTTP: what the commonest operations cost, and how fast files come in."""
