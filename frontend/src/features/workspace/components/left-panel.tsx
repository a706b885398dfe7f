import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';

import { useAnnotatorState } from '@/features/annotations/model/annotator-store';
import type { Annotation } from '@/features/annotations/model/annotation';
import { selectionOf } from '@/features/annotations/model/selection';
import { bookmarksOptions } from '@/features/viewer/api/navigation';
import type { Turns } from '@/features/viewer/model/turns';
import { lazyComponent } from '@/lib/lazy-part';

import { useDocumentContext } from '../document-context';
import type { WorkspaceProps } from '../location';
import type { LeftPanelName } from '../panel-names';
import type { Panels } from '../use-panels';
import { Bookmarks } from './bookmarks';
import type { DetailsProps } from './details';
import { Outline, OutlineSkeleton } from './outline';
import { SidePanel } from './side-panel';

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
