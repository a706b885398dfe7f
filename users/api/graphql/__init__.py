"""GraphQL."""
