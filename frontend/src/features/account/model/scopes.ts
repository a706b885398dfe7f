// Scopes of API tokens.

export type Scope = 'read' | 'write' | 'upload' | 'admin';

export const SCOPES: readonly { value: Scope; label: string; about: string; staffOnly?: boolean }[] = [
  { value: 'read', label: 'Read', about: 'View what you can view' },
  { value: 'write', label: 'Write', about: 'Change, delete and upload' },
  { value: 'upload', label: 'Upload', about: 'Only upload' },
  { value: 'admin', label: 'Administer', about: 'Operations, together with read or write', staffOnly: true },
];

export const scopesText = (scopes: readonly Scope[]) =>
  SCOPES.filter(({ value }) => scopes.includes(value))
    .map(({ label }) => label.toLowerCase())
    .join(', ');

const DAY = 86_400_000;

export const LIFETIMES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '', label: 'Never' },
] as const;

export const expiryAfter = (days: string, now: number = Date.now()) => (days === '' ? null : new Date(now + Number(days) * DAY).toISOString());
