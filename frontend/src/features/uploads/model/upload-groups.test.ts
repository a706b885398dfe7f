import { describe, expect, it } from 'vitest';

import { ApiError } from '@/lib/errors';
import { archiveSummary, uploadSummary } from '@/lib/messages/uploads';
import { makeUpload } from '@/testing/uploads';

import { uploadCounts, uploadGroups, type ServerStates } from './upload-groups';

const failed = (code: string, data: Record<string, unknown> = {}) => makeUpload({ state: 'failed', error: new ApiError({ code, message: `message of ${code}`, ...data }) });
const sent = (documentId: string) => makeUpload({ state: 'sent', documentId });

const STATES: ServerStates = {
  processing: { state: 'PROCESSING', failure: null },
  ready: { state: 'READY', failure: null },
  partial: { state: 'PARTIAL', failure: null },
  locked: { state: 'FAILED', failure: { code: 'encrypted_document', message: 'It has a password.' } },
};

describe('upload groups', () => {
  it('follow a file from the queue to the end of its processing', () => {
    const uploads = [sent('ready'), sent('partial'), sent('processing'), sent('unknown'), makeUpload({ state: 'sending' }), makeUpload({}), sent('locked')];
    const stages = uploadGroups(uploads, STATES).map(({ stage, items }) => [stage, items.length]);
    expect(stages).toEqual([
      ['unreadable', 1],
      ['sending', 1],
      ['processing', 2],
      ['waiting', 1],
      ['ready', 2],
    ]);
  });

  it('list failures first, one group per cause', () => {
    const groups = uploadGroups([sent('ready'), failed('network'), failed('server_error'), failed('network')], STATES);
    expect(groups.map(({ title, items }) => [title, items.length])).toEqual([
      ['Connection lost', 2],
      ['message of server_error', 1],
      ['Ready', 1],
    ]);
  });

  it.each([
    [failed('file_too_large', { limit: 26_214_400 }), 'Larger than the limit of 26.2 MB'],
    [failed('unsupported_type', { allowed: ['application/pdf', 'text/plain'] }), 'Not a valid PDF file'],
    [{ ...failed('unsupported_type', {}), name: 'song.mp3' }, 'This file type is not supported'],
    [failed('something_new'), 'message of something_new'], // the message of the server
    [sent('locked'), 'This document is password-protected'],
  ])('are titled with the cause of failure %#', (upload, title) => {
    expect(uploadGroups([upload], STATES)[0]?.title).toBe(title);
  });

  it.each([
    [[], 'Uploads complete'],
    [[sent('ready')], 'Uploads complete'],
    [[sent('processing'), makeUpload({})], '2 left'],
    [[sent('processing'), failed('network'), sent('locked')], '1 left, 2 failed'],
  ])('are summed up', (uploads, summary) => {
    expect(uploadSummary(uploadCounts(uploadGroups(uploads, STATES)))).toBe(summary);
  });

  it('advise to delete documents if the quota is exceeded', () => {
    const [group] = uploadGroups([failed('quota_exceeded')], STATES);
    expect(group).toMatchObject({ code: 'quota_exceeded', advice: expect.stringContaining('Delete') });
  });

  it.each([
    [{ added: 9, existing: 1, skipped: 0, refused: 2 }, 12, '9 added, 1 already uploaded, 2 rejected', 'partial'],
    [{ added: 3, existing: 0, skipped: 1, refused: 0 }, 4, '3 added, 1 skipped', 'ready'],
    [{ added: 3, existing: 0, skipped: 0, refused: 0 }, 12, '3 of 12 unpacked', 'ready'],
    [{ added: 0, existing: 0, skipped: 0, refused: 0 }, 0, 'Empty ZIP file', 'ready'],
  ])('sum up an archive', (counts, entries, summary, stage) => {
    const archive = { counts, entries };
    expect(archiveSummary(archive)).toBe(summary);
    const [group] = uploadGroups([makeUpload({ kind: 'archive', state: 'sent', archiveId: 'zip' })], { zip: { state: 'READY', failure: null, archive } });
    expect(group?.stage).toBe(stage);
  });
});
