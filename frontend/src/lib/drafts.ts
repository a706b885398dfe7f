// Texts that were typed and not sent yet, kept for this tab: they survive a reload and a lost connection.
import type { Texts } from './edits';
import { DRAFT_PREFIX } from './remove-drafts';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const keyOf = (place: string) => DRAFT_PREFIX + place;

/** Return the text that was typed at a place; empty if there is none. */
export function readDraft(place: string, store: Store = sessionStorage): string {
  try {
    return store.getItem(keyOf(place)) ?? '';
  } catch {
    return '';
  }
}

/** Keep a text; an empty one removes the draft. */
export function writeDraft(place: string, text: string, store: Store = sessionStorage): void {
  try {
    if (text) store.setItem(keyOf(place), text);
    else store.removeItem(keyOf(place));
  } catch {
    // Storage is full or switched off: the text stays in the field.
  }
}

/** Texts of an object, with its version. */
export interface Base {
  version: string;
  texts: Texts;
}

/** Changed texts, with the state of the object that they are changes of. */
export interface EditDraft {
  base: Base;
  texts: Texts;
}

const isTexts = (value: unknown): value is Texts => typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string');

const hasSameNames = (one: Texts, other: Texts) => Object.keys(one).toSorted().join() === Object.keys(other).toSorted().join();

function parseEdit(text: string): EditDraft | null {
  try {
    const { base, texts } = JSON.parse(text) as { base?: Partial<Base>; texts?: unknown };
    return typeof base?.version === 'string' && isTexts(base.texts) && isTexts(texts) ? { base: { version: base.version, texts: base.texts }, texts } : null;
  } catch {
    return null;
  }
}

/** Return the changes that were typed at a place; null if there are none, or if the object has these texts now. */
export function readEditDraft(place: string, current: Texts, store: Store = sessionStorage): EditDraft | null {
  const text = readDraft(place, store);
  const draft = text ? parseEdit(text) : null;
  if (!draft || !hasSameNames(draft.texts, current) || !hasSameNames(draft.base.texts, current)) return null;
  return Object.entries(draft.texts).some(([name, value]) => value !== current[name]) ? draft : null;
}

/** Keep changed texts; null removes the draft. */
export const writeEditDraft = (place: string, draft: EditDraft | null, store: Store = sessionStorage) => writeDraft(place, draft ? JSON.stringify(draft) : '', store);
