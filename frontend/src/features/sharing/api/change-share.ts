// Share, change, take back, publish. Everything that shows who can get at something is asked for anew afterwards.
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { patch } from '@/lib/edits';
import { sendJson } from '@/lib/http';

import type { Role } from '../model/roles';
import type { Subject } from './access';

const SHOWN: Record<Subject['kind'], readonly string[]> = {
  document: ['documents', 'document', 'corpus-documents'],
  corpus: ['corpora', 'corpus', 'document'],
};

const addressOf = ({ kind, uuid }: Subject) => `/api/v1/${kind === 'document' ? 'documents' : 'corpuses'}/${uuid}`;

export interface Wish {
  role: Role;
  expires?: string | null;
  person?: string;
  team?: string;
  link?: true;
}

interface MadeShare {
  id: string;
  version: string;
  link: { url: string | null } | null;
}

export interface ShareChange {
  id: string;
  /** as it was seen */
  version: string;
  role?: Role;
  expires?: string | null;
}

const spelled = <Body extends { role?: Role }>({ role, ...rest }: Body) => ({ ...rest, ...(role && { role: role.toLowerCase() }) });

function useChange<Asked, Answer>(subject: Subject, send: (asked: Asked) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => Promise.all(['access', ...SHOWN[subject.kind]].map((key) => queryClient.invalidateQueries({ queryKey: [key] }))),
  });
}

export const useCreateShare = (subject: Subject) =>
  useChange(subject, (wish: Wish) => sendJson<MadeShare>(`${addressOf(subject)}/shares`, 'POST', spelled(wish)));

export const useChangeShare = (subject: Subject) =>
  useChange(subject, ({ id, version, ...change }: ShareChange) => patch<MadeShare>(`${addressOf(subject)}/shares/${id}`, spelled(change), version));

export const useWithdrawShare = (subject: Subject) => useChange(subject, (id: string) => sendJson<void>(`${addressOf(subject)}/shares/${id}`, 'DELETE'));

/** From a corpus that one does not see any more. */
export const useTakeBack = (subject: Subject) => useChange(subject, (place: string) => sendJson<void>(`${addressOf(subject)}/places/${place}`, 'DELETE'));

export const useSetPublic = (subject: Subject) =>
  useChange(subject, (isPublic: boolean) => sendJson<void>(`${addressOf(subject)}/${isPublic ? 'publish' : 'unpublish'}`, 'POST', {}));
