import { t } from '@lingui/core/macro';
import { Check, Columns2, EyeOff, Maximize, Minimize, Moon, Printer, RotateCcw, RotateCw, ScanSearch, StickyNote, Underline, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';

import { Keys } from '@/components/ui/key-cap';
import { MenuChoice, MenuItem, MenuNote, MenuSeparator } from '@/components/ui/menu';
import type { Zoom } from '@/features/viewer/model/layout';
import { isTurned } from '@/features/viewer/model/turns';

import { useDocumentContext } from '../document-context';
import { useMayAnalyze } from '../use-may-analyze';
import { viewKeys, type ViewActions } from '../view-commands';
import styles from './view-menu-items.module.css';

type Size = 'fit' | 'page' | 'actual' | 'other';

const SIZES = [
  { value: 'fit', label: t`Fit width` },
  { value: 'page', label: t`Fit page` },
  { value: 'actual', label: t`Actual size` },
] as const satisfies readonly { value: Size; label: string }[];

const sizeOf = (zoom: Zoom): Size => (typeof zoom === 'string' ? zoom : zoom === 1 ? 'actual' : 'other');

function Entry({ keys, children }: { keys?: string; children: ReactNode }) {
  return (
    <>
      <span className={styles['text']}>{children}</span>
      {keys && <Keys keys={keys} />}
    </>
  );
}

interface SwitchProps {
  isOn: boolean;
  icon: ReactNode;
  keys: string;
  /** what it does while it is off, and what is on */
  texts: readonly [string, string];
  onSelect: () => void;
}

function Switch({ isOn, icon, keys, texts, onSelect }: SwitchProps) {
  return (
    <MenuItem icon={isOn ? <Check /> : icon} onSelect={onSelect}>
      <Entry keys={keys}>{texts[isOn ? 1 : 0]}</Entry>
    </MenuItem>
  );
}

/** Opens the analyzers of the selected corpus. */
function AnalyzeItem({ onSelect }: { onSelect: () => void }) {
  if (!useMayAnalyze()) return null;
  return (
    <MenuItem icon={<ScanSearch />} onSelect={onSelect}>
      <Entry>{t`Run an analyzer or an action…`}</Entry>
    </MenuItem>
  );
}

export function ViewMenuItems({ view }: { view: ViewActions }) {
  const { currentPage } = useDocumentContext();
  return (
    <>
      <MenuChoice<Size> value={sizeOf(view.zoom)} choices={SIZES} onChange={(size) => view.setZoom(size === 'fit' || size === 'page' ? size : 1)} />
      <Switch isOn={view.inPairs} icon={<Columns2 />} keys={viewKeys('view.pairs')} onSelect={view.togglePairs} texts={[t`Two pages side by side`, t`Two pages are side by side`]} />
      <MenuSeparator />
      <MenuItem icon={<RotateCw />} onSelect={() => view.turnAll(1)}>
        <Entry keys={viewKeys('view.rotate')}>{t`Rotate clockwise`}</Entry>
      </MenuItem>
      <MenuItem icon={<RotateCcw />} onSelect={() => view.turnAll(-1)}>
        <Entry keys={viewKeys('view.rotate-back')}>{t`Rotate anticlockwise`}</Entry>
      </MenuItem>
      <MenuItem icon={<StickyNote />} onSelect={() => view.turnOne(currentPage, 1)}>
        <Entry>{t`Rotate only page ${currentPage}`}</Entry>
      </MenuItem>
      {isTurned(view.turns) && (
        <MenuItem icon={<Undo2 />} onSelect={view.resetTurns}>
          <Entry>{t`Undo the rotation`}</Entry>
        </MenuItem>
      )}
      <MenuSeparator />
      <Switch isOn={view.darkPaper} icon={<Moon />} keys={viewKeys('view.dark-paper')} onSelect={() => view.setDarkPaper(!view.darkPaper)} texts={[t`Dark paper`, t`Dark paper is on`]} />
      {document.documentElement.dataset['theme'] !== 'dark' && view.darkPaper && <MenuNote>{t`It shows in the dark theme.`}</MenuNote>}
      <Switch
        isOn={view.linksTerms}
        icon={<Underline />}
        keys={viewKeys('view.terms')}
        onSelect={() => view.setLinksTerms(!view.linksTerms)}
        texts={[t`Underline defined terms`, t`Defined terms are underlined`]}
      />
      <Switch
        isOn={view.hidesAnnotations}
        icon={<EyeOff />}
        keys={viewKeys('view.annotations')}
        onSelect={view.toggleAnnotations}
        texts={[t`Hide annotations`, t`Annotations are hidden`]}
      />
      {view.canFullScreen && (
        <MenuItem icon={view.isFullScreen ? <Minimize /> : <Maximize />} onSelect={view.toggleFullScreen}>
          <Entry keys={viewKeys('view.full-screen')}>{view.isFullScreen ? t`Leave full screen` : t`Full screen`}</Entry>
        </MenuItem>
      )}
      <MenuItem icon={<Printer />} onSelect={view.print}>
        <Entry keys={viewKeys('view.print')}>{t`Print…`}</Entry>
      </MenuItem>
      <AnalyzeItem onSelect={view.analyze} />
    </>
  );
}
