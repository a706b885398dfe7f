"""Accounts: registration, sign-in, passwords, e-mail addresses and tokens."""
