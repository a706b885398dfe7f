import { describe, expect, it } from 'vitest';

import { tracebacks } from '../components/failure-group-item';
import { limitErrors, limitsOf, tenantChange } from '../components/tenant-table';
import { failureGroupKey, selectionOfGroup, selectionOfFilter } from './failure-groups';
import { byKind, stageHealth, totals, type StageFacts } from './queue-stages';
import { startOfTimeRange } from './time-range';
import { isTimeRange } from './time-range-name';

const stage = (facts: Partial<StageFacts> = {}): StageFacts => ({
  kind: 'documents.process',
  title: 'Process document',
  step: 'documents.ingest_doc',
  waiting: 0,
  scheduled: 0,
  running: 0,
  stuck: 0,
  failed: 0,
  openFailures: 0,
  overdue: 0,
  oldestSeconds: null,
  ...facts,
});

describe('stages', () => {
  it.each([
    [{}, 'idle'],
    [{ waiting: 9 }, 'busy'],
    [{ scheduled: 1 }, 'busy'],
    [{ running: 2, stuck: 1 }, 'retrying'],
    [{ running: 2, stuck: 1, openFailures: 1 }, 'failing'], // the worst state wins
    [{ running: 1, overdue: 1, openFailures: 1 }, 'overdue'],
    [{ failed: 4 }, 'idle'], // all of them resolved
  ] as const)('with %j are %s', (facts, health) => {
    expect(stageHealth(stage(facts))).toBe(health);
  });

  it('are summed up, with the highest age', () => {
    const all = [stage({ waiting: 2, scheduled: 1, oldestSeconds: 5 }), stage({ running: 1, oldestSeconds: 90 }), stage({ stuck: 3 })];
    expect(totals(all)).toEqual({ waiting: 3, running: 1, stuck: 3, oldestSeconds: 90 });
    expect(totals([]).oldestSeconds).toBeNull();
  });

  it('are grouped by kind', () => {
    const groups = byKind([stage({ step: 'a' }), stage({ kind: 'corpuses.embed', step: 'e' }), stage({ step: 'b' })]);
    expect(groups.map(({ kind, stages }) => [kind, stages.map(({ step }) => step)])).toEqual([
      ['documents.process', ['a', 'b']],
      ['corpuses.embed', ['e']],
    ]);
  });
});

describe('a selection of failures', () => {
  const NOW = Date.parse('2026-11-20T12:00:00Z');
  const group = { kind: 'documents.process', reason: 'user_fault', code: 'no_pages' };

  it('is a group within the time range', () => {
    expect(selectionOfGroup(group, { kind: undefined, reason: undefined, since: undefined }, NOW)).toEqual(group);
    expect(selectionOfGroup(group, { kind: undefined, reason: undefined, since: 'hour' }, NOW)).toEqual({ ...group, since: '2026-11-20T11:00:00.000Z' });
  });

  it.each([
    [{ kind: undefined, reason: undefined, since: undefined }, { all: true }], // must be explicit
    [{ kind: 'corpuses.embed', reason: undefined, since: undefined }, { kind: 'corpuses.embed' }],
    [{ kind: undefined, reason: 'timeout', since: 'day' }, { reason: 'timeout', since: '2026-11-19T12:00:00.000Z' }],
  ] as const)('with the filter %j is %j', (filter, selection) => {
    expect(selectionOfFilter(filter, NOW)).toEqual(selection);
  });

  it('distinguishes groups by kind, reason and code', () => {
    expect(new Set([group, { ...group }, { ...group, code: 'corrupt_document' }].map(failureGroupKey)).size).toBe(2);
  });
});

describe('limits of a tenant', () => {
  it.each([
    [{ cap: '', weight: '1', rate: '' }, {}],
    [{ cap: '2', weight: '0,5', rate: '30' }, {}],
    [{ cap: '0', weight: '1', rate: '' }, { cap: expect.stringContaining('whole') }],
    [{ cap: 'two', weight: '', rate: '-1' }, { cap: expect.any(String), weight: expect.any(String), rate: expect.any(String) }],
    [{ cap: '', weight: '0', rate: '' }, { weight: expect.stringContaining('greater than 0') }],
  ])('%j', (limits, errors) => {
    expect(limitErrors(limits)).toEqual(errors);
  });

  it('become the mutation input, an empty one as no limit', () => {
    expect(tenantChange({ cap: '', weight: '0,5', rate: '3' })).toEqual({ cap: null, weight: 0.5, rate: 3 });
    expect(tenantChange({ cap: '4', weight: '2', rate: '' })).toEqual({ cap: 4, weight: 2, rate: null });
    expect(limitsOf({ cap: null, weight: 1, rate: 3 })).toEqual({ cap: '', weight: '1', rate: '3' });
  });
});

it('a time range is an hour, a day or a week', () => {
  expect(startOfTimeRange('day', Date.parse('2026-11-20T12:00:00Z'))).toBe('2026-11-19T12:00:00.000Z');
  expect([isTimeRange('week'), isTimeRange('toString'), isTimeRange(undefined)]).toEqual([true, false, false]);
});

const logLine = (attempt: number, fields: object) => ({ attempt, fields: JSON.stringify(fields) });

describe('tracebacks', () => {
  it('are listed by attempt if there was more than one', () => {
    const lines = [logLine(1, { traceback: 'first' }), logLine(1, {}), logLine(2, { traceback: 'thumbnail' }), logLine(2, { traceback: 'second' })];
    expect(tracebacks(lines, 'second')).toEqual([
      { title: 'Traceback of attempt 1', text: 'first' },
      { title: 'Traceback of attempt 2', text: 'second' },
    ]);
  });

  it('are one or none if there was one attempt', () => {
    expect(tracebacks([logLine(1, { traceback: 'only' })], 'only')).toEqual([{ title: 'Traceback', text: 'only' }]);
    expect(tracebacks([], '')).toEqual([]);
  });
});
