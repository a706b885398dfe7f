import { afterEach, describe, expect, it, vi } from 'vitest';

import { changedTexts, conflictOf, save } from './edits';
import { ApiError } from './errors';

const conflict = (fields: object) =>
  new Response(JSON.stringify({ error: { code: 'edit_conflict', message: 'Changed.', current: { version: 'v2', ...fields } } }), { status: 412 });

const saved = () => new Response(JSON.stringify({ version: 'v3' }));

/** Stub `fetch` with these responses and return the versions of the requests. */
function stubFetch(...responses: Response[]): string[] {
  const versions: string[] = [];
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    versions.push(new Headers(init.headers).get('If-Match') ?? '');
    return responses.shift();
  });
  return versions;
}

const BASE = { version: 'v1', texts: { title: 'Lease', description: '' } };

describe('edits', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('contain only the changed texts', () => {
    expect(changedTexts({ title: 'Lease', description: '' }, { title: 'Lease', description: 'Of 2026' })).toEqual({ description: 'Of 2026' });
  });

  it('are sent with the version they are based on', async () => {
    const versions = stubFetch(saved());
    await save('/x', { title: 'Mine' }, BASE);
    expect(versions).toEqual(['"v1"']);
  });

  it('are sent again if a concurrent edit changed other fields', async () => {
    const versions = stubFetch(conflict({ title: 'Lease', description: 'Theirs' }), saved());
    await save('/x', { title: 'Mine' }, BASE);
    expect(versions).toEqual(['"v1"', '"v2"']);
  });

  it('are sent again with what is no text of the object', async () => {
    const versions = stubFetch(conflict({ title: 'Lease', description: 'Theirs' }), saved());
    await save('/x', { title: 'Mine', group: '1' }, BASE);
    expect(versions).toEqual(['"v1"', '"v2"']);
  });

  it('of an object whose version is unknown are sent without one', async () => {
    const versions = stubFetch(saved());
    await save('/x', { title: 'Mine' }, { ...BASE, version: '' });
    expect(versions).toEqual(['']);
  });

  it('conflict if a concurrent edit changed the same field', async () => {
    const versions = stubFetch(conflict({ title: 'Theirs', description: '' }));
    const error = await save('/x', { title: 'Mine' }, BASE).catch((cause: unknown) => cause);
    expect(conflictOf(error)).toMatchObject({ title: 'Theirs', version: 'v2' });
    expect(versions).toEqual(['"v1"']);
  });

  it('do not conflict on other errors', () => {
    expect(conflictOf(new ApiError({ code: 'invalid', message: 'Too long.' }))).toBeNull();
    expect(conflictOf(new TypeError())).toBeNull();
  });
});
