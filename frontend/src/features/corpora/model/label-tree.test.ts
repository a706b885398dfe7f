import { expect, test } from 'vitest';

import { below, depthOf, mayHaveChildren, parentsFor, placed, step, type TreeLabel } from './label-tree';

const label = (uuid: string, parentUuid: string | null = null, archived: string | null = null): TreeLabel => ({ uuid, parentUuid, archived });

// Party with Tenant, which has Guarantor, and Landlord; an archived label; Date
const LABELS = [label('party'), label('tenant', 'party'), label('guarantor', 'tenant'), label('landlord', 'party'), label('old', null, '2026-01-01'), label('date')];
const find = (uuid: string) => LABELS.find((each) => each.uuid === uuid) ?? label(uuid);
const uuids = (labels: readonly TreeLabel[]) => labels.map(({ uuid }) => uuid);

test('the labels below a label are listed depth first', () => {
  expect(uuids(below(LABELS, 'party'))).toEqual(['tenant', 'guarantor', 'landlord']);
  expect(LABELS.map((each) => depthOf(LABELS, each))).toEqual([0, 1, 2, 1, 0, 0]);
  expect(mayHaveChildren(LABELS, find('tenant'))).toBe(true);
  expect(mayHaveChildren(LABELS, find('guarantor'))).toBe(false);
});

test('a label is not moved below itself, an archived label or a third level', () => {
  expect(uuids(parentsFor(LABELS, find('tenant')))).toEqual(['party', 'date']);
  expect(uuids(parentsFor(LABELS, find('party')))).toEqual([]);
  expect(uuids(parentsFor(LABELS, find('date')))).toEqual(['party', 'tenant', 'landlord']);
});

test('a label is placed with those below it', () => {
  expect(uuids(placed(LABELS, { uuid: 'tenant', parentUuid: null, position: 0 }))).toEqual(['tenant', 'guarantor', 'party', 'landlord', 'old', 'date']);
  expect(uuids(placed(LABELS, { uuid: 'tenant', parentUuid: 'date' }))).toEqual(['party', 'landlord', 'old', 'date', 'tenant', 'guarantor']);
  expect(placed(LABELS, { uuid: 'missing', parentUuid: null })).toBe(LABELS);
});

test('a step passes over archived labels', () => {
  expect(step(LABELS, 'date', -1)).toEqual({ uuid: 'date', parentUuid: null, position: 0, place: 0, count: 2 });
  expect(step(LABELS, 'party', 1)).toMatchObject({ position: 2, place: 1 });
  expect(step(LABELS, 'tenant', -1)).toBeUndefined();
  expect(step(LABELS, 'missing', 1)).toBeUndefined();
});
