"""`python -m cartulary_client`, the same as the command `cartulary`."""

from cartulary_client.command.main import run

run()
