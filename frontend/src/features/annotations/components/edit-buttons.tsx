import { t } from '@lingui/core/macro';
import { History, Redo2, Undo2 } from 'lucide-react';

import { IconButton } from '@/components/ui/icon-button';
// Loaded here for `useAnnotationEdits`, as `undo-steps` are.
import '@/features/edits/replay-edits';
import { useCommands } from '@/lib/commands';

import '../undo-steps';
import { HISTORY_COMMANDS, paletteCommand } from '../model/commands';
import type { AnnotationEdits } from '../use-annotation-edits';

interface EditButtonsProps {
  edits: AnnotationEdits;
  editable: boolean;
  isHistoryShown: boolean;
  onHistory: () => void;
}

/** The buttons that undo and redo edits, and that show them. */
export function EditButtons({ edits, editable, isHistoryShown, onHistory }: EditButtonsProps) {
  useCommands(() => [
    ...(editable ? (['undo', 'redo'] as const).map((kind) => paletteCommand(HISTORY_COMMANDS[kind], edits[kind])) : []),
    { name: 'history.show', text: t`History`, run: onHistory },
  ]);
  return (
    <>
      {editable && <IconButton label={t`Undo`} icon={<Undo2 />} onClick={edits.undo} />}
      {editable && <IconButton label={t`Redo`} icon={<Redo2 />} onClick={edits.redo} />}
      <IconButton label={t`History`} icon={<History />} pressed={isHistoryShown} onClick={onHistory} />
    </>
  );
}
