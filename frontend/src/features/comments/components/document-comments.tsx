import { t } from '@lingui/core/macro';
import { MessageSquare, X } from 'lucide-react';

import { IconButton } from '@/components/ui/icon-button';
import { LabelDot } from '@/components/ui/label-dot';
import { Notice } from '@/components/ui/notice';

import { useCommentsState } from '../model/comments-store';
import styles from './comments.module.css';
import { ThreadList } from './thread-list';

interface DocumentCommentsProps {
  corpusId: string;
  documentId: string;
  selected: string | undefined;
  /** the document is not in the corpus yet */
  joins: boolean;
}

/** The comments on a document and its annotations, or on the annotation that was chosen. */
export function DocumentComments({ corpusId, documentId, selected, joins }: DocumentCommentsProps) {
  const { discussed, discuss } = useCommentsState();
  if (joins) return <Notice icon={<MessageSquare />} title={t`No comments yet`}>{t`Add this document to a corpus, or annotate it, to comment on it.`}</Notice>;
  return (
    <>
      {discussed && (
        <div className={styles['discussed']}>
          <LabelDot color={discussed.label.color} />
          <span className="truncate">
            {discussed.label.name}: {discussed.quote}
          </span>
          <IconButton label={t`Show all comments`} icon={<X />} onClick={() => discuss(null)} />
        </div>
      )}
      <ThreadList subject={{ corpusId, documentId, annotationId: discussed?.uuid }} about={discussed ? t`Comment on this annotation` : t`Comment on this document`} selected={selected} />
    </>
  );
}
