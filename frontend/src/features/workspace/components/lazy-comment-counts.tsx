import { lazyComponent } from '@/lib/lazy-part';
import { useIdle } from '@/lib/use-idle';

import { useDocumentContext } from '../document-context';

const CommentCounts = lazyComponent(async () => (await import('@/features/comments/components/comment-counts')).CommentCounts);

/** Loads the numbers of comments on the annotations after the document. */
export function LazyCommentCounts({ wanted }: { wanted: boolean }) {
  const idle = useIdle();
  const { document, corpus } = useDocumentContext();
  return wanted && idle && corpus.me && !corpus.joins ? <CommentCounts corpusId={corpus.id} documentId={document.uuid} /> : null;
}
