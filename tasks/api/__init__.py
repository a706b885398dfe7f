"""The API of `tasks`: REST and GraphQL."""
