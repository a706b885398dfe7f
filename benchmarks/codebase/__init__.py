"""The code itself: its size, its imports and functions, features through all layers, starts and tests."""
