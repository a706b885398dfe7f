import { describe, expect, it } from 'vitest';

import { fieldArguments, fieldDirection, fieldFilter, nextFieldOrder } from './field-filter';

describe('the field of a list', () => {
  it('keeps only its own parameters', () => {
    expect(fieldFilter({ field: 'a', is: 'b', folder: 'c' } as never)).toEqual({ field: 'a', is: 'b' });
  });

  it('does not filter by a field that is only shown', () => {
    expect(fieldArguments({ field: 'a' })).toMatchObject({ fieldId: null, sortFieldId: null });
    expect(fieldArguments({ field: 'a', empty: 'yes' })).toMatchObject({ fieldId: 'a', fieldEmpty: true });
  });

  it('is sorted in turns', () => {
    const ascending = nextFieldOrder({ field: 'a' }, 'a');
    const descending = nextFieldOrder(ascending, 'a');
    expect([ascending, descending].map((each) => fieldDirection(each, 'a'))).toEqual(['ascending', 'descending']);
    expect(nextFieldOrder(descending, 'a')).toEqual({ field: 'a' });
  });
});
