// The edits of a document, or of a corpus, each with a button that undoes or redoes it.
import { t } from '@lingui/core/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { History, Redo2, Undo2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { Scroller } from '@/components/ui/scroller';
import { SkeletonRows } from '@/components/ui/skeleton';
import { replayEdits } from '@/features/edits/replay-edits';
import { nodes } from '@/lib/relay';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';
import { displayName } from '@/lib/users';

import { editsOptions, type EditNode } from '../api/edit-history';
import { forgetStep } from '../model/annotator-store';
import { groupText } from '../model/edit-text';
import styles from './edit-history.module.css';

// Undo and redo edits of a list, where the page does not show them at once.

const useReplay = () => useInvalidatingMutation({ mutationFn: replayEdits, affected: [['edits']] });

export interface EditListProps {
  /** absent: of the corpus */
  documentId?: string;
  corpusId: string;
  /** only the edits of this annotation */
  annotationId?: string | undefined;
  /** user name */
  me: string;
  editable: boolean;
  onShow?: (annotation: string) => void;
}

interface GroupProps extends Pick<EditListProps, 'onShow'> {
  /** the newest of the group */
  edit: EditNode;
  /** whether the user can undo and redo the group */
  own: boolean;
}

function Group({ edit, own, onShow }: GroupProps) {
  const replay = useReplay();
  const { group: id, actor, annotation, quote, comment, isUndone, created } = edit;
  const words = comment ?? quote;
  const text = groupText(edit);
  const replayGroup = () => {
    const task = { kind: isUndone ? 'redo' : 'undo', group: id, edits: [] } as const;
    forgetStep(id); // at once: the list may show the result before this request has ended
    replay.mutate(task);
  };
  const what = (
    <>
      {text}
      {words && <q className={styles['quote']}>{words}</q>}
    </>
  );
  return (
    <li className={styles['edit']} data-undone={isUndone}>
      <p className={styles['made']}>
        <strong>{actor ? displayName(actor) : t`A former user`}</strong> <RelativeTime iso={created} />
        {isUndone && <span className="muted"> · {t`undone`}</span>}
      </p>
      {annotation && onShow ? (
        <button type="button" className={styles['what']} onClick={() => onShow(annotation)}>
          {what}
        </button>
      ) : (
        <p className={styles['what']}>{what}</p>
      )}
      {own && (
        <Button
          size="small"
          variant="quiet"
          icon={isUndone ? <Redo2 aria-hidden="true" /> : <Undo2 aria-hidden="true" />}
          aria-label={isUndone ? t`Redo: ${text}` : t`Undo: ${text}`}
          busy={replay.isPending}
          onClick={replayGroup}
        >
          {isUndone ? t`Redo` : t`Undo`}
        </Button>
      )}
    </li>
  );
}

/** The newest edit is the first. Of a corpus, those that are made on its page. */
export function EditList({ documentId, corpusId, annotationId, me, editable, ...props }: EditListProps) {
  const [mine, setMine] = useState(false);
  const subject = { corpusId, ...(documentId && { documentId }) };
  const list = useInfiniteQuery(editsOptions(subject, { annotationId, mine, ...(!documentId && { area: 'CORPUS' }) }));
  return (
    <>
      <label className={styles['mine']}>
        <input type="checkbox" checked={mine} onChange={({ target }) => setMine(target.checked)} />
        {t`Only my edits`}
      </label>
      {list.isPending && <SkeletonRows label={t`Loading the history`} />}
      {list.isError && <ErrorNotice title={t`The history could not be loaded`} error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && (
        <Scroller label={t`History`} more={list}>
          {list.data.pages[0]?.edges.length === 0 && <Notice icon={<History />} title={t`No edits yet`}>{t`What users add, change and remove here is listed, and can be undone.`}</Notice>}
          <ul className={styles['list']}>
            {list.data.pages.flatMap(nodes).map((edit) => (
              <Group key={edit.group} edit={edit} own={editable && edit.actor?.username === me} {...props} />
            ))}
          </ul>
        </Scroller>
      )}
    </>
  );
}
