// Changes to the keys of commands: which keys can be chosen, and the file they are exported to.
import { t } from '@lingui/core/macro';

import { keysOf, shownKeys, type OwnKeys } from '@/lib/keymap';
import type { ShortcutGroup, ShortcutLine } from '@/lib/shortcuts';

import { GROUPS, SCREENS } from './all-shortcuts';

export type ChangeableLine = ShortcutLine & { name: string };

const VERSION = 1;
const MAX_FILE = 100_000;

/** Keys that move the focus or the caret, close, or that browsers do not give away. */
const RESERVED =
  /^(.* )?(Tab|Escape|Enter|Space|Home|End|Page(Up|Down)|Arrow(Up|Down|Left|Right)|ContextMenu)$|^(Shift )?F10$|^F(1|3|5|7|11|12)$|^Alt F4$|^Ctrl (Shift )?[aclnrtvwx]$/;

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Dead', 'Process', 'Unidentified']);

/** Check whether a key of a press alone is no shortcut yet. */
export const isModifier = (key: string) => MODIFIERS.has(key);

const shown = (keys: string) => shownKeys(keys).join('+');

const isChangeable = (line: ShortcutLine): line is ChangeableLine => line.name !== undefined && !line.fixed;

const linesOf = ({ keys }: ShortcutGroup): readonly ShortcutLine[] => keys.flatMap((line) => line.each ?? [line]);

/** Return the lines of a group whose keys can be changed. */
export const changeableLines = (group: ShortcutGroup): ChangeableLine[] => linesOf(group).filter(isChangeable);

const takes = (line: ShortcutLine, keys: string, own: OwnKeys) => {
  const current = keysOf(line, own);
  return current === keys || (current === line.keys && (line.also ?? []).includes(keys));
};

/** Return why a command cannot have these keys; null if it can. */
export function problemOf(line: ChangeableLine, keys: string, own: OwnKeys): string | null {
  if (keys !== line.keys && RESERVED.test(keys)) return t`${shown(keys)} has another meaning in browsers, or moves the focus. Choose other keys.`;
  const beside = SCREENS.filter((groups) => groups.some((group) => linesOf(group).some(({ name }) => name === line.name))).flatMap((groups) => groups.flatMap(linesOf));
  const other = beside.find((each) => each.name !== line.name && takes(each, keys, own));
  return other ? t`${shown(keys)} is the key of “${other.action}”. Choose other keys, or change that one first.` : null;
}

/** Return the keys of a user after one has changed. */
export function withKeys(own: OwnKeys, { name, keys }: ChangeableLine, chosen: string): OwnKeys {
  const others = Object.entries(own).filter(([other]) => other !== name);
  return Object.fromEntries(chosen === keys ? others : [...others, [name, chosen]]);
}

export const toFile = (own: OwnKeys): string => JSON.stringify({ version: VERSION, keys: own }, null, 2);

type Read = { own: OwnKeys; problem?: never } | { own?: never; problem: string };

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Return the keys by command of the text of a file; null if it is no such file. */
function parsed(text: string): Record<string, unknown> | null {
  try {
    const content: unknown = text.length > MAX_FILE ? null : JSON.parse(text);
    return isRecord(content) && content['version'] === VERSION && isRecord(content['keys']) ? content['keys'] : null;
  } catch {
    return null;
  }
}

/** Return the keys of a file, or why they cannot be used. */
export function fromFile(text: string): Read {
  const keysByName = parsed(text);
  if (!keysByName) return { problem: t`This is not a file of exported keys.` };
  const lines = GROUPS.flatMap(changeableLines);
  const own: Record<string, string> = {};
  for (const [name, keys] of Object.entries(keysByName)) {
    if (typeof keys !== 'string' || keys === '' || !lines.some((line) => line.name === name)) return { problem: t`The file has the unknown command “${name}”.` };
    own[name] = keys;
  }
  const problem = lines.map((line) => problemOf(line, keysOf(line, own), own)).find(Boolean);
  return problem ? { problem } : { own };
}
