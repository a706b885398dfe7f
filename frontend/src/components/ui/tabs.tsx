import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

import { direction } from '@/lib/language';

import styles from './tabs.module.css';

export interface Tab<Value extends string> {
  value: Value;
  label: string;
  count?: number | undefined;
  content: ReactNode;
}

interface TabsProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  tabs: readonly Tab<Value>[];
}

/** Show a tab and focus it: the next Tab leads into its content. */
export const focusTab = (value: string) => document.querySelector<HTMLElement>(`[data-tab="${value}"]`)?.focus();

/** Tabs of a page. A value of which there is no tab, for example in an old link, shows the first. */
export function Tabs<Value extends string>({ label, value, onChange, tabs }: TabsProps<Value>) {
  const shown = tabs.some((tab) => tab.value === value) ? value : (tabs[0]?.value ?? value);
  return (
    <Primitive.Root dir={direction()} className={styles['root']} value={shown} onValueChange={(next) => onChange(next as Value)}>
      <Primitive.List className={styles['list']} aria-label={label}>
        {tabs.map((tab) => (
          <Primitive.Trigger key={tab.value} value={tab.value} data-tab={tab.value} className={styles['tab']}>
            {tab.label}
            {tab.count !== undefined && <span className={styles['count']}>{tab.count}</span>}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.value} value={tab.value} className={styles['content']}>
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
