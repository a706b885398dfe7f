import { describe, expect, it } from 'vitest';

import { ApiError } from './errors';
import { fieldError, formError } from './form-errors';

const weak = new ApiError({ code: 'weak_password', message: 'Too short.', field: 'password' }, 400);

describe('errors of forms', () => {
  it('are shown beside their field, and only there', () => {
    expect([fieldError(weak, 'password'), fieldError(weak, 'username'), formError(weak, ['password'])]).toEqual(['Too short.', undefined, undefined]);
  });

  it('are shown below the form if they belong to none of its fields', () => {
    expect(formError(weak, ['username'])).toBe('Too short.');
    expect(formError(new Error('?'), ['username'])).toMatch(/^Something went wrong/);
    expect([fieldError(null, 'password'), formError(undefined, [])]).toEqual([undefined, undefined]);
  });
});
