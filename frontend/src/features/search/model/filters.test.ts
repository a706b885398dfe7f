import { describe, expect, it } from 'vitest';

import { likeParameter, searchVariables, similarSpan } from './filters';

const UUID = '01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a';

describe('the variables of a search', () => {
  it('a month is a range of time', () => {
    const { createdAfter, createdBefore } = searchVariables({ month: '2026-12' });
    expect([createdAfter, createdBefore]).toEqual(['2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z']);
    expect(searchVariables({ q: 'rent' }).createdAfter).toBeNull();
  });

  it('a part of a document', () => {
    const like = likeParameter(UUID, 10, 60);
    expect(similarSpan(like)).toEqual({ uuid: UUID, start: 10, end: 60 });
    expect(searchVariables({ like })).toMatchObject({ similarToId: UUID, start: 10, end: 60, query: null });
    expect(similarSpan(undefined)).toBeNull();
  });

  it('a folder needs its corpus', () => {
    expect(searchVariables({ folder: UUID }).folderId).toBeNull();
    expect(searchVariables({ folder: UUID, corpus: UUID }).folderId).toBe(UUID);
  });
});
