import { useEffect } from 'react';

import { openQueue, useAllWaitingEdits } from '@/features/edits/edit-queue';
import { useWaitingTexts } from '@/features/edits/model/waiting-texts';
import type { TextsEdit } from '@/features/edits/texts-kind';
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
  const edits = useAllWaitingEdits<TextsEdit>('texts');
  useEffect(() => openQueue(queue), [queue]);
  useEffect(() => {
    useWaitingTexts.setState({ edits });
    return () => useWaitingTexts.setState({ edits: [] });
  }, [edits]);
  useEffect(reportFirstList, []);
  return null;
}
