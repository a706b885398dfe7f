// What of a list is selected, if not all of its rows are loaded.

/** uuids of the selected rows; with `all`, of those that are left out */
export interface Marks {
  all: boolean;
  uuids: ReadonlySet<string>;
}

/** Return the marked uuids after `selected` of the loaded rows became the selected ones. Those of other rows, such as rows that new ones have pushed off the loaded pages, stay. */
export function marksAfter({ all, uuids }: Marks, loaded: readonly { uuid: string }[], selected: ReadonlySet<string>): ReadonlySet<string> {
  const marked = new Set(uuids);
  for (const { uuid } of loaded) {
    if (selected.has(uuid) === all) marked.delete(uuid);
    else marked.add(uuid);
  }
  return marked;
}

/** Return whether nothing is selected of so many rows. */
export const isNothing = ({ all, uuids }: Marks, total: number) => (all ? uuids.size >= total : uuids.size === 0);
