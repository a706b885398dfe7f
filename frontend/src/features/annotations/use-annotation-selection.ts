// The selected annotations of a list: some of its rows, or all that match its filter but some.
import { useMemo, useState } from 'react';

// What of a list is selected, if not all of its rows are loaded.

/** uuids of the selected rows; with `all`, of those that are left out */
interface Marks {
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

interface Marked extends Marks {
  filter: string;
}

const NONE: ReadonlySet<string> = new Set();

export type AnnotationSelection = ReturnType<typeof useAnnotationSelection>;

/** The selection ends with the filter: what it hides is not selected. `rows` are the loaded ones. */
export function useAnnotationSelection(filter: string, rows: readonly { uuid: string }[], total: number) {
  const [stored, setMarked] = useState<Marked>({ filter, all: false, uuids: NONE });
  const { all, uuids } = stored.filter === filter ? stored : { all: false, uuids: NONE };
  const selected = useMemo(() => new Set(rows.map(({ uuid }) => uuid).filter((uuid) => uuids.has(uuid) !== all)), [rows, uuids, all]);
  const clear = () => setMarked({ filter, all: false, uuids: NONE });
  const onChange = (next: ReadonlySet<string>) => {
    const marks = { all, uuids: marksAfter({ all, uuids }, rows, next) };
    if (isNothing(marks, total)) clear();
    else setMarked({ filter, ...marks });
  };
  return {
    all,
    uuids,
    selected,
    count: all ? Math.max(0, total - uuids.size) : uuids.size,
    onChange,
    selectAll: () => setMarked({ filter, all: true, uuids: NONE }),
    clear,
  };
}
