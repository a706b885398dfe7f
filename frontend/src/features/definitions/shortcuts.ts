// The key that shows a definition.
import { t } from '@lingui/core/macro';

import type { ShortcutGroup } from '@/lib/shortcuts';

export const SHOW = { name: 'definition.show', keys: 'i', action: t`Show the definition of the term at the caret, or the target of the cross-reference` };

export const DEFINITION_SHORTCUTS: ShortcutGroup = {
  title: t`Defined terms and cross-references`,
  keys: [SHOW],
};
