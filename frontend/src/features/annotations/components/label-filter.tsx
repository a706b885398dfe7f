import { plural, t } from '@lingui/core/macro';
import { ChevronDown } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Keys } from '@/components/ui/key-cap';
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
  /** the key that gives words this label */
  keys?: string | null;
}

interface LabelFilterProps {
  labels: readonly LabelOption[];
  /** keys of labels; empty: all labels */
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  /** hide the annotations with the chosen labels; absent where that is not offered */
  except?: boolean;
  onExcept?: (except: boolean) => void;
}

function textOf(labels: readonly LabelOption[], chosen: readonly string[], except: boolean): string {
  if (chosen.length === 0) return t`All labels`;
  const only = chosen.length === 1 ? labels.find(({ key }) => key === chosen[0]) : undefined;
  const names = only?.name ?? plural(chosen.length, { one: '# label', other: '# labels' });
  return except ? t`All but ${names}` : names;
}

/** A list of labels with check boxes: annotations with any of the chosen ones are shown, or all others. */
export function LabelFilter({ labels, chosen, onChange, except = false, onExcept }: LabelFilterProps) {
  const text = textOf(labels, chosen, except);
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
      {labels.map(({ key, name, color, count: number, keys }) => (
        <MenuCheck
          key={key}
          icon={<LabelDot color={color} />}
          detail={
            <>
              {number !== undefined && <span className="muted numeric">{formatNumber(number)}</span>}
              {keys && (
                <span aria-hidden="true">
                  <Keys keys={keys} />
                </span>
              )}
            </>
          }
          checked={chosen.includes(key)}
          onChange={(checked) => toggle(key, checked)}
        >
          {name}
        </MenuCheck>
      ))}
      {onExcept && chosen.length > 0 && (
        <>
          <MenuSeparator />
          <MenuCheck checked={except} onChange={onExcept}>
            {t`Hide the chosen labels`}
          </MenuCheck>
        </>
      )}
    </Menu>
  );
}
