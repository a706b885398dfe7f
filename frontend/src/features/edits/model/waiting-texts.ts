// Objects of a list with the changes of their texts that wait to be saved.
import { create } from 'zustand';

import type { Texts } from '@/lib/edits';

interface Change {
  /** of the object */
  uuid: string;
  change: Texts;
}

/** The changes that wait on the page of a list. Here, because the first page loads the queue later. */
export const useWaitingTexts = create<{ edits: readonly Change[] }>(() => ({ edits: [] }));

/** Return the objects with the changes that wait, in the order in which they were made. */
export function withTexts<Item extends { uuid: string }>(items: readonly Item[], edits: readonly Change[]): readonly Item[] {
  if (!edits.some(({ uuid }) => items.some((item) => item.uuid === uuid))) return items;
  return items.map((item) => edits.filter(({ uuid }) => uuid === item.uuid).reduce<Item>((each, { change }) => ({ ...each, ...change }), item));
}
