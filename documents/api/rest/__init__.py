"""Documents in REST."""
