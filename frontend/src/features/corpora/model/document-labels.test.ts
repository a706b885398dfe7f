import { describe, expect, it } from 'vitest';

import { changesOf, labelsNamed, markOf, newName } from './document-labels';

const documents = [
  { uuid: 'a', labels: [{ uuid: 'urgent' }, { uuid: 'lease' }] },
  { uuid: 'b', labels: [{ uuid: 'lease' }] },
];
const suggested = { uuid: 'c', labels: [{ uuid: 'urgent', suggested: true }] };
const none = new Map<string, boolean>();
const labels = [{ name: 'Urgent' }, { name: 'Not urgent' }, { name: 'Lease' }];

describe('marks', () => {
  it('are on for all documents, mixed for some, off for none', () => {
    expect(['lease', 'urgent', 'other'].map((label) => markOf(label, documents, none))).toEqual([true, 'indeterminate', false]);
  });

  it('are mixed for suggestions', () => {
    expect(markOf('urgent', [suggested], none)).toBe('indeterminate');
  });

  it('are what was chosen', () => {
    expect(markOf('urgent', documents, new Map([['urgent', false]]))).toBe(false);
  });
});

describe('changes', () => {
  it('are of the documents that do not have the label, or have it', () => {
    const choice = new Map([
      ['urgent', true],
      ['lease', false],
      ['other', false],
    ]);
    expect(changesOf(choice, documents)).toEqual([
      { labelId: 'urgent', remove: false, documentIds: ['b'] },
      { labelId: 'lease', remove: true, documentIds: ['a', 'b'] },
    ]);
  });

  it('accept suggestions and reject them', () => {
    expect([true, false].map((on) => changesOf(new Map([['urgent', on]]), [suggested]))).toEqual([
      [{ labelId: 'urgent', remove: false, documentIds: ['c'] }],
      [{ labelId: 'urgent', remove: true, documentIds: ['c'] }],
    ]);
  });

  it('are none without a choice', () => expect(changesOf(none, documents)).toEqual([]));
});

describe('names', () => {
  it('are found by a part of them, in any case', () => {
    expect(labelsNamed(labels, ' URG ')).toEqual([{ name: 'Urgent' }, { name: 'Not urgent' }]);
  });

  it('are new if no label has them', () => {
    expect(['urgent', ' ', ' Very  urgent '].map((text) => newName(labels, text))).toEqual([undefined, undefined, 'Very urgent']);
  });
});
