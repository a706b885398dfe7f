import { useEffect } from 'react';

import { openQueue } from '@/features/edits/edit-queue';
import { useSendEdits } from '@/features/edits/use-send-edits';
import { reportFirstList } from '@/lib/first-view';

import { EDIT_KINDS, pageEditsKey } from '../edit-kinds';

interface PageEditsProps {
  /** empty on the page with all documents */
  corpusId: string;
  /** of the corpus */
  title: string;
}

/** The queue of the edits that are made in lists: on the page of a corpus, or on that of all documents. */
export function PageEdits({ corpusId, title }: PageEditsProps) {
  const queue = useSendEdits({ documentId: '', corpusId, title, mutationKey: pageEditsKey(corpusId), kinds: EDIT_KINDS, isReady: true });
  useEffect(() => openQueue(queue), [queue]);
  useEffect(reportFirstList, []);
  return null;
}
