// The selected annotations of a list: some of its rows, or all that match its filter but some.
import { useMemo, useState } from 'react';

import { isNothing, marksAfter, type Marks } from './model/marks-of-rows';

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
