// Which side panels are open. On a narrow screen they are drawers over the pages: they start closed, one at a time.
import { useState } from 'react';

const NARROW = '(max-width: 1024px)';

const isNarrow = () => matchMedia(NARROW).matches;

export function usePanels() {
  const [left, setLeft] = useState(false);
  const [right, setRight] = useState(() => !isNarrow());
  const [details, setDetails] = useState(false);
  const toggleLeft = () => {
    if (isNarrow() && !left) setRight(false);
    setDetails(false);
    setLeft(!left);
  };
  const toggleDetails = () => {
    if (isNarrow() && !details) setRight(false);
    setLeft(false);
    setDetails(!details);
  };
  const toggleRight = () => {
    if (isNarrow() && !right) {
      setLeft(false);
      setDetails(false);
    }
    setRight(!right);
  };
  return { left, details, right, toggleLeft, toggleDetails, toggleRight };
}

export type Panels = ReturnType<typeof usePanels>;
