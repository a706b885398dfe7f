// Whether the questions of this browser are answered on the server alone, although there is a language model.
import { create } from 'zustand';

import { readStored, writeStored } from '@/lib/stored';

const KEY = 'cartulary.answers-here';

export const useAnswersHere = create<{ isHere: boolean }>()(() => ({ isHere: readStored(KEY) === 'true' }));

export function setAnswersHere(isHere: boolean): void {
  writeStored(KEY, String(isHere));
  useAnswersHere.setState({ isHere });
}
