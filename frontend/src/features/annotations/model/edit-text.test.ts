import { describe, expect, it } from 'vitest';

import { editText, groupText, type EditRecord } from './edit-text';

const edit = (values: Partial<EditRecord> = {}): EditRecord => ({
  group: 'g',
  groupSize: 1,
  kind: 'CREATED',
  subject: 'ANNOTATION',
  labelName: 'Party',
  labelBefore: null,
  labelAfter: null,
  quoteAfter: null,
  noteBefore: null,
  noteAfter: null,
  fieldName: null,
  valueBefore: null,
  valueAfter: null,
  ...values,
});

describe('the text of an edit', () => {
  it.each([
    [{}, 'Added “Party”'],
    [{ kind: 'REJECTED' }, 'Rejected the suggestion “Party”'],
    [{ kind: 'CHANGED', labelBefore: 'Date', labelAfter: 'Party' }, 'Changed the label “Date” to “Party”'],
    [{ kind: 'CHANGED', noteBefore: '', noteAfter: 'Who?' }, 'Added a note to “Party”'],
    [{ kind: 'CHANGED', noteBefore: 'Who?', noteAfter: '' }, 'Removed the note on “Party”'],
    [{ kind: 'CHANGED', quoteAfter: 'rent', noteBefore: 'a', noteAfter: 'b' }, 'Changed the place of “Party”; Changed the note on “Party”'],
    [{ kind: 'CHANGED' }, 'Changed “Party”'],
    [{ subject: 'RELATION', kind: 'DELETED', labelName: 'pays' }, 'Removed the relation “pays”'],
    [{ subject: 'DOCUMENT_LABEL', labelName: 'Lease' }, 'Added the label “Lease” to the document'],
    [{ subject: 'DOCUMENT_LABEL', kind: 'REJECTED', labelName: 'Lease' }, 'Rejected the suggested label “Lease” of the document'],
    [{ subject: 'FIELD_VALUE', kind: 'CHANGED', fieldName: 'Rent', valueBefore: '', valueAfter: '500' }, 'Set the field “Rent” to “500”'],
    [{ subject: 'FIELD_VALUE', kind: 'CHANGED', fieldName: 'Rent', valueBefore: '500', valueAfter: '' }, 'Cleared the field “Rent”'],
    [{ subject: 'FIELD_VALUE', kind: 'ACCEPTED', fieldName: 'Rent', valueBefore: '', valueAfter: '500' }, 'Accepted the suggested value “500” of the field “Rent”'],
    [{ subject: 'FIELD_VALUE', kind: 'REJECTED', fieldName: 'Rent', valueAfter: '500' }, 'Rejected the suggested value “500” of the field “Rent”'],
    [{ subject: 'DOCUMENT', kind: 'CHANGED', valueBefore: 'Scan 1', valueAfter: 'Lease' }, 'Renamed the document from “Scan 1” to “Lease”'],
    [{ subject: 'LABEL', kind: 'CHANGED', valueBefore: 'Party', valueAfter: 'Parties' }, 'Renamed the label “Party” to “Parties”'],
    [{ subject: 'LABEL', kind: 'CHANGED' }, 'Changed the label “Party”'],
    [{ subject: 'LABEL', kind: 'CREATED' }, 'Created the label “Party”'],
    [{ subject: 'LABEL', kind: 'DELETED' }, 'Moved the label “Party” to the bin'],
    [{ subject: 'LABEL', kind: 'RESTORED' }, 'Restored the label “Party”'],
    [{ subject: 'LABEL', kind: 'MERGED', valueBefore: 'Date', valueAfter: 'Day' }, 'Merged the label “Date” into “Day”'],
    [{ subject: 'FIELD', kind: 'CREATED', fieldName: 'Rent' }, 'Created the field “Rent”'],
    [{ subject: 'FIELD', kind: 'DELETED', fieldName: 'Rent' }, 'Moved the field “Rent” to the bin'],
    [{ subject: 'FIELD', kind: 'CHANGED', fieldName: 'Rent' }, 'Changed the field “Rent”'],
    [{ subject: 'FIELD', kind: 'CHANGED', fieldName: 'Rent', valueBefore: 'Fee', valueAfter: 'Rent' }, 'Renamed the field “Fee” to “Rent”'],
    [{ subject: 'FOLDER', kind: 'CHANGED', valueBefore: 'Old', valueAfter: 'New' }, 'Renamed or moved the folder “Old” to “New”'],
    [{ subject: 'MEMBERSHIP', kind: 'MOVED', valueBefore: '', valueAfter: 'Old' }, 'Moved a document to “Old”'],
    [{ subject: 'MEMBERSHIP', kind: 'MOVED', valueBefore: 'Old', valueAfter: '' }, 'Moved a document out of its folder'],
    [{ subject: 'MEMBERSHIP', kind: 'DELETED' }, 'Removed a document from the corpus'],
    [{ subject: 'CORPUS', kind: 'CHANGED', valueBefore: 'Old', valueAfter: 'Leases' }, 'Renamed the corpus from “Old” to “Leases”'],
    [{ subject: 'CORPUS', kind: 'CHANGED' }, 'Changed the description or the settings of the corpus'],
    [{ subject: 'CELL', kind: 'CHANGED', fieldName: 'Rent' }, 'Changed a cell of the column “Rent”'],
    [{ subject: 'COMMENT', kind: 'CHANGED', labelName: '' }, 'Changed a comment'],
    [{ subject: 'THREAD', kind: 'RESOLVED', labelName: '' }, 'Resolved a thread'],
  ] as const)('%o', (values, text) => {
    expect(editText(edit(values))).toBe(text);
  });

  it('of a group says how many others there are', () => {
    expect([edit({ groupSize: 2 }), edit()].map(groupText)).toEqual(['Added “Party” and 1 other', 'Added “Party”']);
  });
});
