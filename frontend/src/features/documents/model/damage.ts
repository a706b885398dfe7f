// What a check of the stored files found, for people.

export type Damage = 'MISSING' | 'CHANGED';

const WORDS: Record<Damage, string> = {
  MISSING: 'The stored file is missing.',
  CHANGED: 'The stored file has changed since it was uploaded.',
};

export const damageWords = (damage: Damage): string => WORDS[damage];
