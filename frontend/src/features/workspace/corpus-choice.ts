// Pure choice of the corpus that annotations go to.

import type { Permitted } from '@/lib/permissions';

export interface CorpusChoice extends Permitted {
  uuid: string;
  title: string;
}

export interface Choice {
  choices: CorpusChoice[];
  chosen: CorpusChoice | undefined;
}

/** Guests have no personal corpus; to everybody else it is always offered: a document that is not in it joins with its first annotation. */
export function chooseCorpus(personal: CorpusChoice | undefined, holding: readonly CorpusChoice[], wanted: string | undefined): Choice {
  const others = holding.filter(({ uuid }) => uuid !== personal?.uuid);
  const choices = personal ? [personal, ...others] : others;
  const isPersonal = others.length < holding.length || others.length === 0;
  return { choices, chosen: choices.find(({ uuid }) => uuid === wanted) ?? (isPersonal ? personal : others[0]) };
}
