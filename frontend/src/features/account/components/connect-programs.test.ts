import { describe, expect, it } from 'vitest';

import { programGuides, TOKEN } from './connect-programs';

const ORIGIN = 'https://papers.example.org:8443';
const AUTHORIZATION = `Bearer ${TOKEN}`;

const textOf = (id: string): string => programGuides(ORIGIN).find((guide) => guide.id === id)?.text ?? '';

describe('programGuides', () => {
  it('has a command for a terminal', () => {
    expect(textOf('claude-code')).toBe(`claude mcp add --transport http cartulary ${ORIGIN}/mcp --header "Authorization: ${AUTHORIZATION}"`);
  });

  it('has JSON that the programs can read, with the address of the server and the place of the token', () => {
    const server = { url: `${ORIGIN}/mcp`, headers: { Authorization: AUTHORIZATION } };
    expect(JSON.parse(textOf('cursor'))).toEqual({ mcpServers: { cartulary: server } });
    expect(JSON.parse(textOf('vs-code'))).toEqual({ servers: { cartulary: { type: 'http', ...server } } });
    expect(JSON.parse(textOf('claude-desktop'))).toEqual({
      mcpServers: { cartulary: { command: 'cartulary', args: ['mcp'], env: { CARTULARY: ORIGIN, CARTULARY_TOKEN: TOKEN } } },
    });
  });

  it('names each program once', () => {
    const guides = programGuides(ORIGIN);
    expect(new Set(guides.map(({ id }) => id)).size).toBe(guides.length);
    expect(guides.every(({ name, about }) => name !== '' && about !== '')).toBe(true);
  });
});
