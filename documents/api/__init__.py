"""REST and GraphQL API of documents. No other layer of this package imports it."""
