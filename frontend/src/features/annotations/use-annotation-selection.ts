// The selected annotations of a list: some of its rows, or all that match its filter but some.
import { useState } from 'react';

/** uuids of the selected rows; with `all`, of those that are left out */
interface Marked {
  filter: string;
  all: boolean;
  uuids: ReadonlySet<string>;
  /** where a range begins that a click with Shift ends */
  last?: string;
}

const NONE: ReadonlySet<string> = new Set();

export type AnnotationSelection = ReturnType<typeof useAnnotationSelection>;

/** The selection ends with the filter: what it hides is not selected. `rows` are the loaded ones, in their order. */
export function useAnnotationSelection(filter: string, rows: readonly string[], total: number) {
  const [stored, setMarked] = useState<Marked>({ filter, all: false, uuids: NONE });
  const marked: Marked = stored.filter === filter ? stored : { filter, all: false, uuids: NONE };
  const { all, uuids, last } = marked;
  const isSelected = (uuid: string) => uuids.has(uuid) !== all;
  const select = (uuid: string, on: boolean, withShift: boolean) => {
    const [from, to] = [rows.indexOf(last ?? ''), rows.indexOf(uuid)];
    const range = withShift && from >= 0 && to >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [uuid];
    const next = new Set(uuids);
    for (const each of range) {
      if (on === all) next.delete(each);
      else next.add(each);
    }
    setMarked({ filter, all, uuids: next, last: uuid });
  };
  return {
    all,
    uuids,
    count: all ? Math.max(0, total - uuids.size) : uuids.size,
    isSelected,
    select,
    selectAll: () => setMarked({ filter, all: true, uuids: NONE }),
    clear: () => setMarked({ filter, all: false, uuids: NONE }),
  };
}
