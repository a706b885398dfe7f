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
export function rowIndexOf(target: EventTarget | null): number | undefined {
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

export function onRowKey(event: KeyboardEvent, rows: RowActions): void {
  if (event.key === 'Escape') rows.selectNone();
  const index = rowIndexOf(event.target);
  if (index === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  if (handleKey(event, event.target as Element, index, rows)) event.preventDefault();
}
