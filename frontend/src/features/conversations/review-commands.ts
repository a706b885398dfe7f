// The keys of the list of proposals to review, for the help, and the choice of keys.
import { t } from '@lingui/core/macro';

import { isPressed, type KeyPress, type Shortcut } from '@/lib/keymap';
import type { ShortcutGroup } from '@/lib/shortcuts';

/** The effects of keys on the row that has the focus. */
interface RowActions {
  approve: () => void;
  reject: () => void;
  select: () => void;
  open: () => void;
}

interface ReviewCommand extends Shortcut {
  action: string;
  run: (actions: RowActions) => void;
}

const COMMANDS: readonly ReviewCommand[] = [
  { name: 'proposals.approve', keys: 'a', also: ['y'], action: t`Approve and go to the next`, run: ({ approve }) => approve() },
  { name: 'proposals.reject', keys: 'r', action: t`Reject and go to the next`, run: ({ reject }) => reject() },
  { name: 'proposals.select', keys: 'x', action: t`Select or do not select`, run: ({ select }) => select() },
  { keys: 'Enter', fixed: true, action: t`Show the words in the document`, run: ({ open }) => open() },
];

export const PROPOSAL_SHORTCUTS: ShortcutGroup = {
  title: t`In the list of proposals to review`,
  keys: [{ keys: '↑ ↓', action: t`Previous or next proposal` }, ...COMMANDS],
};

/** Run the command of a key; return whether there is one. */
export function runReviewCommand(press: KeyPress, actions: RowActions): boolean {
  const command = COMMANDS.find((each) => isPressed(press, each));
  command?.run(actions);
  return command !== undefined;
}
