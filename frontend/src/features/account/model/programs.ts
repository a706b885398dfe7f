// How to connect programs to the MCP server.

import { t } from '@lingui/core/macro';

/** Stands for the API token in the examples; the token itself is shown only once. */
export const TOKEN = 'cty_…';

export interface ProgramGuide {
  id: string;
  name: string;
  /** what to do with the text */
  about: string;
  text: string;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** Return the guide for each program, with the address of this server. */
export function programGuides(origin: string): ProgramGuide[] {
  const url = `${origin}/mcp`;
  const headers = { Authorization: `Bearer ${TOKEN}` };
  return [
    {
      id: 'claude-code',
      name: 'Claude Code',
      about: t`Run this command in a terminal.`,
      text: `claude mcp add --transport http cartulary ${url} --header "Authorization: Bearer ${TOKEN}"`,
    },
    {
      id: 'claude-desktop',
      name: 'Claude Desktop',
      about: t`Install the command “cartulary” of the Python client, then add this to “claude_desktop_config.json” (Settings, Developer).`,
      text: json({ mcpServers: { cartulary: { command: 'cartulary', args: ['mcp'], env: { CARTULARY: origin, CARTULARY_TOKEN: TOKEN } } } }),
    },
    {
      id: 'cursor',
      name: 'Cursor',
      about: t`Add this to “mcp.json” in the folder “.cursor” of your home folder.`,
      text: json({ mcpServers: { cartulary: { url, headers } } }),
    },
    {
      id: 'vs-code',
      name: 'VS Code',
      about: t`Add this to “mcp.json” in the folder “.vscode” of your project.`,
      text: json({ servers: { cartulary: { type: 'http', url, headers } } }),
    },
  ];
}
