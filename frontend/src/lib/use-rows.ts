// Focus and selection of the rows of a list, by keyboard and with Shift.
import { useEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

// The keys of a list whose rows have `data-index`. It has one Tab stop, the link of a row; arrow keys go to the other rows, and to the controls of a row.

interface RowActions {
  count: number;
  focus: (index: number) => void;
  /** with an anchor, all rows from there */
  select: (index: number, anchor?: number) => void;
  toggle: (index: number, withShift: boolean) => void;
  selectNone: () => void;
}

/** Return the index of the row of an element. */
function rowIndexOf(target: EventTarget | null): number | undefined {
  const row = target instanceof Element && target.closest<HTMLElement>('[data-index]');
  return row ? Number(row.dataset['index']) : undefined;
}

/** Return the row that a key goes to. */
function targetOf(key: string, index: number, count: number): number | undefined {
  const targets: Readonly<Record<string, number>> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: count - 1 };
  const target = targets[key];
  return target === undefined ? undefined : Math.min(Math.max(target, 0), count - 1);
}

/** Focus the next or the previous control of a row. */
function moveInRow(control: Element, step: number): void {
  const controls = [...(control.closest('[data-index]')?.querySelectorAll<HTMLElement>('a, input, button') ?? [])];
  controls[controls.findIndex((each) => each === control) + step]?.focus();
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Handle a key on a control in the row with this index; return whether it means something here. */
function handleKey({ key, shiftKey }: KeyboardEvent, control: Element, index: number, rows: RowActions): boolean {
  // A button opens its menu with arrow keys.
  const next = control.matches('button') ? undefined : targetOf(key, index, rows.count);
  const step = STEPS[key];
  if (next !== undefined) {
    rows.focus(next);
    if (shiftKey) rows.select(next, index);
  } else if (step !== undefined) {
    moveInRow(control, step);
  } else if (key === ' ' && control.matches('a')) {
    rows.toggle(index, shiftKey);
  } else {
    return false;
  }
  return true;
}

function onRowKey(event: KeyboardEvent, rows: RowActions): void {
  if (event.key === 'Escape') rows.selectNone();
  const index = rowIndexOf(event.target);
  if (index === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  if (handleKey(event, event.target as Element, index, rows)) event.preventDefault();
}

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
