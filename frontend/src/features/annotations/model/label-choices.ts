// The choices of the label picker for a search text.
import type { Label } from './annotation';

export type LabelChoice = { key: string; kind: 'label'; label: Label; index: number } | { key: string; kind: 'create'; name: string };

const normalized = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

export function labelChoices(labels: readonly Label[], text: string): LabelChoice[] {
  const query = normalized(text.trim());
  const choices: LabelChoice[] = labels
    .map((label, index) => ({ key: label.id || label.name, kind: 'label' as const, label, index }))
    .filter(({ label }) => normalized(label.path ?? label.name).includes(query));
  const exists = labels.some((label) => normalized(label.name) === query);
  if (query && !exists) choices.push({ key: 'create', kind: 'create', name: text.trim() });
  return choices;
}
