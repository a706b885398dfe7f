import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

import { HISTORY_COMMANDS, paletteCommand } from '@/features/annotations/model/commands';
import { useHistoryKeys } from '@/features/annotations/use-undo-keys';
import { useCommands } from '@/lib/commands';
import { useShortcuts } from '@/lib/shortcuts';

import { takeCorpusStep } from '../corpus-undo';

const SHORTCUTS = {
  title: t`On the page of a corpus`,
  keys: [HISTORY_COMMANDS.undo, HISTORY_COMMANDS.redo].map((command) => ({ ...command, action: command.help })),
};

/** The keys and commands that undo and redo what the user changed in a corpus. */
export function CorpusUndoKeys({ corpusId }: { corpusId: string }) {
  const queryClient = useQueryClient();
  const actions = useMemo(
    () => ({ undo: () => takeCorpusStep('undo', corpusId, queryClient), redo: () => takeCorpusStep('redo', corpusId, queryClient) }),
    [corpusId, queryClient],
  );
  useHistoryKeys(actions);
  useCommands(() => (['undo', 'redo'] as const).map((kind) => paletteCommand(HISTORY_COMMANDS[kind], actions[kind])));
  useShortcuts(SHORTCUTS);
  return null;
}
