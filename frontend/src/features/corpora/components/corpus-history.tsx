import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { History, Redo2, Undo2 } from 'lucide-react';
import { useState } from 'react';

import { IconButton } from '@/components/ui/icon-button';
import { sessionOptions } from '@/features/session/api/session';
import { useCommands } from '@/lib/commands';
import { lazyDialog } from '@/lib/lazy-part';
import { may } from '@/lib/permissions';
import { showErrorToast } from '@/lib/toasts';

import type { CorpusDetail } from '../api/get-corpus';

const CorpusHistoryDialog = lazyDialog(
  async () => (await import('./corpus-history-dialog')).CorpusHistoryDialog,
  ({ onClose }) => onClose(),
);

function HistoryButtons({ corpus }: { corpus: CorpusDetail }) {
  const queryClient = useQueryClient();
  const { data: user } = useQuery(sessionOptions);
  const [open, setOpen] = useState(false);
  const editable = may(corpus, 'ANNOTATE') || may(corpus, 'REVIEW'); // who reviews may comment
  const show = () => setOpen(true);
  const step = (kind: 'undo' | 'redo') => () => void import('../corpus-undo').then(({ takeCorpusStep }) => takeCorpusStep(kind, corpus.uuid, queryClient)).catch(showErrorToast);
  useCommands(() => [{ name: 'history.show', text: t`History`, run: show }]);
  return (
    <>
      {editable && <IconButton label={t`Undo`} icon={<Undo2 />} onClick={step('undo')} />}
      {editable && <IconButton label={t`Redo`} icon={<Redo2 />} onClick={step('redo')} />}
      <IconButton label={t`History`} icon={<History />} onClick={show} />
      {open && <CorpusHistoryDialog corpusId={corpus.uuid} me={user?.username ?? ''} editable={editable} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The buttons that undo and redo what the user changed in a corpus, and that show what all have changed. */
export const CorpusHistory = ({ corpus }: { corpus: CorpusDetail }) => corpus.isMember && <HistoryButtons corpus={corpus} />;
