"""The command `cartulary`, a thin layer over the client."""
