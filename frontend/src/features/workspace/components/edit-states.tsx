import { t } from '@lingui/core/macro';

import { useAnnotatorState } from '@/features/annotations/model/annotator-store';
import { SaveState } from '@/features/edits/components/save-state';
import { useOpenQueue, type EditQueue } from '@/features/edits/edit-queue';
import { scopeOf } from '@/features/edits/model/stored-edits';

import { useEditHandlers } from '../edit-kinds';
import { EditsElsewhere } from './edits-elsewhere';
import { PageEdits } from './page-edits';

/** The state of the edits of the open page. */
function OpenEdits({ queue }: { queue: EditQueue }) {
  const isDocument = scopeOf(queue.place).documentId !== '';
  // Edits that were undone are not in the queue.
  const hasHistory = useAnnotatorState(({ history }) => history.past.length + history.future.length > 0);
  return <SaveState queue={queue} hasEdits={isDocument && hasHistory} />;
}

interface EditStatesProps {
  username: string;
  /** whether the page with all documents is open, which loads its queue later */
  isList: boolean;
}

/** The state of the edits of the open page, and of those of other pages. */
export function EditStates({ username, isList }: EditStatesProps) {
  useEditHandlers();
  const queue = useOpenQueue((state) => state.queue);
  return (
    <>
      {isList && <PageEdits corpusId="" title={t`Documents`} />}
      {queue && <OpenEdits key={queue.place} queue={queue} />}
      <EditsElsewhere username={username} />
    </>
  );
}
