import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Check, FileText, X } from 'lucide-react';
import { useEffect, useEffectEvent, useImperativeHandle, useMemo, useRef, type RefObject } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { LabelDot } from '@/components/ui/label-dot';
import { Skeleton } from '@/components/ui/skeleton';
import { Accepted, Made, Note } from '@/features/annotations/components/annotation-card';
import { isSuggestion, type Annotation } from '@/features/annotations/model/annotation';
import { pageTextOptions } from '@/features/viewer/api/page-text';
import type { PageInfo } from '@/features/viewer/model/layout';
import { pageLabel } from '@/features/viewer/model/page-labels';
import { blocksOf } from '@/features/viewer/model/page-text';
import type { StackHandle } from '@/features/viewer/use-scroll';
import { reportFirstView } from '@/lib/first-view';
import { isTyping } from '@/lib/shortcuts';

import { useDocumentContext } from '../document-context';
import { MarksContext, TextBlock } from './text-block';
import { usePageMarks, type MarkOptions } from './text-ranges';
import styles from './text-view.module.css';

interface TextAnnotationProps {
  annotation: Annotation;
  onClose: () => void;
  onReview: (to: 'ACCEPTED' | 'REJECTED') => void;
  /** show the pages, where it can be changed */
  onPages: () => void;
}

/** The card of the selected annotation, below the text. */
function TextAnnotation({ annotation, onClose, onReview, onPages }: TextAnnotationProps) {
  const { label } = annotation;
  const { corpus } = useDocumentContext();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isTyping(event.target)) close();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return (
    <section aria-label={t`Annotation ${label.name}`} className={styles['card']}>
      <header>
        <LabelDot color={label.color} />
        <strong className="truncate">{label.path ?? label.name}</strong>
        <IconButton label={t`Close`} icon={<X />} onClick={onClose} />
      </header>
      <Made annotation={annotation} />
      <Accepted annotation={annotation} />
      <Note annotation={annotation} />
      {isSuggestion(annotation) && corpus.editable && (
        <div role="group" aria-label={t`Review the suggestion`} className={styles['review']}>
          <Button size="small" icon={<Check aria-hidden="true" />} onClick={() => onReview('ACCEPTED')}>
            {t`Accept`}
          </Button>
          <Button size="small" variant="quiet" icon={<X aria-hidden="true" />} onClick={() => onReview('REJECTED')}>
            {t`Reject`}
          </Button>
        </div>
      )}
      <Button size="small" icon={<FileText aria-hidden="true" />} onClick={onPages}>
        {t`Show on the page`}
      </Button>
    </section>
  );
}

interface TextViewProps extends MarkOptions {
  active: Annotation | undefined;
  onActivate: (uuid: string | undefined) => void;
  onReview: (annotations: readonly Annotation[], to: 'ACCEPTED' | 'REJECTED') => void;
  /** show the pages instead of the text */
  onPages: () => void;
  stack: RefObject<StackHandle | null>;
  startPage: number;
  /** from the top of the page, as a fraction of its height */
  startOffset: number;
  onPage: (page: number) => void;
}

/** Estimated pixels of text by code point, of a page without text, and of its heading. */
const PIXELS = 0.42;
const EMPTY = 120;
/** The text at this distance from the top of the window is the one that is read. */
const READING_LINE = 60;

type PageOfTextProps = { page: PageInfo } & Pick<TextViewProps, 'annotations' | 'find' | 'active' | 'onActivate'>;

function PageOfText({ page, active, onActivate, ...options }: PageOfTextProps) {
  const { document, version, pages, definitions } = useDocumentContext();
  const text = useQuery(pageTextOptions(document.uuid, version, page.number));
  const blocks = useMemo(() => blocksOf(text.data ?? []), [text.data]);
  const marks = usePageMarks(page, version, options);
  const [uuid, current] = [active?.uuid, options.find.current?.number];
  const context = useMemo(() => ({ ...marks, active: uuid, current, onActivate, onGo: definitions?.onGo }), [marks, uuid, current, onActivate, definitions]);
  return (
    <section className={styles['page']} aria-label={t`Page ${pageLabel(pages, page.number)}`}>
      <p className={styles['number']} aria-hidden="true">
        {pageLabel(pages, page.number)}
      </p>
      {text.isPending && (
        <div role="status" aria-label={t`Loading the text`} style={{ minHeight: EMPTY + PIXELS * (page.textEnd - page.textStart) }}>
          <Skeleton width="70%" />
        </div>
      )}
      {text.isError && <ErrorNotice title={t`The text could not be loaded`} error={text.error} onRetry={() => void text.refetch()} />}
      {text.isSuccess && blocks.length === 0 && <p className="muted">{t`This page has no text.`}</p>}
      <MarksContext value={context}>
        {blocks.map((block) => (
          <TextBlock key={block.kind === 'list' ? block.items[0]?.id : block.item.id} block={block} />
        ))}
      </MarksContext>
    </section>
  );
}

const itemsIn = (element: Element) => [...element.querySelectorAll<HTMLElement>('[data-top]')];
const topOf = (item: HTMLElement) => Number(item.dataset['top']);

/** Return the height on a page (in points) of what is read: of the last element that starts above the reading line. */
function readingHeight(page: Element, line: number): number {
  const item = itemsIn(page).findLast((each) => each.getBoundingClientRect().top <= line);
  return item ? topOf(item) : 0;
}

/** The text of a document at reading width. It follows the pages, and they follow it. */
export function TextView({ stack, startPage, startOffset, onPage, onReview, onPages, ...marked }: TextViewProps) {
  useEffect(reportFirstView, []);
  const { pages, document } = useDocumentContext();
  const scroller = useRef<HTMLDivElement>(null);
  const wanted = useRef<{ page: number; points: number } | null>({ page: startPage, points: startOffset * (pages[startPage - 1]?.height ?? 0) });
  const list = useVirtualizer({
    count: pages.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => EMPTY + PIXELS * ((pages[index]?.textEnd ?? 0) - (pages[index]?.textStart ?? 0)),
    overscan: 1,
  });
  /** Scroll to the wanted place, again while texts above it are being loaded. */
  const settle = () => {
    const element = scroller.current;
    if (!element || !wanted.current) return;
    const { page, points } = wanted.current;
    const section = element.querySelector(`[data-text-page="${page}"]`);
    if (!section) return list.scrollToIndex(page - 1, { align: 'start' });
    const items = itemsIn(section);
    const item = points > 0 ? (items.findLast((each) => topOf(each) <= points + 1) ?? items[0]) : undefined;
    element.scrollTop += (item ?? section).getBoundingClientRect().top - element.getBoundingClientRect().top - (item ? READING_LINE / 2 : 0);
  };
  useEffect(() => {
    const element = scroller.current;
    const content = element?.firstElementChild;
    if (!element || !content) return;
    settle();
    const observer = new ResizeObserver(settle);
    observer.observe(content);
    const stop = ({ target, type }: Event) => {
      if (type !== 'focusin' || target !== element) wanted.current = null; // the browser scrolls to a link that gets the focus
    };
    const events = ['wheel', 'pointerdown', 'keydown', 'focusin'] as const;
    for (const event of events) element.addEventListener(event, stop, { passive: true });
    return () => {
      observer.disconnect();
      for (const event of events) element.removeEventListener(event, stop);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- it reads refs only
  }, []);
  const goTo = (page: number, fraction: number) => {
    wanted.current = { page, points: fraction * (pages[page - 1]?.height ?? 0) };
    settle();
    onPage(page);
  };
  /** Check whether the element at a place is in the window as a whole. */
  const isShown = (page: number, fraction: number) => {
    const section = scroller.current?.querySelector(`[data-text-page="${page}"]`);
    const points = fraction * (pages[page - 1]?.height ?? 0);
    const place = section && itemsIn(section).findLast((each) => topOf(each) <= points + 1)?.getBoundingClientRect();
    const frame = scroller.current?.getBoundingClientRect();
    return Boolean(place && frame && place.top >= frame.top && place.bottom <= frame.bottom);
  };
  const reading = () => {
    const element = scroller.current;
    const line = (element?.getBoundingClientRect().top ?? 0) + READING_LINE;
    const section = [...(element?.querySelectorAll<HTMLElement>('[data-text-page]') ?? [])].findLast((each) => each.getBoundingClientRect().top <= line);
    const page = Number(section?.dataset['textPage'] ?? 1);
    return { index: page - 1, fraction: section ? readingHeight(section, line) / (pages[page - 1]?.height ?? 1) : 0 };
  };
  useImperativeHandle(stack, () => ({ goToPage: (page, offset = 0) => goTo(page, offset), reveal: (page, rect) => void (isShown(page, rect.y) || goTo(page, rect.y)), hold: () => undefined, place: reading }));
  return (
    <>
      <div ref={scroller} className={styles['scroller']} role="region" tabIndex={0} aria-label={t`Text of ${document.title}`} onScroll={() => wanted.current === null && onPage(reading().index + 1)}>
        <div style={{ position: 'relative', height: list.getTotalSize() }}>
          {list.getVirtualItems().map(({ index, start }) => {
            const page = pages[index];
            return (
              page && (
                <div key={page.number} ref={list.measureElement} data-index={index} data-text-page={page.number} className={styles['slot']} style={{ top: start }} translate="no">
                  <PageOfText page={page} {...marked} />
                </div>
              )
            );
          })}
        </div>
      </div>
      {marked.active && <TextAnnotation key={marked.active.uuid} annotation={marked.active} onClose={() => marked.onActivate(undefined)} onReview={(to) => marked.active && onReview([marked.active], to)} onPages={onPages} />}
    </>
  );
}
