import type { Permitted } from '@/lib/permissions';
import type { UserName } from '@/lib/users';

export interface CorpusOption extends Permitted {
  uuid: string;
  title: string;
  owner?: UserName;
}

export interface CorpusChoice {
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
