// The keys that work everywhere. Their texts are in `all-shortcuts`, which is loaded later.
import type { Shortcut } from '@/lib/keymap';

export const SHELL_KEYS = {
  search: { name: 'search', keys: 'Ctrl k' },
  find: { name: 'find', keys: '/' },
  commands: { name: 'commands', keys: '>' },
  help: { name: 'help', keys: '?' },
  content: { name: 'content', keys: 'F6' },
} as const satisfies Readonly<Record<string, Shortcut>>;
