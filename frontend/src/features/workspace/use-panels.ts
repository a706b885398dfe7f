// Which side panels are open. On a narrow screen they are drawers over the pages: they start closed, one at a time.
import { useState } from 'react';

const NARROW = '(max-width: 1024px)';

export type LeftPanelName = 'outline' | 'inside' | 'details';

const isNarrow = () => matchMedia(NARROW).matches;

/** What was found inside shows itself, where there is room. */
export function usePanels(hasInside: boolean) {
  const [left, setLeft] = useState<LeftPanelName | null>(() => (hasInside && !isNarrow() ? 'inside' : null));
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
