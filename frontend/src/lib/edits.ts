// Changing what somebody else may be changing, too: the version that was seen goes along, so that nothing is overwritten unseen.
import { ApiError } from './errors';
import { send } from './http';

export type Texts = Readonly<Record<string, string>>;

interface Versioned {
  version: string;
}

export async function patch<Answer extends Versioned>(path: string, change: object, version: string): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json', 'If-Match': `"${version}"` };
  return (await send(path, { method: 'PATCH', body: JSON.stringify(change), headers })).json() as Promise<Answer>;
}

/** What the thing is now, where somebody has changed it since it was seen. */
export function conflictOf(error: unknown): (Versioned & Record<string, unknown>) | null {
  if (!(error instanceof ApiError) || error.code !== 'edit_conflict') return null;
  return (error.data['current'] as (Versioned & Record<string, unknown>) | undefined) ?? null;
}

/** What was typed anew; what was left as it was is nobody's wish. */
export const changedOf = (before: Texts, after: Texts): Texts =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name]));

/** Saves what was typed. Where the others have changed something else than that, there is nothing to choose. */
export async function save(path: string, change: Texts, seen: Versioned & { texts: Texts }): Promise<Versioned> {
  try {
    return await patch(path, change, seen.version);
  } catch (error) {
    const now = conflictOf(error);
    const isElsewhere = now && Object.keys(change).every((name) => now[name] === seen.texts[name]);
    if (!isElsewhere) throw error;
    return patch(path, change, now.version);
  }
}
