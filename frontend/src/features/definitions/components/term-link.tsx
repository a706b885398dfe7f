import type { FocusEvent, MouseEvent, ReactNode } from 'react';

import { GRACE_MS, hideCard, HOVER_MS, showCard } from '../model/card-store';
import { targetOf } from '../model/definition';
import type { Place } from '../model/place';
import type { Use } from '../model/uses';
import styles from './definitions.module.css';

interface TermLinkProps {
  use: Use;
  onGo: (place: Place) => void;
  children: ReactNode;
}

function placeOf({ definitions: [definition], reference }: Use): Place {
  if (reference) return targetOf(reference);
  return definition ?? { page: 1, start: 0, end: 0 };
}

/** Words in the text of a document that lead to their definition or target. The card shows it on hover and focus. */
export function TermLink({ use, onGo, children }: TermLinkProps) {
  const place = placeOf(use);
  const open = ({ currentTarget }: FocusEvent | MouseEvent, delay: number) => showCard({ use, element: currentTarget, returnTo: null }, delay);
  const go = (event: MouseEvent) => {
    event.preventDefault();
    if ((event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch') return open(event, 0);
    hideCard();
    onGo(place);
  };
  return (
    <a
      href={`?view=text&page=${place.page}&from=${place.start}&to=${place.end}`}
      className={styles['inText']}
      data-use={use.key}
      onClick={go}
      onPointerEnter={(event) => event.pointerType !== 'touch' && open(event, HOVER_MS)}
      onPointerLeave={(event) => event.pointerType !== 'touch' && hideCard(GRACE_MS)}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && open(event, 0)}
      onBlur={() => hideCard(GRACE_MS)}
    >
      {children}
    </a>
  );
}
