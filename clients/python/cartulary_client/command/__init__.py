"""The command `cartulary`: thin over the client."""
