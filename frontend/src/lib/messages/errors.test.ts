import { describe, expect, it } from 'vitest';

import { documentFailureText, errorMessage, errorText } from './errors';

const error = (code: string, data: object = {}) => ({ code, message: `message of ${code}`, ...data });

describe('error texts', () => {
  it('show the message of the server for unknown codes', () => {
    expect(errorText(error('invented'))).toEqual({ title: 'message of invented', message: 'message of invented' });
    expect(errorMessage({ code: 'invented', message: '' })).toMatch(/^Something went wrong/);
  });

  it.each([
    [{}, 'File too large'],
    [{ limit: 26_214_400 }, 'Larger than the limit of 26.2 MB'],
  ])('name the size limit if the server sends it: %j', (data, title) => {
    expect(errorText(error('file_too_large', data)).title).toBe(title);
  });

  it('distinguish the password of the account from that of a document', () => {
    expect(errorMessage(error('wrong_password', { field: 'current_password' }))).toBe('Current password is incorrect.');
    expect(errorText(error('wrong_password')).title).toBe('Wrong password');
  });

  it.each([
    [30, '30 seconds'],
    [119, '119 seconds'],
    [121, '3 minutes'],
    [undefined, '60 seconds'],
  ])('give the waiting time after too many attempts: %s', (retry_after, time) => {
    expect(errorMessage(error('too_many_attempts', { retry_after }))).toBe(`Too many failed sign-in attempts. Try again in ${time}.`);
  });
});

describe('texts of failed documents', () => {
  it('exist for every code', () => {
    expect(documentFailureText(error('encrypted_document')).action).toContain('password');
    expect(documentFailureText(error('parser_timeout'))).toEqual(documentFailureText(error('timeout')));
    expect(documentFailureText(error('invented')).title).toBe('This document could not be read');
  });
});
