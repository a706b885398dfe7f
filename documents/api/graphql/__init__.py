"""Documents in GraphQL."""
