// Optimistic locking: an edit is sent with the version it is based on.
import { ApiError } from './errors';
import { send } from './http';

export type Texts = Readonly<Record<string, string>>;

interface Versioned {
  version: string;
}

export async function patch<Result extends Versioned>(path: string, change: object, version: string): Promise<Result> {
  const headers = { 'Content-Type': 'application/json', ...(version && { 'If-Match': `"${version}"` }) };
  return (await send(path, { method: 'PATCH', body: JSON.stringify(change), headers })).json() as Promise<Result>;
}

/** Return the current state of the object if the error is an edit conflict. */
export function conflictOf(error: unknown): (Versioned & Record<string, unknown>) | null {
  if (!(error instanceof ApiError) || error.code !== 'edit_conflict') return null;
  return (error.data['current'] as (Versioned & Record<string, unknown>) | undefined) ?? null;
}

/** Return the texts that were changed. */
export const changedTexts = (before: Texts, after: Texts): Texts =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name]));

/** Save a change. A concurrent edit of other fields is no conflict: the change is sent again with the current version. */
export async function save(path: string, change: Readonly<Record<string, string | number>>, base: Versioned & { texts: Texts }): Promise<Versioned> {
  try {
    return await patch(path, change, base.version);
  } catch (error) {
    const current = conflictOf(error);
    // What is sent beside texts is no part of the object.
    const isDisjoint = current && Object.keys(change).every((name) => !(name in base.texts) || String(current[name]) === base.texts[name]);
    if (!isDisjoint) throw error;
    return patch(path, change, current.version);
  }
}
