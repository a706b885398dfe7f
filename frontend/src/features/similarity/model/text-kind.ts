export type TextKind = 'DOCUMENT' | 'CLAUSE';

export const isTextKind = (value: unknown): value is TextKind => value === 'DOCUMENT' || value === 'CLAUSE';
