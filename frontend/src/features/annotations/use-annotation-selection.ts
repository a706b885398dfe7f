// The selected annotations of a list: some of its rows, or all that match its filter but some.
import { useMemo, useState } from 'react';

/** uuids of the selected rows; with `all`, of those that are left out */
interface Marked {
  filter: string;
  all: boolean;
  uuids: ReadonlySet<string>;
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
    const marked = rows.map(({ uuid }) => uuid).filter((uuid) => next.has(uuid) !== all);
    if (next.size === 0) clear();
    else setMarked({ filter, all, uuids: new Set(marked) });
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
