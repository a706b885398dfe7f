"""The doors of `users`: REST and GraphQL. Nothing below may import it."""
