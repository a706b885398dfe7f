"""`mcp`: the server for programs that work with language models."""

import argparse
import sys

from cartulary_client.command.commands_auth import open_client
from cartulary_client.command.output import Output
from cartulary_client.mcp_bridge import McpBridge


def mcp(arguments: argparse.Namespace, output: Output) -> int:
    """Connect a desktop program to the MCP server of Cartulary, over standard input and output."""
    with open_client(arguments) as client:
        McpBridge(client.connection, sys.stdout).run(sys.stdin)
    return 0
