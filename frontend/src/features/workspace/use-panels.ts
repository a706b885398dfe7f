// Which side panels are open. On a narrow screen they are drawers over the pages and start closed.
import { useState } from 'react';

const NARROW = '(max-width: 1024px)';

export function usePanels() {
  const [narrow] = useState(() => matchMedia(NARROW).matches);
  const [left, setLeft] = useState(false);
  const [right, setRight] = useState(!narrow);
  return { left, right, toggleLeft: () => setLeft((open) => !open), toggleRight: () => setRight((open) => !open) };
}

export type Panels = ReturnType<typeof usePanels>;
