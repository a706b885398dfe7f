import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

import type { AnnotationCardProps } from '@/features/annotations/components/annotation-card';
import { PageOverlay } from '@/features/annotations/components/page-overlay';
import { SelectionAnnouncer, SelectionBar } from '@/features/annotations/components/selection-bar';
import { groupByPage, type Annotation, type Label } from '@/features/annotations/model/annotation';
import { useAnnotatorState } from '@/features/annotations/model/annotator-store';
import { spansOf, type Selection } from '@/features/annotations/model/selection';
import type { AnnotationEdits } from '@/features/annotations/use-annotation-edits';
import { annotatorCommands, useAnnotator } from '@/features/annotations/use-annotator';
import { usePointerSelection, type AnnotationEnd, type Target } from '@/features/annotations/use-pointer-selection';
import { quoteOf } from '@/features/annotations/use-words';
import { usePassage } from '@/features/conversations/model/passage-store';
import type { Find } from '@/features/find/use-find';
import { usePresenceParts } from '@/features/presence/use-presence-parts';
import { linksOptions, type PageLink } from '@/features/viewer/api/navigation';
import { tokensOptions } from '@/features/viewer/api/page-tokens';
import { PageStack, type PagePixels } from '@/features/viewer/components/page-stack';
import type { Layout, PageInfo } from '@/features/viewer/model/layout';
import { targetOf } from '@/features/viewer/model/links';
import { lineRange, rangeRects, textOf, type TokenPage } from '@/features/viewer/model/token-page';
import type { ZoomChange } from '@/features/viewer/use-pinch';
import type { StackHandle } from '@/features/viewer/use-scroll';
import { useCommands } from '@/lib/commands';
import { reportFirstView, useAfterFirstView } from '@/lib/first-view';
import { lazyPart } from '@/lib/lazy-part';
import { showToast } from '@/lib/toasts';
import { useIdle } from '@/lib/use-idle';

import { useDocumentContext } from '../document-context';
import type { SearchHit } from '../use-deep-link';
import { useClauseSearch, useSelectionLink } from '../use-document-find';
import styles from './document-view.module.css';
import pageStyles from './pages.module.css';

interface PagesProps {
  layout: Layout;
  stack: RefObject<StackHandle | null>;
  startPage: number;
  /** from the top of the page, as a fraction of its height */
  startOffset: number;
  annotations: readonly Annotation[];
  edits: AnnotationEdits;
  active: Annotation | undefined;
  hit: SearchHit | null;
  showUncertain: boolean;
  paper: 'dark' | undefined;
  find: Find;
  onSimilar: (selection: Selection) => void;
  onZoom: (change: ZoomChange) => void;
  onPage: (page: number) => void;
  onActivate: (uuid: string | undefined) => void;
}

// Without a connection these may be missing; the pages work without them.
const useAnnotationCard = lazyPart(() => import('@/features/annotations/components/annotation-card'));
const useBoxEditor = lazyPart(() => import('@/features/annotations/components/box-editor'));
const useFindMarks = lazyPart(() => import('@/features/find/components/find-marks'));
const usePictureLayer = lazyPart(() => import('@/features/viewer/components/picture-layer'));

const NO_ANNOTATIONS: readonly Annotation[] = [];
const NO_LINKS: readonly PageLink[] = [];
const LABEL = t`Pages. Arrow keys move by word, Shift selects, x expands the selection, m keeps it and adds words elsewhere, Enter labels it, b draws a box.`;

const onDrawError = () => showToast({ text: t`A page could not be displayed. You can still read and label its words.`, tone: 'danger' });

type ByPage = ReturnType<typeof groupByPage>;

const annotationsOn = (byPage: ByPage, { number }: PageInfo) => byPage.get(number) ?? NO_ANNOTATIONS;

interface LinkLayerProps {
  page: PageInfo;
  links: readonly PageLink[];
  onGoTo: (page: number) => void;
}

const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;

function positionOf({ box }: PageLink, { width, height }: PageInfo) {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box;
  return { left: percent(x0, width), top: percent(y0, height), width: percent(x1 - x0, width), height: percent(y1 - y0, height) };
}

/** The links over the image of a page. Pointer events on them do not change the selection. */
function LinkLayer({ page, links, onGoTo }: LinkLayerProps) {
  return links.map((link) => {
    const target = targetOf(link.target);
    if (!target) return null;
    const key = `${link.target} ${link.box.join(' ')}`;
    const props = { className: pageStyles['link'], style: positionOf(link, page), 'data-floating': '' };
    return 'page' in target ? (
      <button key={key} type="button" {...props} aria-label={t`Go to page ${target.page}`} title={t`Go to page ${target.page}`} onClick={() => onGoTo(target.page)} />
    ) : (
      <a key={key} {...props} href={target.href} target="_blank" rel="noopener noreferrer" aria-label={target.href} title={target.href} />
    );
  });
}

function useOverlay({ byPage, active, hit, showUncertain, paper, find }: Pick<PagesProps, 'active' | 'hit' | 'showUncertain' | 'paper' | 'find'> & { byPage: ByPage }) {
  const { document, version, words, corpus, definitions, goToPage } = useDocumentContext();
  const idle = useIdle();
  const { data: links } = useQuery({ ...linksOptions(document.uuid, version), enabled: idle });
  const presence = usePresenceParts(false);
  const { search, current } = find;
  const finder = useFindMarks(find.isOpen);
  const pictures = usePictureLayer(paper === 'dark');
  const pagesWithMatches = useMemo(() => new Set(find.isOpen ? find.counts.data?.pages.map((each) => each.page) : []), [find.isOpen, find.counts.data]);
  return useCallback(
    (page: PageInfo, size: PagePixels, isVisible: boolean) => (
      <>
        {pictures && paper === 'dark' && <pictures.PictureLayer page={page} version={version} documentId={document.uuid} />}
        <PageOverlay {...{ page, size, isVisible, version, words, active, hit, showUncertain }} annotations={annotationsOn(byPage, page)} />
        {finder && (pagesWithMatches.has(page.number) || current?.spans.some((span) => span.page === page.number)) && <finder.FindLayer {...{ page, size, version, search, current }} />}
        {definitions && <definitions.parts.DefinitionLayer {...{ page, isVisible, version }} corpusId={corpus.id} documentId={document.uuid} count={definitions.count} />}
        {presence && <presence.PresenceLayer page={page} version={version} documentId={document.uuid} />}
        <LinkLayer page={page} links={links?.filter((link) => link.page === page.number) ?? NO_LINKS} onGoTo={goToPage} />
      </>
    ),
    [document.uuid, version, words, corpus.id, definitions, byPage, active, hit, showUncertain, links, goToPage, presence, finder, search, current, pagesWithMatches, pictures, paper],
  );
}

/** Say what to do while dragging draws a box. The pointer looks different then, and a finger does not scroll. */
function DrawingHint({ surface }: { surface: RefObject<HTMLDivElement | null> }) {
  const { drawing, box } = useAnnotatorState();
  useEffect(() => void surface.current?.toggleAttribute('data-drawing', drawing), [surface, drawing]);
  if (!drawing || box) return null;
  return (
    <p role="status" className={styles['hint']}>
      {t`Drag over a figure or a part of a page to draw a box.`}
    </p>
  );
}

function DrawError({ error }: { error: unknown }) {
  if (error === null) return null;
  return (
    <p role="status" className={styles['drawError']}>
      {t`The pages cannot be displayed right now. You can still read and label their words.`}
    </p>
  );
}

/** The selected annotation and the box that is being drawn, over the pages. */
function Editors({ active, ...props }: Omit<AnnotationCardProps, 'annotation'> & Pick<PagesProps, 'annotations'> & { active: Annotation | undefined; labels: readonly Label[] }) {
  const hasBox = useAnnotatorState(({ box, drawing }) => drawing || box !== null) || Boolean(active?.box);
  const editor = useBoxEditor(hasBox);
  const isHovered = useAnnotatorState(({ hovered }) => hovered !== undefined);
  // Also before a connection may be lost.
  const isLater = useAfterFirstView();
  const card = useAnnotationCard(active !== undefined || isHovered || isLater);
  return (
    <>
      {hasBox && editor && <editor.BoxEditor active={active} {...props} />}
      {card && <card.Relations active={active} {...props} />}
      {active && card && <card.AnnotationCard annotation={active} {...props} />}
    </>
  );
}

interface PageTextProps {
  page: PageInfo;
  version: string;
  /** those on this page */
  annotations: readonly Annotation[];
  onShow: (page: number, token: number) => void;
  onPick: () => void;
}

interface TextLine {
  first: number;
  last: number;
  text: string;
}

function linesOf(page: TokenPage, number: number, annotations: readonly Annotation[]): TextLine[] {
  return Array.from(page.lines, (_, line) => {
    const range = lineRange(page, line);
    const onLine = annotations.filter(({ spans }) => spans.some((span) => span.page === number && span.first <= range.last && span.last >= range.first));
    const labels = [...new Set(onLine.map(({ label }) => label.name))];
    const text = textOf(page, range);
    return { ...range, text: labels.length > 0 ? t`${text} (labelled ${labels.join(', ')})` : text };
  });
}

/** The text of a page for screen readers: a list of its lines with their labels. It is visible only while it has the focus. */
function PageText({ page, version, annotations, onShow, onPick }: PageTextProps) {
  const id = useId();
  const [position, setPosition] = useState({ page: page.number, line: 0 });
  const { data: tokens } = useQuery({ ...tokensOptions(page.tokensUrl, version), enabled: page.tokenCount > 0 });
  const lines = useMemo(() => (tokens ? linesOf(tokens, page.number, annotations) : []), [tokens, page.number, annotations]);
  const active = position.page === page.number ? Math.min(position.line, lines.length - 1) : 0;
  const choose = (line: number) => {
    const range = lines[line];
    if (!range) return;
    setPosition({ page: page.number, line });
    useAnnotatorState.getState().select({ anchor: { page: page.number, token: range.first }, head: { page: page.number, token: range.last } });
    onShow(page.number, range.first);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const actions: Record<string, () => void> = {
      ArrowDown: () => choose(Math.min(active + 1, lines.length - 1)),
      ArrowUp: () => choose(Math.max(active - 1, 0)),
      Home: () => choose(0),
      End: () => choose(lines.length - 1),
      Enter: onPick,
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
  if (lines.length === 0) return null;
  return (
    <div
      className={pageStyles['text']}
      role="listbox" translate="no"
      tabIndex={0}
      aria-label={t`Text of page ${page.number}, by line`}
      aria-activedescendant={`${id}-${active}`}
      onKeyDown={onKeyDown}
    >
      {lines.map((line, index) => (
        <div key={line.first} id={`${id}-${index}`} role="option" aria-selected={index === active}>
          {line.text}
        </div>
      ))}
    </div>
  );
}

/** The pages with selection and annotations. */
export function Pages(props: PagesProps) {
  const { layout, stack, startPage, startOffset, annotations, edits, active, find, onSimilar, onZoom, onPage, onActivate } = props;
  const { document, version, pages, words, corpus, currentPage, drawing } = useDocumentContext();
  const { pdf, error } = drawing;
  const isNeverDrawn = document.pdfUrl === null || error !== null;
  useEffect(() => {
    if (isNeverDrawn) reportFirstView();
  }, [isNeverDrawn]);
  const { editable, removable, me } = corpus;
  const askAbout = usePassage((state) => state.askAbout);
  const onAsk = (selection: Selection) => {
    const spans = spansOf(selection, words);
    askAbout({ document: document.uuid, spans, quote: quoteOf(spans, words) });
  };
  const onCompare = useClauseSearch(document.uuid, words, corpus.id);
  const onLink = useSelectionLink(document.uuid, words, corpus.id);
  const surface = useRef<HTMLDivElement>(null);
  const { annotator, labels, loader, onKeyDown } = useAnnotator({
    documentId: document.uuid,
    corpusId: corpus.id,
    version,
    words,
    pages,
    annotations,
    active,
    editable,
    me,
    removable,
    edits,
    stack,
    onActivate,
    currentPage,
  });
  useCommands(() => annotatorCommands({ annotator, annotations, labels, editable }));
  const onTap = useCallback((target: Target) => annotator.tap(target), [annotator]);
  const onDragEnd = useCallback((side: AnnotationEnd) => annotator.dragEnd(side), [annotator]);
  const onDropEnd = useCallback(() => annotator.saveEnds(), [annotator]);
  const onHover = useCallback((target: Target | null) => annotator.hover(target), [annotator]);
  const onDraw = useCallback(() => annotator.leaveActive(), [annotator]);
  const pointer = usePointerSelection({ loader, onTap, onHover, onDraw: editable ? onDraw : undefined, addsParts: editable, onDragEnd, onDropEnd });
  const focusPages = () => surface.current?.focus({ preventScroll: true });
  const byPage = useMemo(() => groupByPage(annotations), [annotations]);
  const overlay = useOverlay({ ...props, byPage });
  const marks = useFindMarks(find.isOpen);
  const page = pages[currentPage - 1];
  const showLine = (number: number, token: number) => {
    const tokens = words.peek(number);
    const [rect] = tokens ? rangeRects(tokens, { first: token, last: token }) : [];
    if (rect) stack.current?.reveal(number, rect);
  };
  return (
    <>
      <DrawError error={error} />
      <DrawingHint surface={surface} />
      {page && <PageText page={page} version={version} annotations={annotationsOn(byPage, page)} onShow={showLine} onPick={() => annotator.pickLabel()} />}
      <PageStack
        {...{ pages, pdf, layout, startPage, startOffset, onZoom, onPage, onDrawError, overlay }}
        thumbnailUrl={document.thumbnailUrl}
        handle={stack}
        surface={{ role: 'application', tabIndex: 0, 'aria-label': LABEL, onKeyDown, ...pointer }}
        surfaceRef={surface}
      >
        <SelectionBar {...{ annotator, labels, words, layout, pages, editable, active, onLink, onSimilar, onAsk }} onCompare={corpus.id ? onCompare : undefined} onLeave={focusPages} />
        <Editors changeable={editable && active !== undefined && removable(active)} onLeave={focusPages} {...{ annotator, annotations, active, labels, words, layout, pages, editable, removable, onActivate }} documentId={document.uuid} corpusId={corpus.id} onCompare={onCompare} />
      </PageStack>
      {find.isOpen && find.total > 0 && marks && <marks.FindTicks pages={find.counts.data?.pages ?? []} tops={layout.tops} height={layout.height} />}
      <SelectionAnnouncer words={words} annotations={annotations} />
    </>
  );
}
