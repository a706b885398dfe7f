// API tokens. The secret is only in the response to the creation.
import { sendJson } from '@/lib/http';
import { useRestPages } from '@/lib/rest-pages';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import type { Scope } from '../model/scopes';

const PATH = '/api/v1/tokens';
const KEY = ['tokens'];

export interface ApiToken {
  id: string;
  name: string;
  scopes: Scope[];
  start: string;
  created: string;
  expires: string | null;
  last_used: string | null;
}

export interface CreatedToken extends ApiToken {
  token: string;
}

export interface NewToken {
  name: string;
  scopes: Scope[];
  expires: string | null;
}

export const useTokens = () => useRestPages<ApiToken>(KEY, PATH);

export const useCreateToken = () =>
  useInvalidatingMutation({ mutationFn: (token: NewToken) => sendJson<CreatedToken>(PATH, 'POST', token), affected: [KEY], onError: ignoreError });

export const useRevokeToken = () => useInvalidatingMutation({ mutationFn: (id: string) => sendJson<void>(`${PATH}/${id}`, 'DELETE'), affected: [KEY] });
