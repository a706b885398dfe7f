// Which side panels are open. On narrow screens they lie over the pages, closed at first, and only one is open at a time.
import { useState } from 'react';

import { readSetting, writeSetting } from './view-settings';

const NARROW = '(max-width: 1024px)';

export type LeftPanelName = 'outline' | 'pages' | 'attachments' | 'details';

function firstPanel(hasAttachments: boolean): LeftPanelName | null {
  if (isNarrow()) return null;
  if (hasAttachments) return 'attachments';
  return readSetting('panel') === 'pages' ? 'pages' : null;
}

const isNarrow = () => matchMedia(NARROW).matches;

/** On wide screens the attachments of a document are open at first, and the thumbnails if they were open last. */
export function usePanels(hasAttachments: boolean) {
  const [left, setLeft] = useState<LeftPanelName | null>(() => firstPanel(hasAttachments));
  const [right, setRight] = useState(() => !isNarrow());
  const toggleLeft = (name: LeftPanelName) => {
    if (isNarrow() && left !== name) setRight(false);
    writeSetting('panel', left !== name && name === 'pages' ? name : '');
    setLeft(left === name ? null : name);
  };
  const toggleRight = () => {
    if (isNarrow() && !right) setLeft(null);
    setRight(!right);
  };
  return { left, right, toggleLeft, toggleRight };
}

export type Panels = ReturnType<typeof usePanels>;
