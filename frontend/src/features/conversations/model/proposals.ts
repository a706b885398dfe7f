// Changes that language models propose.
import { t } from '@lingui/core/macro';

import type { Proposal } from '../api/conversations';

export const isPending = ({ state }: Pick<Proposal, 'state'>): boolean => state === 'PENDING';

/** Return what a proposal changes, as a sentence. */
export function proposalText({ kind, label, text, column: name }: Pick<Proposal, 'kind' | 'label' | 'text' | 'column'>): string {
  switch (kind) {
    case 'ANNOTATION':
      return t`Label these words “${label}”`;
    case 'RELATION':
      return t`Relate these annotations as “${label}”`;
    case 'COMMENT':
      return t`Comment on the document: “${text}”`;
    case 'CELL': {
      const column = name ?? '';
      return t`Set “${column}” to “${text}”`;
    }
  }
}

/** Return why a user who may decide on a proposal can only reject it. */
export function refusalText({ kind }: Pick<Proposal, 'kind'>): string {
  if (kind === 'CELL') return t`To approve it, you need the permission to review extracts in this corpus.`;
  if (kind === 'COMMENT') return t`To approve it, you need the permission to comment in this corpus.`;
  return t`To approve it, you need the permission to annotate in this corpus.`;
}
