"""The doors of `documents`: REST and GraphQL. Nothing below may import it."""
