"""REST and GraphQL API of `corpuses`. Nothing below may import it."""
