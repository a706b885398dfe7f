import { queryOptions } from '@tanstack/react-query';

import { send } from '@/lib/http';

import { parseTokenPage } from '../model/token-page';

const TYPE = 'application/vnd.cartulary.tokens';
const KEPT = 120_000;

async function fetchTokens(url: string, signal: AbortSignal) {
  const response = await send(url, { headers: { Accept: TYPE }, signal });
  return parseTokenPage(await response.arrayBuffer());
}

/** A revision's tokens never change; a page that is out of the window for two minutes is forgotten. */
export const tokensOptions = (url: string, version: string) =>
  queryOptions({
    queryKey: ['tokens', url, version],
    queryFn: ({ signal }) => fetchTokens(url, signal),
    staleTime: Infinity,
    gcTime: KEPT,
  });
