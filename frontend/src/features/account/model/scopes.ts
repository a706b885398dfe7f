// What a token may be used for, in words.

export type Scope = 'read' | 'write' | 'upload' | 'admin';

export const SCOPES: readonly { value: Scope; label: string; about: string; forOperators?: boolean }[] = [
  { value: 'read', label: 'Read', about: 'See what you see' },
  { value: 'write', label: 'Write', about: 'Change, delete and upload' },
  { value: 'upload', label: 'Upload', about: 'Upload and nothing else' },
  { value: 'admin', label: 'Operate', about: 'With read or write: what operators see and do', forOperators: true },
];

export const scopeWords = (scopes: readonly Scope[]) =>
  SCOPES.filter(({ value }) => scopes.includes(value))
    .map(({ label }) => label.toLowerCase())
    .join(', ');

const DAY = 86_400_000;

export const LIFETIMES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: '', label: 'No end' },
] as const;

export const expiryAfter = (days: string, now: number = Date.now()) => (days === '' ? null : new Date(now + Number(days) * DAY).toISOString());
