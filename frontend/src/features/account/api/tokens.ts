// API tokens. The secret is only in the response to the creation.
import { TEAMS } from '@/features/sharing/api/teams';
import { sendJson } from '@/lib/http';
import { useRestPages } from '@/lib/rest-pages';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import type { Scope } from '../model/scopes';

export const OWN_TOKENS = '/api/v1/tokens';
const KEY = ['tokens'];

export interface ApiToken {
  id: string;
  name: string;
  scopes: Scope[];
  start: string;
  created: string;
  expires: string | null;
  is_expired: boolean;
  last_used: string | null;
  corpora: string[];
  teams: string[];
}

export interface CreatedToken extends ApiToken {
  token: string;
}

export interface NewToken {
  name: string;
  scopes: Scope[];
  /** absent: as long as the server allows */
  lifetime_days?: number;
  corpora: string[];
  teams: string[];
}

/** The path is that of the own tokens, or of those of a service account. */
export const useTokens = (path: string) => useRestPages<ApiToken>([...KEY, path], path);

export const useCreateToken = (path: string) =>
  useInvalidatingMutation({
    mutationFn: (token: NewToken) => sendJson<CreatedToken>(path, 'POST', token),
    affected: [KEY, TEAMS],
    onError: ignoreError,
  });

export const useRevokeToken = (path: string) =>
  useInvalidatingMutation({ mutationFn: (id: string) => sendJson<void>(`${path}/${id}`, 'DELETE'), affected: [KEY, TEAMS] });
