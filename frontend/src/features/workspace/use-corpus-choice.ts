// Which corpus the annotations belong to: the one in the address, else the personal one. A corpus must hold the document.
import { useQuery } from '@tanstack/react-query';

import type { DocumentDetail } from '@/features/documents/api/get-document';

import { meOptions } from './api/me';

export interface CorpusChoice {
  uuid: string;
  title: string;
}

export function useCorpusChoice(document: DocumentDetail, wanted: string | undefined) {
  const { data: me } = useQuery(meOptions);
  const personal: CorpusChoice[] = me ? [me.personalCorpus] : [];
  const others = document.corpuses.filter(({ uuid }) => uuid !== me?.personalCorpus.uuid);
  const choices = [...personal, ...others];
  const chosen = choices.find(({ uuid }) => uuid === wanted) ?? choices[0];
  return { choices, chosen: chosen?.uuid ?? '', username: me?.username ?? '' };
}

export type CorpusChoices = ReturnType<typeof useCorpusChoice>;
