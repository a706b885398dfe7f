import { t } from '@lingui/core/macro';
import { Plus } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';

import { Keys } from '@/components/ui/key-cap';
import { LabelDot } from '@/components/ui/label-dot';
import { labelKeys } from '@/lib/label-keys';

import type { Label } from '../model/annotation';
import styles from './label-picker.module.css';

interface LabelPickerProps {
  labels: readonly Label[];
  /** the accessible name of the field */
  name?: string;
  onPick: (label: Label) => void;
  onCreate: (name: string) => void;
  onClose: () => void;
}

// The choices of the label picker for a search text.

type LabelChoice = { key: string; kind: 'label'; label: Label; index: number } | { key: string; kind: 'create'; name: string };

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

interface OptionProps {
  id: string;
  choice: LabelChoice;
  active: boolean;
  onChoose: () => void;
}

function Option({ id, choice, active, onChoose }: OptionProps) {
  const keys = choice.kind === 'label' ? labelKeys(choice.index) : null;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text field has the focus and handles the keys
    <div id={id} role="option" tabIndex={-1} aria-selected={active} className={styles['option']} onPointerDown={(event) => event.preventDefault()} onClick={onChoose}>
      {choice.kind === 'label' ? (
        <>
          <LabelDot color={choice.label.color} />
          <span className={styles['name']}>{choice.label.path ?? choice.label.name}</span>
          {keys && <Keys keys={keys} />}
        </>
      ) : (
        <>
          <Plus aria-hidden="true" />
          <span className={styles['name']}>{t`Create “${choice.name}”`}</span>
        </>
      )}
    </div>
  );
}

/** A combobox to find or create a label. */
export function LabelPicker({ labels, name = t`Label for the selection`, onPick, onCreate, onClose }: LabelPickerProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const choices = labelChoices(labels, text);
  const index = Math.min(active, choices.length - 1);
  const choose = (choice: LabelChoice | undefined) => {
    if (choice?.kind === 'label') onPick(choice.label);
    else if (choice) onCreate(choice.name);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const actions: Record<string, () => void> = {
      ArrowDown: () => setActive((index + 1) % Math.max(1, choices.length)),
      ArrowUp: () => setActive((index - 1 + choices.length) % Math.max(1, choices.length)),
      Enter: () => choose(choices[index]),
      Escape: onClose,
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
  return (
    <div className={styles['picker']}>
      <input
        role="combobox"
        aria-label={name}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={choices.length > 0 ? `${id}-${index}` : undefined}
        aria-autocomplete="list"
        placeholder={labels.length > 0 ? t`Find or create a label` : t`Name the first label`}
        autoComplete="off"
        maxLength={100}
        ref={(input) => input?.focus({ preventScroll: true })}
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onBlur={onClose}
      />
      <div id={`${id}-list`} role="listbox" aria-label={t`Labels`} className={styles['list']}>
        {choices.map((choice, position) => (
          <Option key={choice.key} id={`${id}-${position}`} choice={choice} active={position === index} onChoose={() => choose(choice)} />
        ))}
      </div>
    </div>
  );
}
