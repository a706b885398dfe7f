// Scopes and lifetimes of API tokens.
import { count } from '@/lib/format';

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

export const LIFETIMES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '', label: 'Never' },
] as const;

/** The lifetimes that the server allows; `longest` is in days, 0 means no limit. */
export function lifetimesUpTo(longest: number): { value: string; label: string }[] {
  const allowed = LIFETIMES.filter(({ value }) => longest === 0 || (value !== '' && Number(value) <= longest));
  return allowed.length > 0 ? allowed : [{ value: String(longest), label: count(longest, 'day') }];
}
