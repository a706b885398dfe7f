// Return whether the user may run analyzers on the open document: anyone who may edit the selected corpus, if the document is in it.
import { may } from '@/lib/permissions';

import { useDocumentContext } from './document-context';

export function useMayAnalyze(): boolean {
  const { document, corpus } = useDocumentContext();
  const selected = document.corpuses.find(({ uuid }) => uuid === corpus.id);
  return Boolean(corpus.me && !document.backendLock && selected && may(selected, 'EDIT'));
}
