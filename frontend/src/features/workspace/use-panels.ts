// Which side panels are open. On a narrow screen they are drawers over the pages: they start closed, one at a time.
import { useState } from 'react';

const NARROW = '(max-width: 1024px)';

const isNarrow = () => matchMedia(NARROW).matches;

export function usePanels() {
  const [left, setLeft] = useState(false);
  const [right, setRight] = useState(() => !isNarrow());
  const toggleLeft = () => {
    if (isNarrow() && !left) setRight(false);
    setLeft(!left);
  };
  const toggleRight = () => {
    if (isNarrow() && !right) setLeft(false);
    setRight(!right);
  };
  return { left, right, toggleLeft, toggleRight };
}

export type Panels = ReturnType<typeof usePanels>;
