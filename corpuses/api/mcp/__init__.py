"""The MCP server: tools, resources and prompts for programs that work with language models (ADR 0043)."""
