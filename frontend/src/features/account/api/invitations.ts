// Letters with which others may make an account; operators only.
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';

import { sendJson } from '@/lib/http';
import { complain, showToast } from '@/lib/toasts';

import { nextPath, type Page } from './pages';

const PATH = '/api/v1/auth/invitations';
const KEY = ['invitations'];

export interface Invitation {
  id: string;
  email: string;
  invited_by: string;
  created: string;
  expires: string;
  accepted: string | null;
}

export const useInvitations = () =>
  useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam }) => sendJson<Page<Invitation>>(pageParam, 'GET'),
    initialPageParam: PATH,
    getNextPageParam: nextPath,
  });

export function useInvite() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (email: string) => sendJson<Invitation>(PATH, 'POST', { email }),
    onSuccess: ({ email }) => {
      showToast({ text: `A letter to ${email} is on its way.` });
      return queryClient.invalidateQueries({ queryKey: KEY });
    },
  });
}

export function useWithdrawInvitation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => sendJson<void>(`${PATH}/${id}`, 'DELETE'),
    onError: complain,
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}
