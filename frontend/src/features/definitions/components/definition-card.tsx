import { t } from '@lingui/core/macro';
import { useEffect, useLayoutEffect, useRef, type MouseEvent, type RefObject } from 'react';

import { pageLabel } from '@/features/viewer/model/page-labels';
import type { PageInfo } from '@/features/viewer/model/layout';

import { GRACE_MS, hideCard, keepCard, useCard } from '../model/card-store';
import { targetOf } from '../model/definition';
import type { Place } from '../model/place';
import type { Use } from '../model/uses';
import styles from './definitions.module.css';

interface DefinitionCardProps {
  pages: readonly PageInfo[];
  onGo: (place: Place) => void;
}

const MAX_SHOWN = 3;
const GAP = 6;
const EDGE = 8;

/** Place the card below its words, or above them if there is no room, and inside the window. */
function position(element: Element, card: HTMLElement): void {
  const box = element.getBoundingClientRect();
  const { width, height } = card.getBoundingClientRect();
  const below = box.bottom + GAP;
  card.style.top = `${below + height > innerHeight - EDGE ? Math.max(EDGE, box.top - GAP - height) : below}px`;
  card.style.left = `${Math.max(EDGE, Math.min(box.left, innerWidth - width - EDGE))}px`;
}

interface GoLinkProps {
  place: Place;
  label: string;
  onGo: (place: Place) => void;
}

function GoLink({ place, label, onGo }: GoLinkProps) {
  const go = (event: MouseEvent) => {
    event.preventDefault();
    onGo(place);
  };
  return (
    <a href={`?page=${place.page}&from=${place.start}&to=${place.end}`} onClick={go}>
      {label}
    </a>
  );
}

function Content({ use: { definitions, reference }, pages, onGo }: DefinitionCardProps & { use: Use }) {
  if (reference) {
    const place = targetOf(reference);
    return (
      <>
        <h2 translate="no">{reference.title}</h2>
        <p className="small">
          <GoLink place={place} label={t`Go to page ${pageLabel(pages, place.page)}`} onGo={onGo} />
        </p>
      </>
    );
  }
  return (
    <ul>
      {definitions.slice(0, MAX_SHOWN).map((definition) => (
        <li key={definition.start}>
          <h2 translate="no">{definition.term}</h2>
          <p translate="no">{definition.text}</p>
          <div className="small">
            <GoLink place={definition} label={t`Go to the definition on page ${pageLabel(pages, definition.page)}`} onGo={onGo} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Check whether some of the words are inside of what was scrolled. */
function isInside(words: Element, scrolled: EventTarget | null): boolean {
  const { top, bottom } = words.getBoundingClientRect();
  const frame = scrolled instanceof Element ? scrolled.getBoundingClientRect() : { top: 0, bottom: innerHeight };
  return bottom > Math.max(0, frame.top) && top < Math.min(innerHeight, frame.bottom);
}

/** Close the card on Escape, on a click elsewhere, and when its words are not visible any more. It follows them until then. */
function useClosing(card: RefObject<HTMLElement | null>, isOpen: boolean) {
  useEffect(() => {
    if (!isOpen) return;
    const { shown } = useCard.getState();
    const isOutside = ({ target }: Event) => !(target instanceof Node && card.current?.contains(target));
    const onOutside = (event: Event) => isOutside(event) && hideCard();
    const onScroll = (event: Event) => {
      const element = useCard.getState().shown?.element;
      if (!element || !card.current || !isOutside(event)) return;
      // The browser itself scrolls to words that get the focus, and reports it later.
      if (isInside(element, event.target)) position(element, card.current);
      else hideCard();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      hideCard();
    };
    addEventListener('pointerdown', onOutside, true);
    addEventListener('scroll', onScroll, true);
    addEventListener('keydown', onKey, true);
    return () => {
      removeEventListener('pointerdown', onOutside, true);
      removeEventListener('scroll', onScroll, true);
      removeEventListener('keydown', onKey, true);
      shown?.returnTo?.focus({ preventScroll: true });
    };
  }, [card, isOpen]);
}

/** The definition of a term, or the target of a cross-reference, at the words under the pointer or with the focus. */
export function DefinitionCard({ pages, onGo }: DefinitionCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const shown = useCard((state) => state.shown);
  useClosing(card, shown !== null);
  useLayoutEffect(() => {
    if (!shown || !card.current) return;
    card.current.showPopover();
    position(shown.element, card.current);
    if (shown.returnTo) card.current.querySelector('a')?.focus();
  }, [shown]);
  if (!shown) return null;
  const { definitions, reference } = shown.use;
  const go = (place: Place) => {
    hideCard();
    onGo(place);
  };
  return (
    <div
      ref={card}
      key={shown.use.key}
      popover="manual"
      role="dialog"
      aria-label={reference ? t`Target of the cross-reference` : t`Definition of “${definitions[0]?.term ?? ''}”`}
      className={styles['card']}
      onPointerEnter={keepCard}
      onPointerLeave={() => hideCard(GRACE_MS)}
    >
      <Content use={shown.use} pages={pages} onGo={go} />
    </div>
  );
}
