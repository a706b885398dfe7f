import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { commentCountsOptions } from '../api/comment-counts';
import { useCommentsState } from '../model/comments-store';

/** Loads the numbers of comments on the annotations of a document. */
export function CommentCounts({ corpusId, documentId }: { corpusId: string; documentId: string }) {
  const { data } = useQuery(commentCountsOptions(corpusId, documentId));
  const setCounts = useCommentsState((state) => state.setCounts);
  useEffect(() => {
    if (data) setCounts(data);
  }, [data, setCounts]);
  return null;
}
