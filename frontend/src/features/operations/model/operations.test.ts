import { describe, expect, it } from 'vitest';

import { rankCauses, type FailedJob } from './causes';
import { byKind, laneHealth, totals, type LaneFacts } from './lanes';
import { isSince, sinceTime } from './since';
import { limitErrors, limitsOf, tenantChange } from './tenant-limits';

const lane = (facts: Partial<LaneFacts> = {}): LaneFacts => ({
  kind: 'documents.process',
  title: 'Read the document',
  step: 'documents.ingest_doc',
  waiting: 0,
  scheduled: 0,
  running: 0,
  stuck: 0,
  failed: 0,
  oldestSeconds: null,
  ...facts,
});

const failed = (uuid: string, code: string | null, lastFailed: string, reason = 'user_fault'): FailedJob => ({
  uuid,
  kind: 'documents.process',
  title: 'Read the document',
  reason,
  error: code === null ? null : { code, message: `${code}!` },
  lastFailed,
});

describe('stages', () => {
  it.each([
    [{}, 'still'],
    [{ waiting: 9 }, 'busy'],
    [{ scheduled: 1 }, 'busy'],
    [{ running: 2, stuck: 1 }, 'retrying'],
    [{ running: 2, stuck: 1, failed: 1 }, 'failing'], // the worst decides
  ] as const)('with %j are %s', (facts, health) => {
    expect(laneHealth(lane(facts))).toBe(health);
  });

  it('add up, and the oldest of all is the oldest', () => {
    const all = [lane({ waiting: 2, scheduled: 1, oldestSeconds: 5 }), lane({ running: 1, failed: 4, oldestSeconds: 90 }), lane({ stuck: 3 })];
    expect(totals(all)).toEqual({ waiting: 3, running: 1, stuck: 3, failed: 4, oldestSeconds: 90 });
    expect(totals([]).oldestSeconds).toBeNull();
  });

  it('of one kind stay together', () => {
    const groups = byKind([lane({ step: 'a' }), lane({ kind: 'corpuses.embed', step: 'e' }), lane({ step: 'b' })]);
    expect(groups.map(({ kind, lanes }) => [kind, lanes.map(({ step }) => step)])).toEqual([
      ['documents.process', ['a', 'b']],
      ['corpuses.embed', ['e']],
    ]);
  });
});

describe('causes', () => {
  it('are ranked by how many failed, then by who failed last', () => {
    const causes = rankCauses([
      failed('1', 'corrupt_document', '2026-11-20T10:00:00Z'),
      failed('2', 'no_pages', '2026-11-20T12:00:00Z'),
      failed('3', 'truncated_document', '2026-11-20T09:00:00Z'),
      failed('4', 'truncated_document', '2026-11-20T11:00:00Z'),
    ]);
    expect(causes.map(({ code, failures }) => [code, failures.length])).toEqual([
      ['truncated_document', 2],
      ['no_pages', 1],
      ['corrupt_document', 1],
    ]);
    expect(causes[0]).toMatchObject({ lastFailed: '2026-11-20T11:00:00Z', message: 'truncated_document!' });
  });

  it('differ by reason where the code is the same, or missing', () => {
    expect(rankCauses([failed('1', null, 'a', 'timeout'), failed('2', null, 'b', 'worker_lost')])).toHaveLength(2);
  });
});

describe('limits of a tenant', () => {
  it.each([
    [{ cap: '', weight: '1', rate: '' }, {}],
    [{ cap: '2', weight: '0,5', rate: '30' }, {}],
    [{ cap: '0', weight: '1', rate: '' }, { cap: expect.stringContaining('whole') }],
    [{ cap: 'two', weight: '', rate: '-1' }, { cap: expect.any(String), weight: expect.any(String), rate: expect.any(String) }],
    [{ cap: '', weight: '0', rate: '' }, { weight: expect.stringContaining('above 0') }],
  ])('%j', (limits, errors) => {
    expect(limitErrors(limits)).toEqual(errors);
  });

  it('are told to the server, an empty one as none', () => {
    expect(tenantChange({ cap: '', weight: '0,5', rate: '3' })).toEqual({ noCap: true, weight: 0.5, rate: 3 });
    expect(tenantChange({ cap: '4', weight: '2', rate: '' })).toEqual({ cap: 4, weight: 2, noRate: true });
    expect(limitsOf({ cap: null, weight: 1, rate: 3 })).toEqual({ cap: '', weight: '1', rate: '3' });
  });
});

it('looks back an hour, a day or a week', () => {
  expect(sinceTime('day', Date.parse('2026-11-20T12:00:00Z'))).toBe('2026-11-19T12:00:00.000Z');
  expect([isSince('week'), isSince('toString'), isSince(undefined)]).toEqual([true, false, false]);
});
