// Share links, as their recipients open them.
import { queryOptions } from '@tanstack/react-query';

import { sendJson } from '@/lib/http';

export interface LinkPreview {
  kind: 'document' | 'corpus';
  title: string;
  shared_by: string;
  role: 'viewer' | 'reviewer' | 'annotator' | 'editor';
  expires: string | null;
}

export interface OpenedLink extends LinkPreview {
  id: string;
}

const pathOf = (token: string) => `/api/v1/links/${encodeURIComponent(token)}`;

export const linkPreviewOptions = (token: string) =>
  queryOptions({ queryKey: ['link', token], queryFn: () => sendJson<LinkPreview>(pathOf(token), 'GET'), staleTime: Infinity });

export const openLink = (token: string) => sendJson<OpenedLink>(`${pathOf(token)}/open`, 'POST', {});
