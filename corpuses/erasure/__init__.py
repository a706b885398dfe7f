"""Erasure of an account with everything that belongs to it."""
