// Whether a list shows what was found inside other documents.

export type Inside = 'without' | 'only';

export const INSIDE: readonly { value: Inside; label: string }[] = [
  { value: 'without', label: 'Without attachments' },
  { value: 'only', label: 'Attachments only' },
];

export const isInside = (value: unknown): value is Inside => INSIDE.some((known) => known.value === value);

/** As the API asks for it: null for all documents. */
export const foundInside = (inside: Inside | undefined): boolean | null => (inside ? inside === 'only' : null);
