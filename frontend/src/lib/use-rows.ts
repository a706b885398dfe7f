// Focus and selection of the rows of a list, by keyboard and with Shift.
import { useEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

import { onRowKey, rowIndexOf } from './row-keys';

interface Row {
  uuid: string;
}

export interface Selection {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  /** select nothing, also of the rows that are not loaded */
  clear: () => void;
}

function withToggled(selected: ReadonlySet<string>, rows: readonly Row[], on: boolean): ReadonlySet<string> {
  const next = new Set(selected);
  for (const { uuid } of rows) {
    if (on) next.add(uuid);
    else next.delete(uuid);
  }
  return next;
}

/** Return a function that selects rows; with an anchor, all rows from there. */
export function useSelect(rows: readonly Row[], selection: Selection | undefined) {
  const before = useRef<string>(undefined);
  const select = (index: number, on: boolean, anchor = index) => {
    const range = rows.slice(Math.min(anchor, index), Math.max(anchor, index) + 1);
    before.current = rows[index]?.uuid;
    selection?.onChange(withToggled(selection.selected, range, on));
  };
  /** With Shift, from the row that was selected before. */
  const selectTo = (index: number, on: boolean, withShift: boolean) => {
    const anchor = withShift ? rows.findIndex(({ uuid }) => uuid === before.current) : -1;
    select(index, on, anchor < 0 ? index : anchor);
  };
  return { select, selectTo };
}

/** Return the index of the row that is the Tab stop of the list, and a function that selects rows. */
export function useRows(scroller: RefObject<HTMLElement | null>, rows: readonly Row[], selection: Selection | undefined) {
  const [active, setActive] = useState<string>();
  const { select, selectTo } = useSelect(rows, selection);
  useEffect(() => {
    const element = scroller.current;
    const activate = (index: number) => setActive(rows[index]?.uuid);
    const onFocus = ({ target }: FocusEvent) => {
      const index = rowIndexOf(target);
      if (index !== undefined) activate(index);
    };
    const onKey = (event: KeyboardEvent) =>
      onRowKey(event, {
        count: rows.length,
        focus: (index) => {
          // The row is rendered, however far away it is, once it is the active one.
          flushSync(() => activate(index));
          element?.querySelector<HTMLElement>(`[data-index="${index}"] a`)?.focus();
        },
        select: (index, anchor) => select(index, true, anchor),
        toggle: (index, withShift) => selectTo(index, !selection?.selected.has(rows[index]?.uuid ?? ''), withShift),
        selectNone: () => selection?.clear(),
      });
    element?.addEventListener('focusin', onFocus);
    element?.addEventListener('keydown', onKey);
    return () => {
      element?.removeEventListener('focusin', onFocus);
      element?.removeEventListener('keydown', onKey);
    };
  });
  return { active: Math.max(0, rows.findIndex(({ uuid }) => uuid === active)), selectTo };
}
