// Scopes and lifetimes of API tokens.
import { plural, t } from '@lingui/core/macro';
import { inSentence } from '@/lib/format';


export type Scope = 'read' | 'write' | 'upload' | 'admin' | 'provisioning';

interface Rights {
  is_staff: boolean;
  is_superuser: boolean;
}

export const SCOPES: readonly { value: Scope; label: string; about: string; only?: keyof Rights }[] = [
  { value: 'read', label: t`Read`, about: t`View what you can view` },
  { value: 'write', label: t`Write`, about: t`Change, delete and upload` },
  { value: 'upload', label: t`Upload`, about: t`Only upload` },
  { value: 'admin', label: t`Administer`, about: t`Operations, together with read or write`, only: 'is_staff' },
  { value: 'provisioning', label: t`Provision`, about: t`Users and groups of a directory (SCIM), nothing else`, only: 'is_superuser' },
];

/** The scopes that a user can choose; without one, those of a service account. */
export const scopesFor = (user?: Rights) => SCOPES.filter(({ only }) => !only || user?.[only]);

/** Add a scope; that of directories stands alone. */
export const withScope = (selected: readonly Scope[], added: Scope): Scope[] =>
  added === 'provisioning' ? [added] : [...selected.filter((other) => other !== 'provisioning'), added];

export const scopesText = (scopes: readonly Scope[]) =>
  SCOPES.filter(({ value }) => scopes.includes(value))
    .map(({ label }) => inSentence(label))
    .join(', ');

export const LIFETIMES = [
  { value: '30', label: t`30 days` },
  { value: '90', label: t`90 days` },
  { value: '365', label: t`1 year` },
  { value: '', label: t`Never` },
] as const;

/** The lifetimes that the server allows; `longest` is in days, 0 means no limit. */
export function lifetimesUpTo(longest: number): { value: string; label: string }[] {
  const allowed = LIFETIMES.filter(({ value }) => longest === 0 || (value !== '' && Number(value) <= longest));
  return allowed.length > 0 ? allowed : [{ value: String(longest), label: plural(longest, { one: '# day', other: '# days' }) }];
}
