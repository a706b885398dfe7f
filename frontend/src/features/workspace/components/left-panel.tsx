import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState, type KeyboardEvent } from 'react';

import { ErrorNotice } from '@/components/ui/error-notice';
import { Skeleton } from '@/components/ui/skeleton';
import type { Annotation } from '@/features/annotations/model/annotation';
import { useAnnotatorState } from '@/features/annotations/model/annotator-store';
import { selectionOf } from '@/features/annotations/model/selection';
import { bookmarksOptions, type Bookmark } from '@/features/viewer/api/navigation';
import { outlineOptions, type StructureItem } from '@/features/viewer/api/structure';
import { pageLabel } from '@/features/viewer/model/page-labels';
import type { Turns } from '@/features/viewer/model/turns';
import { lazyComponent } from '@/lib/lazy-part';

import { useDocumentContext } from '../document-context';
import type { WorkspaceProps } from '../location';
import type { LeftPanelName } from '../panel-names';
import type { Panels } from '../use-panels';
import type { DetailsProps } from './details';
import styles from './outline.module.css';
import { SidePanel } from './side-panel';

// Arrow keys, Home and End in a list of buttons.

const STEPS: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

function moveFocusWithArrows(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = STEPS[event.key];
  if (!step) return;
  const buttons = [...(event.currentTarget.closest('ul')?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])];
  event.preventDefault();
  buttons[step(buttons.indexOf(event.currentTarget), buttons.length - 1)]?.focus();
}

const INDENT = 12;
const MAX_DEPTH = 5;

/** Return the current heading: the last one that starts on this page or before. */
const currentHeading = (headings: readonly StructureItem[], page: number) => headings.findLast((heading) => heading.page <= page)?.id;

function OutlineSkeleton() {
  return (
    <div className={styles['loading']} role="status" aria-label={t`Loading the outline`}>
      {[80, 60, 70, 50].map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  );
}

/** The headings that processing has found. */
function Outline() {
  const { document, version, pages, currentPage: page, goToPage } = useDocumentContext();
  const [selected, setSelected] = useState<StructureItem | null>(null);
  const outline = useQuery(outlineOptions(document.uuid, version));
  if (outline.isPending) return <OutlineSkeleton />;
  if (outline.isError) return <ErrorNotice title={t`The outline could not be loaded`} error={outline.error} onRetry={() => void outline.refetch()} />;
  if (outline.data.length === 0) return <p className={styles['empty']}>{t`This document has no headings.`}</p>;
  const current = selected?.page === page ? selected.id : currentHeading(outline.data, page);
  return (
    <nav className={styles['outline']} aria-label={t`Headings`}>
      <ul>
        {outline.data.map((heading) => (
          <li key={heading.id}>
            <button
              type="button"
              className={styles['heading']}
              onKeyDown={moveFocusWithArrows}
              style={{ paddingInlineStart: 14 + INDENT * Math.min(MAX_DEPTH, Math.max(0, (heading.level ?? 1) - 1)) }}
              aria-current={heading.id === current ? 'location' : undefined}
              title={heading.text}
              onClick={() => {
                setSelected(heading);
                goToPage(heading.page, heading.box[1] ?? 0);
              }}
            >
              <span className="truncate">{heading.text}</span>
              <span className="muted small numeric">{pageLabel(pages, heading.page)}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The bookmarks of the file. They are preferred to the headings that processing has found. */
function Bookmarks({ bookmarks }: { bookmarks: readonly Bookmark[] }) {
  const { pages, currentPage, goToPage } = useDocumentContext();
  const current = bookmarks.findLastIndex(({ page }) => page !== null && page <= currentPage);
  return (
    <nav className={styles['outline']} aria-label={t`Bookmarks`}>
      <ul>
        {bookmarks.map((bookmark, index) => (
          // Titles can repeat, and the order never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <button
              type="button"
              className={styles['heading']}
              onKeyDown={moveFocusWithArrows}
              style={{ paddingInlineStart: 14 + INDENT * Math.min(MAX_DEPTH, bookmark.level - 1) }}
              aria-current={index === current ? 'location' : undefined}
              disabled={bookmark.page === null}
              title={bookmark.title}
              onClick={() => bookmark.page !== null && goToPage(bookmark.page)}
            >
              <span className="truncate">{bookmark.title}</span>
              <span className="muted small numeric">{bookmark.page !== null && pageLabel(pages, bookmark.page)}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const AttachmentsPanel = lazyComponent(async () => (await import('./attachments-panel')).AttachmentsPanel);
const Thumbnails = lazyComponent(async () => (await import('./thumbnails')).Thumbnails);
const Comments = lazyComponent(async () => (await import('@/features/comments/components/document-comments')).DocumentComments);
const DocumentConversation = lazyComponent(async () => (await import('@/features/conversations/components/document-conversation')).DocumentConversation);
const EditHistory = lazyComponent(async () => (await import('@/features/annotations/components/edit-history')).EditHistory);
const Details = lazyComponent(async () => (await import('./details')).Details);

interface LeftPanelProps extends DetailsProps {
  panels: Panels;
  annotations: readonly Annotation[];
  turns: Turns;
  thread: string | undefined;
  conversation: string | undefined;
  onLocation: WorkspaceProps['onLocation'];
}

function BookmarksOrOutline() {
  const { document, version } = useDocumentContext();
  const { isPending, data } = useQuery(bookmarksOptions(document.uuid, version));
  if (isPending) return <OutlineSkeleton />;
  return data && data.length > 0 ? <Bookmarks bookmarks={data} /> : <Outline />;
}

const TITLES: Record<LeftPanelName, string> = { outline: t`Outline`, pages: t`Pages`, attachments: t`Attachments`, comments: t`Comments`, ask: t`Ask`, history: t`History`, details: t`Details` };

/** Conversations about the document. A source is shown in the document with its words selected. */
function Ask({ conversation, onLocation }: Pick<LeftPanelProps, 'conversation' | 'onLocation'>) {
  const { document, words, corpus } = useDocumentContext();
  const select = useAnnotatorState((state) => state.select);
  return (
    <DocumentConversation
      key={conversation}
      opened={conversation}
      document={document.uuid}
      corpus={corpus.joins ? undefined : corpus.id || undefined}
      onShow={({ page, start, end, spans }) => {
        onLocation({ page, from: start, to: end, annotation: undefined }, true);
        select(selectionOf(spans, words));
      }}
    />
  );
}

function Content({ name, annotations, turns, thread, conversation, onLocation, ...highlighting }: Omit<LeftPanelProps, 'panels'> & { name: LeftPanelName }) {
  const { document, corpus } = useDocumentContext();
  switch (name) {
    case 'details':
      return <Details {...highlighting} />;
    case 'pages':
      return <Thumbnails annotations={annotations} turns={turns} />;
    case 'comments':
      return corpus.id && <Comments key={corpus.id} corpusId={corpus.id} documentId={document.uuid} selected={thread} joins={corpus.joins} />;
    case 'ask':
      return <Ask conversation={conversation} onLocation={onLocation} />;
    case 'history':
      return corpus.id && <EditHistory key={corpus.id} documentId={document.uuid} corpusId={corpus.id} me={corpus.me?.username ?? ''} editable={corpus.editable} onShow={(annotation) => onLocation({ annotation })} />;
    case 'attachments':
      return <AttachmentsPanel />;
    case 'outline':
      return <BookmarksOrOutline />;
  }
}

/** The panel on the left: outline, pages, attachments, comments, questions, history or details. */
export function LeftPanel({ panels, ...content }: LeftPanelProps) {
  const { left, toggleLeft } = panels;
  if (left === null) return null;
  return (
    <SidePanel side="left" title={TITLES[left]} onClose={() => toggleLeft(left)}>
      <Content name={left} {...content} />
    </SidePanel>
  );
}
