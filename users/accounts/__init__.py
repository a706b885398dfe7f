"""Accounts: how people come in, what proves who they are, and how it ends."""
