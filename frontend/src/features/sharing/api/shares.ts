// Create, change and withdraw shares; publish and unpublish.
import { patch } from '@/lib/edits';
import { sendJson } from '@/lib/http';
import { ignoreError, keysOf, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import type { Role } from '../model/roles';
import type { Subject } from './access';

const AFFECTED: Record<Subject['kind'], readonly string[]> = {
  document: ['documents', 'document', 'corpus-documents'],
  corpus: ['corpora', 'corpus', 'document'],
};

const pathOf = ({ kind, uuid }: Subject) => `/api/v1/${kind === 'document' ? 'documents' : 'corpuses'}/${uuid}`;

export interface NewShare {
  role: Role;
  expires?: string | null;
  /** user name or e-mail */
  user?: string;
  team?: string;
  link?: true;
}

interface CreatedShare {
  id: string;
  version: string;
  link: { url: string | null } | null;
}

export interface ShareChange {
  id: string;
  /** the version that the change is based on */
  version: string;
  role?: Role;
  expires?: string | null;
}

/** Return a request body with the role in the form of the REST API. */
const toBody = <Body extends { role?: Role }>({ role, ...rest }: Body) => ({ ...rest, ...(role && { role: role.toLowerCase() }) });

/** A mutation of the access to an object. Callers show errors. */
const useAccessMutation = <Input, Result>(subject: Subject, mutationFn: (input: Input) => Promise<Result>) =>
  useInvalidatingMutation({ mutationFn, affected: keysOf('access', ...AFFECTED[subject.kind]), onError: ignoreError });

export const useCreateShare = (subject: Subject) =>
  useAccessMutation(subject, (share: NewShare) => sendJson<CreatedShare>(`${pathOf(subject)}/shares`, 'POST', toBody(share)));

export const useChangeShare = (subject: Subject) =>
  useAccessMutation(subject, ({ id, version, ...change }: ShareChange) => patch<CreatedShare>(`${pathOf(subject)}/shares/${id}`, toBody(change), version));

export const useWithdrawShare = (subject: Subject) => useAccessMutation(subject, (id: string) => sendJson<void>(`${pathOf(subject)}/shares/${id}`, 'DELETE'));

/** Remove the user's own access to an object that was shared with them. */
export const useLeave = (subject: Subject) => useAccessMutation(subject, () => sendJson<void>(`${pathOf(subject)}/my-access`, 'DELETE'));

/** Remove a document from a corpus that its owner has no access to any more. */
export const useRemoveFromHiddenCorpus = (subject: Subject) =>
  useAccessMutation(subject, (membership: string) => sendJson<void>(`${pathOf(subject)}/memberships/${membership}`, 'DELETE'));

export const useSetPublic = (subject: Subject) =>
  useAccessMutation(subject, (isPublic: boolean) => sendJson<void>(`${pathOf(subject)}/${isPublic ? 'publish' : 'unpublish'}`, 'POST', {}));
