// Create, change and withdraw shares; publish and unpublish.
import { patch } from '@/lib/edits';
import { sendJson } from '@/lib/http';
import { ignoreError, keysOf, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import type { Role } from '../model/roles';
import type { Subject } from './access';

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
const useAccessMutation = <Input, Result>(mutationFn: (input: Input) => Promise<Result>) => useInvalidatingMutation({ mutationFn, onError: ignoreError });

export const useCreateShare = (subject: Subject) =>
  useAccessMutation((share: NewShare) => sendJson<CreatedShare>(`${pathOf(subject)}/shares`, 'POST', toBody(share)));

export const useChangeShare = (subject: Subject) =>
  useAccessMutation(({ id, version, ...change }: ShareChange) => patch<CreatedShare>(`${pathOf(subject)}/shares/${id}`, toBody(change), version));

export const useWithdrawShare = (subject: Subject) => useAccessMutation((id: string) => sendJson<void>(`${pathOf(subject)}/shares/${id}`, 'DELETE'));

/** Remove the user's own access to an object that was shared with them. */
export const useLeave = (subject: Subject) => useAccessMutation(() => sendJson<void>(`${pathOf(subject)}/my-access`, 'DELETE'));

/** Remove a document from a corpus that its owner has no access to any more, and so gets no events of. */
export const useRemoveFromHiddenCorpus = (subject: Subject) =>
  useInvalidatingMutation({
    mutationFn: (membership: string) => sendJson<void>(`${pathOf(subject)}/memberships/${membership}`, 'DELETE'),
    affected: keysOf('access', 'documents', 'document', 'corpus-documents'),
    onError: ignoreError,
  });

export const useSetPublic = (subject: Subject) =>
  useAccessMutation((isPublic: boolean) => sendJson<void>(`${pathOf(subject)}/${isPublic ? 'publish' : 'unpublish'}`, 'POST', {}));
