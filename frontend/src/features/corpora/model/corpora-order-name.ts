/** Without one, the newest are first. */
export type CorporaOrder = 'title' | 'documents';

export const isCorporaOrder = (value: unknown): value is CorporaOrder => value === 'title' || value === 'documents';
