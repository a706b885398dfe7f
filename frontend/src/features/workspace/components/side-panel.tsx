import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';

import { IconButton } from '@/components/ui/icon-button';

import { formatNumber, inSentence } from '@/lib/format';
import styles from './side-panel.module.css';

interface SidePanelProps {
  side: 'left' | 'right';
  title: string;
  count?: number;
  /** buttons beside the title */
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

export function SidePanel({ side, title, count, actions, onClose, children }: SidePanelProps) {
  return (
    <aside className={styles['panel']} data-side={side} aria-label={title}>
      <header className={styles['header']}>
        <h2>
          {title}
          {count !== undefined && count > 0 && <span className="muted numeric"> {formatNumber(count)}</span>}
        </h2>
        {actions}
        <IconButton label={t`Close ${inSentence(title)}`} tooltip={false} icon={<X />} onClick={onClose} />
      </header>
      {children}
    </aside>
  );
}
