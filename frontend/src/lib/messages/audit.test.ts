import { describe, expect, it } from 'vitest';

import { actionText, originText, type AuditInfo } from './audit';

const entry = (changes: Partial<AuditInfo>): AuditInfo => ({ action: 'user.signed_in', outcome: 'success', details: {}, interface: 'graphql', address: null, ...changes });

describe('actionText', () => {
  it('names known actions', () => expect(actionText(entry({}))).toBe('Signed in'));
  it('spells others out', () => expect(actionText(entry({ action: 'label.created' }))).toBe('Label created'));
  it('adds the most important detail', () => expect(actionText(entry({ action: 'share.created', details: { role: 'viewer', share: '1' } }))).toBe('Shared (viewer)'));
});

describe('originText', () => {
  it('is empty if nothing is known', () => expect(originText(entry({}))).toBe(''));
  it('has the API and the address', () => expect(originText(entry({ interface: 'rest', address: '192.0.2.1' }))).toBe('REST API · 192.0.2.1'));
});
