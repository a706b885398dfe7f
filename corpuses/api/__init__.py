"""The doors of `corpuses`: REST and GraphQL. Nothing below may import it."""
