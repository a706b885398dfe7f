// What the label picker offers for what has been typed.
import type { Label } from './annotation';

export type LabelChoice = { key: string; kind: 'label'; label: Label; digit: number | null } | { key: string; kind: 'create'; name: string };

const DIGITS = 9;

const folded = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

export function labelChoices(labels: readonly Label[], typed: string): LabelChoice[] {
  const wanted = folded(typed.trim());
  const choices: LabelChoice[] = labels
    .map((label, index) => ({ key: label.id || label.name, kind: 'label' as const, label, digit: index < DIGITS ? index + 1 : null }))
    .filter(({ label }) => folded(label.name).includes(wanted));
  const exists = labels.some((label) => folded(label.name) === wanted);
  if (wanted && !exists) choices.push({ key: 'create', kind: 'create', name: typed.trim() });
  return choices;
}
