"""REST."""
