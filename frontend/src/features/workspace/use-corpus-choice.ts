// Which corpus the annotations belong to: the one in the address, else the personal one, else the first that holds the document.
import { useQuery } from '@tanstack/react-query';

import type { DocumentDetail } from '@/features/documents/api/get-document';

import { meOptions } from './api/me';
import { chooseCorpus, type CorpusChoice } from './corpus-choice';

const NONE: CorpusChoice[] = [];

export function useCorpusChoice(document: DocumentDetail, wanted: string | undefined) {
  const { data: me } = useQuery(meOptions);
  const { choices, chosen } = me ? chooseCorpus(me.personalCorpus, document.corpuses, wanted) : { choices: NONE, chosen: undefined };
  const joins = chosen !== undefined && !document.corpuses.some(({ uuid }) => uuid === chosen.uuid);
  return { choices, chosen: chosen?.uuid ?? '', joins, username: me?.username ?? '' };
}

export type CorpusChoices = ReturnType<typeof useCorpusChoice>;
