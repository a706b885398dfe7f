import { queryOptions } from '@tanstack/react-query';

import { send } from '@/lib/http';
import { unsigned } from '@/lib/signed-url';

import { parseTokenPage } from '../model/token-page';

const TYPE = 'application/vnd.cartulary.tokens';
const CACHE_MS = 120_000;

async function fetchTokens(url: string, signal: AbortSignal) {
  const response = await send(url, { headers: { Accept: TYPE }, signal });
  return parseTokenPage(await response.arrayBuffer());
}

/** The tokens of a revision never change. Those of a page that is not visible are removed after two minutes. */
export const tokensOptions = (url: string, version: string) =>
  queryOptions({
    queryKey: ['tokens', unsigned(url), version],
    queryFn: ({ signal }) => fetchTokens(url, signal),
    staleTime: Infinity,
    gcTime: CACHE_MS,
  });
