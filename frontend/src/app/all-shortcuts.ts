// All keyboard shortcuts, for the help and the choice of keys.
import { t } from '@lingui/core/macro';

import { PROPOSAL_SHORTCUTS } from '@/features/conversations/review-commands';
import { DEFINITION_SHORTCUTS } from '@/features/definitions/shortcuts';
import { GRID_SHORTCUTS } from '@/features/extracts/grid-commands';
import { PAGE_SHORTCUTS, SUGGESTION_SHORTCUTS } from '@/features/workspace/page-shortcuts';
import { VIEW_SHORTCUTS } from '@/features/workspace/view-commands';
import type { ShortcutGroup } from '@/lib/shortcuts';

import { SHELL_KEYS } from './shell-keys';

export const EVERYWHERE: ShortcutGroup = {
  title: t`Everywhere`,
  keys: [
    { ...SHELL_KEYS.search, action: t`Search everything, and find commands` },
    { ...SHELL_KEYS.find, action: t`Search on this page` },
    { ...SHELL_KEYS.commands, action: t`Find a command` },
    { ...SHELL_KEYS.help, action: t`Show keyboard shortcuts` },
    { ...SHELL_KEYS.content, action: t`Go to the pages, the first row or the open tab` },
    { keys: 'Tab', action: t`Next control` },
  ],
};

export const DOCUMENT_LISTS: ShortcutGroup = {
  title: t`Lists of documents`,
  keys: [
    { keys: '↑ ↓', action: t`Previous or next document` },
    { keys: 'Home End', action: t`First or last document` },
    { keys: 'Enter', action: t`Open` },
    { keys: 'Space', action: t`Select` },
    { keys: 'Shift ↑ ↓', action: t`Select several` },
    { keys: '← →', action: t`Checkbox and menu of the row` },
    { keys: 'Esc', action: t`Select nothing` },
  ],
};

/** The groups with keys that can be changed. */
export const GROUPS: readonly ShortcutGroup[] = [EVERYWHERE, VIEW_SHORTCUTS, PAGE_SHORTCUTS, SUGGESTION_SHORTCUTS, DEFINITION_SHORTCUTS, GRID_SHORTCUTS, PROPOSAL_SHORTCUTS];

/** The groups whose keys work at the same time. On a suggestion, its keys have precedence. */
export const SCREENS: readonly (readonly ShortcutGroup[])[] = [
  [EVERYWHERE, VIEW_SHORTCUTS, PAGE_SHORTCUTS, DEFINITION_SHORTCUTS],
  [EVERYWHERE, SUGGESTION_SHORTCUTS],
  [EVERYWHERE, GRID_SHORTCUTS],
  [EVERYWHERE, PROPOSAL_SHORTCUTS],
];
