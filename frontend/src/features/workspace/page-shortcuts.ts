// The shortcuts on the pages of a document, for the help and the choice of keys.
import { t } from '@lingui/core/macro';

import { COMMANDS, LABEL_COMMANDS, REVIEW_COMMANDS, type Command } from '@/features/annotations/model/commands';
import type { ShortcutGroup, ShortcutLine } from '@/lib/shortcuts';

import { FIND } from './use-document-find';

const lineOf = ({ name, keys, also, fixed, help }: Command): ShortcutLine => ({ name, keys, ...(also && { also }), ...(fixed && { fixed }), action: help });

export const PAGE_SHORTCUTS: ShortcutGroup = {
  title: t`On the pages of a document`,
  keys: [
    FIND,
    { keys: 'Ctrl', action: t`While dragging: select words elsewhere as well; a click on a part removes it` },
    { keys: '1 … 9', action: t`Label the selection, or relabel the selected annotation, with label 1 to 9`, each: LABEL_COMMANDS.map(lineOf) },
    ...COMMANDS.map(lineOf),
  ],
};

export const SUGGESTION_SHORTCUTS: ShortcutGroup = {
  title: t`On a suggestion`,
  keys: Object.values(REVIEW_COMMANDS).map(lineOf),
};
