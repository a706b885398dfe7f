// API tokens. The token itself comes with the answer to its making and is kept nowhere but on the page.
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';

import { sendJson } from '@/lib/http';
import { complain } from '@/lib/toasts';

import type { Scope } from '../model/scopes';
import { nextPath, type Page } from './pages';

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

export interface MadeToken extends ApiToken {
  token: string;
}

export const useTokens = () =>
  useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam }) => sendJson<Page<ApiToken>>(pageParam, 'GET'),
    initialPageParam: PATH,
    getNextPageParam: nextPath,
  });

export interface NewToken {
  name: string;
  scopes: Scope[];
  expires: string | null;
}

export function useCreateToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (token: NewToken) => sendJson<MadeToken>(PATH, 'POST', token),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}

export function useRevokeToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => sendJson<void>(`${PATH}/${id}`, 'DELETE'),
    onError: complain,
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}
