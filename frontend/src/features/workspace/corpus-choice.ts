// Pure choice of the corpus that annotations go to.

export interface CorpusChoice {
  uuid: string;
  title: string;
}

export interface Choice {
  choices: CorpusChoice[];
  chosen: CorpusChoice | undefined;
}

/** The personal corpus is always offered; a document that is not in it joins with its first annotation. */
export function chooseCorpus(personal: CorpusChoice, holding: readonly CorpusChoice[], wanted: string | undefined): Choice {
  const others = holding.filter(({ uuid }) => uuid !== personal.uuid);
  const choices = [personal, ...others];
  const isPersonal = others.length < holding.length || others.length === 0;
  return { choices, chosen: choices.find(({ uuid }) => uuid === wanted) ?? (isPersonal ? personal : others[0]) };
}
