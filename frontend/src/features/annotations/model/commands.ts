// Every command of the page, once: the keyboard, the help and the tests are made from this list.

export interface KeyPress {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** What a command may do to the page; the page supplies it. */
export interface Actions {
  moveWord: (direction: 1 | -1, extend: boolean) => void;
  moveLine: (direction: 1 | -1, extend: boolean) => void;
  moveToLineEnd: (side: 'first' | 'last', extend: boolean) => void;
  movePage: (direction: 1 | -1) => void;
  expand: () => void;
  applyLabel: (index: number) => void;
  pickLabel: () => void;
  remove: () => void;
  undo: () => void;
  redo: () => void;
  copy: () => void;
  clear: () => void;
}

export interface Command {
  name: string;
  shown: string;
  help: string;
  matches: (press: KeyPress) => boolean;
  run: (actions: Actions, press: KeyPress) => void;
}

const withControl = ({ ctrlKey, metaKey }: KeyPress) => ctrlKey || metaKey;

const plain =
  (...keys: string[]) =>
  (press: KeyPress) =>
    !withControl(press) && !press.altKey && keys.includes(press.key);

const control = (key: string, shift: boolean) => (press: KeyPress) =>
  withControl(press) && press.shiftKey === shift && press.key.toLowerCase() === key;

const direction = (press: KeyPress, forward: string): 1 | -1 => (press.key === forward ? 1 : -1);

export const COMMANDS: readonly Command[] = [
  {
    name: 'caret.word',
    shown: '← →',
    help: 'Go to the word before or after',
    matches: plain('ArrowLeft', 'ArrowRight'),
    run: (actions, press) => actions.moveWord(direction(press, 'ArrowRight'), press.shiftKey),
  },
  {
    name: 'caret.line',
    shown: '↑ ↓',
    help: 'Go to the line above or below; with Shift all of these select',
    matches: plain('ArrowUp', 'ArrowDown'),
    run: (actions, press) => actions.moveLine(direction(press, 'ArrowDown'), press.shiftKey),
  },
  {
    name: 'caret.line-end',
    shown: 'Home End',
    help: 'Go to the start or end of the line',
    matches: plain('Home', 'End'),
    run: (actions, press) => actions.moveToLineEnd(press.key === 'Home' ? 'first' : 'last', press.shiftKey),
  },
  {
    name: 'caret.page',
    shown: 'PageUp PageDown',
    help: 'Go to the page before or after',
    matches: plain('PageUp', 'PageDown'),
    run: (actions, press) => actions.movePage(direction(press, 'PageDown')),
  },
  { name: 'selection.expand', shown: 'x', help: 'Select more: line, sentence, paragraph, page', matches: plain('x'), run: (actions) => actions.expand() },
  {
    name: 'annotation.label',
    shown: '1 … 9',
    help: 'Label the selection with that label',
    matches: (press) => !press.shiftKey && plain('1', '2', '3', '4', '5', '6', '7', '8', '9')(press),
    run: (actions, press) => actions.applyLabel(Number(press.key) - 1),
  },
  { name: 'annotation.pick', shown: 'Enter', help: 'Choose or create a label', matches: plain('Enter'), run: (actions) => actions.pickLabel() },
  {
    name: 'annotation.remove',
    shown: 'Delete',
    help: 'Remove the annotation at the caret',
    matches: plain('Delete', 'Backspace'),
    run: (actions) => actions.remove(),
  },
  { name: 'history.undo', shown: 'Ctrl Z', help: 'Undo', matches: control('z', false), run: (actions) => actions.undo() },
  {
    name: 'history.redo',
    shown: 'Ctrl Shift Z',
    help: 'Redo',
    matches: (press) => control('z', true)(press) || control('y', false)(press),
    run: (actions) => actions.redo(),
  },
  { name: 'selection.copy', shown: 'Ctrl C', help: 'Copy the selected text', matches: control('c', false), run: (actions) => actions.copy() },
  { name: 'selection.clear', shown: 'Esc', help: 'Select nothing', matches: plain('Escape'), run: (actions) => actions.clear() },
];

export const commandFor = (press: KeyPress): Command | undefined => COMMANDS.find((command) => command.matches(press));
