import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';

import { IconButton } from '@/components/ui/icon-button';

import { useAfterFirstView } from '@/lib/first-view';
import { formatNumber, inSentence } from '@/lib/format';
import { lazyPart } from '@/lib/lazy-part';

import type { PanelWidth } from '../panel-width';
import styles from './side-panel.module.css';

const useSeparator = lazyPart(() => import('./panel-separator'));

interface SidePanelProps {
  side: 'left' | 'right';
  title: string;
  count?: number;
  /** buttons beside the title */
  actions?: ReactNode;
  /** of a panel that can be resized */
  size?: PanelWidth;
  onClose: () => void;
  children: ReactNode;
}

/** The room of a panel that is loading, so that the pages beside it do not move. */
export const SidePanelRoom = () => <div className={styles['panel']} data-side="left" />;

export function SidePanel({ side, title, count, actions, size, onClose, children }: SidePanelProps) {
  const isLater = useAfterFirstView();
  const separator = useSeparator(size !== undefined && isLater);
  return (
    <aside className={styles['panel']} data-side={side} aria-label={title} style={size && { width: size.width }}>
      {size && separator && <separator.PanelSeparator {...size} />}
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
