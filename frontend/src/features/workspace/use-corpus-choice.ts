// The corpus of the annotations: the one in the URL, or the personal one, or the first that contains the document.
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';

import { isSuggestion, type Annotation } from '@/features/annotations/model/annotation';
import type { DocumentDetail } from '@/features/documents/api/get-document';
import { may, type Permitted } from '@/lib/permissions';
import { displayName, type UserName } from '@/lib/users';

import { meOptions } from './api/me';

interface CorpusOption extends Permitted {
  uuid: string;
  title: string;
  owner?: UserName;
}

interface CorpusChoice {
  options: CorpusOption[];
  selected: CorpusOption | undefined;
}

/**
 * Return the corpora that can be chosen for the annotations of a document, and the selected one.
 *
 * The personal corpus is always an option: the first annotation adds the document to it. Anonymous users have none.
 */
export function chooseCorpus(personal: CorpusOption | undefined, containing: readonly CorpusOption[], requested: string | undefined): CorpusChoice {
  const others = containing.filter(({ uuid }) => uuid !== personal?.uuid);
  const options = personal ? [personal, ...others] : others;
  const preferPersonal = others.length < containing.length || others.length === 0;
  return { options, selected: options.find(({ uuid }) => uuid === requested) ?? (preferPersonal ? personal : others[0]) };
}

const NO_OPTIONS: CorpusOption[] = [];

const isViewOnly = (corpus: CorpusOption) => !may(corpus, 'ANNOTATE');

/** Return why the user cannot annotate now; empty if they can. */
function readOnlyReason({ backendLock, owner, newestVersion }: DocumentDetail, selected: CorpusOption | undefined, isAnonymous: boolean): string {
  if (isAnonymous) return t`Sign in to annotate.`;
  if (newestVersion) return t`This is an older version. Annotate the newest one.`;
  if (backendLock) return t`You can annotate once processing is complete.`;
  if (!selected) return t`Loading…`;
  return isViewOnly(selected) ? t`You have view access. To annotate, ask ${displayName(selected.owner ?? owner)} for edit access.` : '';
}

export function useCorpusChoice(document: DocumentDetail, requested: string | undefined) {
  const { data: me } = useQuery(meOptions);
  const { options, selected } = me === undefined ? { options: NO_OPTIONS, selected: undefined } : chooseCorpus(me?.personalCorpus, document.corpuses, requested);
  const joins = selected !== undefined && !document.corpuses.some(({ uuid }) => uuid === selected.uuid);
  const reason = readOnlyReason(document, selected, me === null);
  return {
    options,
    id: selected?.uuid ?? '',
    joins,
    me: me ?? null,
    reason,
    /** the user's personal corpus, if they cannot annotate in the selected one */
    alternative: selected && isViewOnly(selected) && !document.backendLock && !document.newestVersion ? me?.personalCorpus : undefined,
    editable: reason === '',
    removable: (annotation: Pick<Annotation, 'creator' | 'review' | 'reviewer'>) =>
      selected !== undefined && (may(selected, 'EDIT') || isSuggestion(annotation) || [annotation.creator, annotation.reviewer].some((user) => user && user.username === me?.username)),
  };
}

export type SelectedCorpus = ReturnType<typeof useCorpusChoice>;
