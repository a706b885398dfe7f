// Share links as whoever follows one meets them.
import { queryOptions } from '@tanstack/react-query';

import { sendJson } from '@/lib/http';

export interface Landing {
  kind: 'document' | 'corpus';
  title: string;
  shared_by: string;
  role: 'viewer' | 'reviewer' | 'annotator' | 'editor';
  expires: string | null;
}

export interface OpenedLink extends Landing {
  id: string;
}

const addressOf = (token: string) => `/api/v1/links/${encodeURIComponent(token)}`;

export const landingOptions = (token: string) =>
  queryOptions({ queryKey: ['link', token], queryFn: () => sendJson<Landing>(addressOf(token), 'GET'), staleTime: Infinity });

export const openLink = (token: string) => sendJson<OpenedLink>(`${addressOf(token)}/open`, 'POST', {});
