// Which side panels are open. On narrow screens they lie over the pages, closed at first, and only one is open at a time.
import { useState } from 'react';

const NARROW = '(max-width: 1024px)';

export type LeftPanelName = 'outline' | 'attachments' | 'details';

const isNarrow = () => matchMedia(NARROW).matches;

/** On wide screens the attachments of a document are open at first. */
export function usePanels(hasAttachments: boolean) {
  const [left, setLeft] = useState<LeftPanelName | null>(() => (hasAttachments && !isNarrow() ? 'attachments' : null));
  const [right, setRight] = useState(() => !isNarrow());
  const toggleLeft = (name: LeftPanelName) => {
    if (isNarrow() && left !== name) setRight(false);
    setLeft(left === name ? null : name);
  };
  const toggleRight = () => {
    if (isNarrow() && !right) setLeft(null);
    setRight(!right);
  };
  return { left, right, toggleLeft, toggleRight };
}

export type Panels = ReturnType<typeof usePanels>;
