import { describe, expect, it } from 'vitest';

import { ApiError } from '@/lib/errors';

import { anUpload } from '@/testing/uploads';

import { archiveWords, trayCounts, trayGroups, traySummary, type ServerStates } from './tray';

const upload = anUpload;
const failed = (code: string, data: Record<string, unknown> = {}) => upload({ state: 'failed', error: new ApiError({ code, message: `message of ${code}`, ...data }) });
const sent = (documentId: string) => upload({ state: 'sent', documentId });

const STATES: ServerStates = {
  reading: { state: 'PROCESSING', failure: null },
  read: { state: 'READY', failure: null },
  partly: { state: 'PARTIAL', failure: null },
  locked: { state: 'FAILED', failure: { code: 'encrypted_document', message: 'It has a password.' } },
};

describe('the tray', () => {
  it('follows a file from the queue to the end of its processing', () => {
    const uploads = [sent('read'), sent('partly'), sent('reading'), sent('unheard of'), upload({ state: 'sending' }), upload({}), sent('locked')];
    const stages = trayGroups(uploads, STATES).map(({ stage, items }) => [stage, items.length]);
    expect(stages).toEqual([
      ['unreadable', 1],
      ['sending', 1],
      ['processing', 2],
      ['waiting', 1],
      ['ready', 2],
    ]);
  });

  it('puts failures first, one group for each reason', () => {
    const groups = trayGroups([sent('read'), failed('network'), failed('server_error'), failed('network')], STATES);
    expect(groups.map(({ title, items }) => [title, items.length])).toEqual([
      ['The connection was lost', 2],
      ['message of server_error', 1],
      ['Ready', 1],
    ]);
  });

  it.each([
    [failed('file_too_large', { limit: 26_214_400 }), 'Larger than the 26.2 MB that are allowed'],
    [failed('unsupported_type', { allowed: ['application/pdf', 'text/plain'] }), 'Not a kind of file that can be read'],
    [failed('something_new'), 'message of something_new'], // the server's own sentence
    [sent('locked'), 'It has a password.'],
  ])('says why', (item, title) => {
    expect(trayGroups([item], STATES)[0]?.title).toBe(title);
  });

  it.each([
    [[], 'Uploads done'],
    [[sent('read')], 'Uploads done'],
    [[sent('reading'), upload({})], '2 left'],
    [[sent('reading'), failed('network'), sent('locked')], '1 left, 2 failed'],
  ])('sums up', (uploads, summary) => {
    expect(traySummary(trayCounts(trayGroups(uploads, STATES)))).toBe(summary);
  });

  it('says what to do about a cause, and where to find room', () => {
    const [group] = trayGroups([failed('quota_exceeded')], STATES);
    expect(group?.cause).toMatchObject({ needsRoom: true, advice: expect.stringContaining('Delete') });
  });

  it.each([
    [{ added: 9, existing: 1, skipped: 0, refused: 2 }, 12, '9 added, 1 already here, 2 refused', 'partial'],
    [{ added: 3, existing: 0, skipped: 1, refused: 0 }, 4, '3 added, 1 left out', 'ready'],
    [{ added: 3, existing: 0, skipped: 0, refused: 0 }, 12, '3 of 12 unpacked', 'ready'],
    [{ added: 0, existing: 0, skipped: 0, refused: 0 }, 0, 'Nothing in it', 'ready'],
  ])('accounts for an archive', (counts, entries, words, stage) => {
    const archive = { counts, entries };
    expect(archiveWords(archive)).toBe(words);
    const [group] = trayGroups([upload({ kind: 'archive', state: 'sent', archiveId: 'zip' })], { zip: { state: 'READY', failure: null, archive } });
    expect(group?.stage).toBe(stage);
  });
});
