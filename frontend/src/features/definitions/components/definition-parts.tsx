import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, type MouseEvent, type RefObject } from 'react';

import { useAnnotatorState } from '@/features/annotations/model/annotator-store';
import type { DocumentWords } from '@/features/annotations/use-words';
import { tokensOptions } from '@/features/viewer/api/page-tokens';
import type { PageInfo } from '@/features/viewer/model/layout';
import { pageLabel } from '@/features/viewer/model/page-labels';
import { rangeRects, type Rect } from '@/features/viewer/model/token-page';
import { isShortcut, useShortcuts } from '@/lib/shortcuts';
import { showToast } from '@/lib/toasts';

import { definitionsOptions } from '../api/definitions';
import { GRACE_MS, hideCard, HOVER_MS, keepCard, showCard, useCard } from '../model/card-store';
import { targetOf, type Place } from '../model/definition';
import { usesOn, type Use } from '../model/uses';
import { DEFINITION_SHORTCUTS, SHOW } from '../shortcuts';
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
function DefinitionCard({ pages, onGo }: DefinitionCardProps) {
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

interface DefinitionHostProps {
  corpusId: string;
  documentId: string;
  /** the number of the annotations that are definitions or cross-references */
  count: number;
  pages: readonly PageInfo[];
  words: DocumentWords;
  onGo: (place: Place) => void;
}

const isKey = (event: KeyboardEvent) =>
  isShortcut(event, SHOW) && !event.defaultPrevented && !(event.target instanceof Element && event.target.closest('[role=menu], [role=dialog]'));

/** The card of defined terms and cross-references, and the key that opens it at the caret. */
export function DefinitionHost({ corpusId, documentId, count, pages, words, onGo }: DefinitionHostProps) {
  useShortcuts(DEFINITION_SHORTCUTS);
  const { data: linked } = useQuery(definitionsOptions(corpusId, documentId, count));
  const findUse = (): Use | undefined => {
    const { selection } = useAnnotatorState.getState();
    const tokens = selection && words.peek(selection.head.page);
    return linked && tokens ? usesOn(tokens, linked.terms, linked.crossReferences).find(({ first, last }) => first <= selection.head.token && selection.head.token <= last) : undefined;
  };
  const open = useEffectEvent((event: KeyboardEvent) => {
    if (!isKey(event)) return;
    const use = findUse();
    const element = use && document.querySelector(`[data-use="${use.key}"]`);
    const { activeElement } = document;
    if (use && element) {
      event.preventDefault();
      showCard({ use, element, returnTo: activeElement instanceof HTMLElement ? activeElement : null });
    } else showToast({ text: t`There is no defined term and no cross-reference at the caret.` });
  });
  useEffect(() => {
    addEventListener('keydown', open);
    return () => {
      removeEventListener('keydown', open);
      hideCard();
    };
  }, []);
  return <DefinitionCard pages={pages} onGo={onGo} />;
}

interface DefinitionLayerProps {
  page: PageInfo;
  isVisible: boolean;
  version: string;
  corpusId: string;
  documentId: string;
  count: number;
}

const percent = (part: number) => `${100 * part}%`;

const placeOf = ({ x, y, width, height }: Rect) => ({ left: percent(x), top: percent(y), width: percent(width), height: percent(height) });

/** Words with a dotted line below them. Pointer events on them also reach the page: they can be selected as other words. */
function UseMark({ use, rects }: { use: Use; rects: readonly Rect[] }) {
  const open = ({ currentTarget }: MouseEvent, delay = 0) => showCard({ use, element: currentTarget, returnTo: null }, delay);
  return rects.map((rect) => (
    <span
      key={`${rect.x} ${rect.y}`}
      role="presentation"
      className={styles['use']}
      style={placeOf(rect)}
      data-use={use.key}
      onPointerEnter={(event) => event.pointerType !== 'touch' && event.buttons === 0 && open(event, HOVER_MS)}
      onPointerLeave={(event) => event.pointerType !== 'touch' && hideCard(GRACE_MS)}
      onPointerDown={() => hideCard()}
      onClick={(event) => (event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch' && open(event)}
    />
  ));
}

/** The uses of defined terms and the cross-references on a page. */
export function DefinitionLayer({ page, isVisible, version, corpusId, documentId, count }: DefinitionLayerProps) {
  const { data: linked } = useQuery(definitionsOptions(corpusId, documentId, count));
  const { data: tokens } = useQuery({ ...tokensOptions(page.tokensUrl, version), enabled: isVisible && page.tokenCount > 0 });
  const marks = useMemo(() => {
    if (!linked || !tokens) return [];
    return usesOn(tokens, linked.terms, linked.crossReferences).map((use) => ({ use, rects: rangeRects(tokens, use) }));
  }, [linked, tokens]);
  return (
    <div aria-hidden="true" data-uses={marks.length}>
      {marks.map(({ use, rects }) => (
        <UseMark key={use.key} use={use} rects={rects} />
      ))}
    </div>
  );
}
