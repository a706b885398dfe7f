import { COMMANDS } from '@/features/annotations/model/commands';
import type { KeyGroup } from '@/lib/keys';

export const PAGE_KEYS: KeyGroup = {
  title: 'On the pages of a document',
  keys: COMMANDS.map(({ shown, help }) => ({ keys: shown, does: help })),
};
