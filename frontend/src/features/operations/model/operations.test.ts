import { describe, expect, it } from 'vitest';

import { causeKey, chosenByCause, chosenByFilter } from './causes';
import { byKind, laneHealth, totals, type LaneFacts } from './lanes';
import { isSince, sinceTime } from './since';
import { limitErrors, limitsOf, tenantChange } from './tenant-limits';
import { tracebacks } from './tracebacks';

const lane = (facts: Partial<LaneFacts> = {}): LaneFacts => ({
  kind: 'documents.process',
  title: 'Read the document',
  step: 'documents.ingest_doc',
  waiting: 0,
  scheduled: 0,
  running: 0,
  stuck: 0,
  failed: 0,
  unsettled: 0,
  overdue: 0,
  oldestSeconds: null,
  ...facts,
});

describe('stages', () => {
  it.each([
    [{}, 'still'],
    [{ waiting: 9 }, 'busy'],
    [{ scheduled: 1 }, 'busy'],
    [{ running: 2, stuck: 1 }, 'retrying'],
    [{ running: 2, stuck: 1, unsettled: 1 }, 'failing'], // the worst decides
    [{ running: 1, overdue: 1, unsettled: 1 }, 'hanging'],
    [{ failed: 4 }, 'still'], // all of them settled
  ] as const)('with %j are %s', (facts, health) => {
    expect(laneHealth(lane(facts))).toBe(health);
  });

  it('add up, and the oldest of all is the oldest', () => {
    const all = [lane({ waiting: 2, scheduled: 1, oldestSeconds: 5 }), lane({ running: 1, oldestSeconds: 90 }), lane({ stuck: 3 })];
    expect(totals(all)).toEqual({ waiting: 3, running: 1, stuck: 3, oldestSeconds: 90 });
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

describe('what is settled at once', () => {
  const NOW = Date.parse('2026-11-20T12:00:00Z');
  const cause = { kind: 'documents.process', reason: 'user_fault', code: 'no_pages' };

  it('is all of a cause, as far back as the list looks', () => {
    expect(chosenByCause(cause, { kind: undefined, reason: undefined, since: undefined }, NOW)).toEqual(cause);
    expect(chosenByCause(cause, { kind: undefined, reason: undefined, since: 'hour' }, NOW)).toEqual({ ...cause, since: '2026-11-20T11:00:00.000Z' });
  });

  it.each([
    [{ kind: undefined, reason: undefined, since: undefined }, { all: true }], // all are meant by name only
    [{ kind: 'corpuses.embed', reason: undefined, since: undefined }, { kind: 'corpuses.embed' }],
    [{ kind: undefined, reason: 'timeout', since: 'day' }, { reason: 'timeout', since: '2026-11-19T12:00:00.000Z' }],
  ] as const)('with the filter %j is %j', (filter, chosen) => {
    expect(chosenByFilter(filter, NOW)).toEqual(chosen);
  });

  it('tells causes apart by kind, reason and code', () => {
    expect(new Set([cause, { ...cause }, { ...cause, code: 'corrupt_document' }].map(causeKey)).size).toBe(2);
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

const logLine = (attempt: number, fields: object) => ({ attempt, fields: JSON.stringify(fields) });

describe('tracebacks', () => {
  it('are shown try by try where there was more than one', () => {
    const lines = [logLine(1, { traceback: 'first' }), logLine(1, {}), logLine(2, { traceback: 'thumbnail' }), logLine(2, { traceback: 'second' })];
    expect(tracebacks(lines, 'second')).toEqual([
      { title: 'Traceback of try 1', text: 'first' },
      { title: 'Traceback of try 2', text: 'second' },
    ]);
  });

  it('are one, or none, where there was one try', () => {
    expect(tracebacks([logLine(1, { traceback: 'only' })], 'only')).toEqual([{ title: 'Traceback', text: 'only' }]);
    expect(tracebacks([], '')).toEqual([]);
  });
});
