import { t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { useDeleteDocuments } from '@/features/documents/api/delete-document';
import { useCommands } from '@/lib/commands';
import { lazyDialog } from '@/lib/lazy-part';
import { may } from '@/lib/permissions';

import { useDocumentContext } from '../document-context';
import { useMayAnalyze } from '../use-may-analyze';

const AddToCorpusDialog = lazyDialog(
  async () => (await import('@/features/corpora/components/add-to-corpus-dialog')).AddToCorpusDialog,
  ({ onClose }) => onClose(),
);

/** The commands of the open document that have no button on its page. */
export function DocumentCommands({ onAnalyze }: { onAnalyze: () => void }) {
  const { document, corpus, corpusInUrl } = useDocumentContext();
  const navigate = useNavigate();
  const [isAdding, setAdding] = useState(false);
  const mayAnalyze = useMayAnalyze();
  const leave = () => void (corpusInUrl ? navigate({ to: '/c/$uuid', params: { uuid: corpusInUrl } }) : navigate({ to: '/' }));
  const deletion = useDeleteDocuments(leave);
  useCommands(() => [
    ...(mayAnalyze ? [{ name: 'document.analyze', text: t`Run an analyzer or an action`, run: onAnalyze }] : []),
    ...(corpus.me ? [{ name: 'document.add', text: t`Add to a corpus`, run: () => setAdding(true) }] : []),
    ...(may(document, 'DELETE') ? [{ name: 'document.delete', text: t`Move to the bin`, run: () => deletion.mutate([document]) }] : []),
  ]);
  const close = () => setAdding(false);
  return isAdding && <AddToCorpusDialog documentIds={[document.uuid]} onClose={close} onAdded={close} />;
}
