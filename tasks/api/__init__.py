"""The doors of `tasks`: REST and GraphQL. Nothing below may import it."""
