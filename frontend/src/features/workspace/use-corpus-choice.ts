// Which corpus the annotations belong to: the one in the address, else the personal one, else the first that holds the document.
import { useQuery } from '@tanstack/react-query';

import type { Annotation } from '@/features/annotations/model/annotation';
import type { DocumentDetail } from '@/features/documents/api/get-document';
import { may } from '@/lib/permissions';

import { meOptions } from './api/me';
import { chooseCorpus, type CorpusChoice } from './corpus-choice';

const NONE: CorpusChoice[] = [];

/** Why nothing can be annotated here now; empty where it can. */
function whyNot({ backendLock }: DocumentDetail, chosen: CorpusChoice | undefined, isGuest: boolean): string {
  if (isGuest) return 'Sign in to annotate.';
  if (backendLock) return 'They can be made when the document is ready.';
  if (chosen && !may(chosen, 'ANNOTATE')) return `You can only look at “${chosen.title}”. Choose a corpus of your own above to annotate there.`;
  return chosen ? '' : 'One moment.';
}

export function useCorpusChoice(document: DocumentDetail, wanted: string | undefined) {
  const { data: me } = useQuery(meOptions);
  const { choices, chosen } = me === undefined ? { choices: NONE, chosen: undefined } : chooseCorpus(me?.personalCorpus, document.corpuses, wanted);
  const joins = chosen !== undefined && !document.corpuses.some(({ uuid }) => uuid === chosen.uuid);
  const why = whyNot(document, chosen, me === null);
  const mine = (annotation: Annotation) => annotation.creator?.username === me?.username;
  return {
    choices,
    chosen: chosen?.uuid ?? '',
    joins,
    me: me ?? null,
    why,
    editable: why === '',
    removable: (annotation: Annotation) => chosen !== undefined && (may(chosen, 'EDIT') || mine(annotation)),
  };
}

export type CorpusChoices = ReturnType<typeof useCorpusChoice>;
