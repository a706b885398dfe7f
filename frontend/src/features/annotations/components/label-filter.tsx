import { plural, t } from '@lingui/core/macro';
import { ChevronDown } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { LabelDot } from '@/components/ui/label-dot';
import { Menu, MenuSeparator } from '@/components/ui/menu';
import { MenuCheck } from '@/components/ui/menu-check';
import { formatNumber } from '@/lib/format';

import styles from './label-filter.module.css';

export interface LabelOption {
  key: string;
  name: string;
  color: string;
  /** the number of annotations */
  count?: number;
}

interface LabelFilterProps {
  labels: readonly LabelOption[];
  /** keys of labels; empty: all labels */
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

function textOf(labels: readonly LabelOption[], chosen: readonly string[]): string {
  if (chosen.length === 0) return t`All labels`;
  const only = chosen.length === 1 ? labels.find(({ key }) => key === chosen[0]) : undefined;
  return only?.name ?? plural(chosen.length, { one: '# label', other: '# labels' });
}

/** A list of labels with check boxes: annotations with any of the chosen ones are shown. */
export function LabelFilter({ labels, chosen, onChange }: LabelFilterProps) {
  const text = textOf(labels, chosen);
  const trigger = (
    <Button className={styles['button']} aria-label={t`Labels: ${text}`}>
      <span className="truncate">{text}</span>
      <ChevronDown aria-hidden="true" />
    </Button>
  );
  const toggle = (key: string, checked: boolean) => onChange(checked ? [...chosen, key] : chosen.filter((other) => other !== key));
  return (
    <Menu trigger={trigger}>
      <MenuCheck checked={chosen.length === 0} onChange={() => onChange([])}>
        {t`All labels`}
      </MenuCheck>
      <MenuSeparator />
      {labels.map(({ key, name, color, count: number }) => (
        <MenuCheck
          key={key}
          icon={<LabelDot color={color} />}
          detail={number !== undefined && <span className="muted numeric">{formatNumber(number)}</span>}
          checked={chosen.includes(key)}
          onChange={(checked) => toggle(key, checked)}
        >
          {name}
        </MenuCheck>
      ))}
    </Menu>
  );
}
