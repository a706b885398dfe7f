import { afterEach, describe, expect, it, vi } from 'vitest';

import { changedOf, conflictOf, save } from './edits';
import { ApiError } from './errors';

const now = (fields: object) =>
  new Response(JSON.stringify({ error: { code: 'edit_conflict', message: 'Somebody has changed this.', current: { version: 'v2', ...fields } } }), { status: 412 });

const done = () => new Response(JSON.stringify({ version: 'v3' }));

/** A server that gives these answers, one after another; tells the versions that it was sent. */
function serve(...answers: Response[]): string[] {
  const sent: string[] = [];
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(new Headers(init.headers).get('If-Match') ?? '');
    return answers.shift();
  });
  return sent;
}

const SEEN = { version: 'v1', texts: { title: 'Lease', description: '' } };

describe('edits', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('are what was typed anew', () => {
    expect(changedOf({ title: 'Lease', description: '' }, { title: 'Lease', description: 'Of 2026' })).toEqual({ description: 'Of 2026' });
  });

  it('go with the version that was seen', async () => {
    const sent = serve(done());
    await save('/x', { title: 'Mine' }, SEEN);
    expect(sent).toEqual(['"v1"']);
  });

  it('leave what the others have changed where it is something else', async () => {
    const sent = serve(now({ title: 'Lease', description: 'Theirs' }), done());
    await save('/x', { title: 'Mine' }, SEEN);
    expect(sent).toEqual(['"v1"', '"v2"']);
  });

  it('wait for an answer where it is the same', async () => {
    const sent = serve(now({ title: 'Theirs', description: '' }));
    const refused = await save('/x', { title: 'Mine' }, SEEN).catch((error: unknown) => error);
    expect(conflictOf(refused)).toMatchObject({ title: 'Theirs', version: 'v2' });
    expect(sent).toEqual(['"v1"']);
  });

  it('are no conflict where something else is wrong', () => {
    expect(conflictOf(new ApiError({ code: 'invalid', message: 'Too long.' }))).toBeNull();
    expect(conflictOf(new TypeError())).toBeNull();
  });
});
