"""Conversations with a language model, over HTTP. Run `make bench-agents`."""
