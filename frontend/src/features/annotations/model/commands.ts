// The keyboard commands on the pages of a document. The help is generated from this list.

import { t } from '@lingui/core/macro';

export interface KeyPress {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** The actions that commands for a selection can call. */
export interface SelectionActions {
  moveWord: (direction: 1 | -1, extend: boolean) => void;
  moveLine: (direction: 1 | -1, extend: boolean) => void;
  moveToLineEnd: (side: 'first' | 'last', extend: boolean) => void;
  movePage: (direction: 1 | -1) => void;
  expand: () => void;
  shrink: () => void;
  copy: () => void;
  clear: () => void;
}

/** The actions that commands can call. */
export interface Actions extends SelectionActions {
  applyLabel: (index: number) => void;
  repeatLabel: () => void;
  pickLabel: () => void;
  activateNext: () => void;
  togglePart: () => void;
  changeEnds: () => void;
  editNote: () => void;
  relate: () => void;
  drawBox: () => void;
  remove: () => void;
  accept: () => void;
  reject: () => void;
  goToSuggestion: () => void;
  undo: () => void;
  redo: () => void;
}

export interface Command<Target extends SelectionActions = Actions> {
  name: string;
  /** the keys as the help shows them */
  keys: string;
  help: string;
  matches: (press: KeyPress) => boolean;
  run: (actions: Target, press: KeyPress) => void;
}

const withControl = ({ ctrlKey, metaKey }: KeyPress) => ctrlKey || metaKey;

const withoutControl =
  (...keys: string[]) =>
  (press: KeyPress) =>
    !withControl(press) && !press.altKey && keys.includes(press.key);

const control = (key: string, shift: boolean) => (press: KeyPress) =>
  withControl(press) && press.shiftKey === shift && press.key.toLowerCase() === key;

const direction = (press: KeyPress, forward: string): 1 | -1 => (press.key === forward ? 1 : -1);

const MOVES: readonly Command<SelectionActions>[] = [
  {
    name: 'caret.word',
    keys: '← →',
    help: t`Previous / next word`,
    matches: withoutControl('ArrowLeft', 'ArrowRight'),
    run: (actions, press) => actions.moveWord(direction(press, 'ArrowRight'), press.shiftKey),
  },
  {
    name: 'caret.line',
    keys: '↑ ↓',
    help: t`Previous / next line (with Shift: select)`,
    matches: withoutControl('ArrowUp', 'ArrowDown'),
    run: (actions, press) => actions.moveLine(direction(press, 'ArrowDown'), press.shiftKey),
  },
  {
    name: 'caret.line-end',
    keys: 'Home End',
    help: t`Start / end of the line`,
    matches: withoutControl('Home', 'End'),
    run: (actions, press) => actions.moveToLineEnd(press.key === 'Home' ? 'first' : 'last', press.shiftKey),
  },
  {
    name: 'caret.page',
    keys: 'PageUp PageDown',
    help: t`Previous / next page`,
    matches: withoutControl('PageUp', 'PageDown'),
    run: (actions, press) => actions.movePage(direction(press, 'PageDown')),
  },
  { name: 'selection.expand', keys: 'x', help: t`Expand the selection: line, sentence, paragraph, page`, matches: withoutControl('x'), run: (actions) => actions.expand() },
  { name: 'selection.shrink', keys: 'Shift x', help: t`Undo the last expansion`, matches: withoutControl('X'), run: (actions) => actions.shrink() },
];

const ANNOTATION_COMMANDS: readonly Command[] = [
  {
    name: 'annotation.label',
    keys: '1 … 9',
    help: t`Label the selection, or relabel the selected annotation, with label 1 to 9`,
    matches: (press) => !press.shiftKey && withoutControl('1', '2', '3', '4', '5', '6', '7', '8', '9')(press),
    run: (actions, press) => actions.applyLabel(Number(press.key) - 1),
  },
  { name: 'annotation.repeat', keys: '.', help: t`Use the last label again`, matches: withoutControl('.'), run: (actions) => actions.repeatLabel() },
  { name: 'annotation.pick', keys: 'Enter', help: t`Choose or create a label`, matches: withoutControl('Enter'), run: (actions) => actions.pickLabel() },
  {
    name: 'annotation.activate',
    keys: 'a',
    help: t`Select the annotation at the caret; again: the next one`,
    matches: withoutControl('a'),
    run: (actions) => actions.activateNext(),
  },
  {
    name: 'selection.part',
    keys: 'm',
    help: t`Keep the selection as a part and select words elsewhere as well; at a part: remove it`,
    matches: withoutControl('m'),
    run: (actions) => actions.togglePart(),
  },
  { name: 'annotation.ends', keys: 'e', help: t`Change the ends of the annotation, or its box`, matches: withoutControl('e'), run: (actions) => actions.changeEnds() },
  {
    name: 'annotation.box',
    keys: 'b',
    help: t`Draw a box: drag, or move it by arrows (Shift: resize, Ctrl: small steps); again: the next figure`,
    matches: withoutControl('b'),
    run: (actions) => actions.drawBox(),
  },
  { name: 'suggestion.next', keys: 's', help: t`Go to the next suggestion`, matches: withoutControl('s'), run: (actions) => actions.goToSuggestion() },
  { name: 'annotation.note', keys: 'n', help: t`Write a note on the annotation`, matches: withoutControl('n'), run: (actions) => actions.editNote() },
  { name: 'annotation.relate', keys: 'r', help: t`Relate the annotation to another one`, matches: withoutControl('r'), run: (actions) => actions.relate() },
  {
    name: 'annotation.remove',
    keys: 'Delete',
    help: t`Remove the annotation at the caret`,
    matches: withoutControl('Delete', 'Backspace'),
    run: (actions) => actions.remove(),
  },
  { name: 'history.undo', keys: 'Ctrl Z', help: t`Undo`, matches: control('z', false), run: (actions) => actions.undo() },
  {
    name: 'history.redo',
    keys: 'Ctrl Shift Z',
    help: t`Redo`,
    matches: (press) => control('z', true)(press) || control('y', false)(press),
    run: (actions) => actions.redo(),
  },
];

/** The commands for a selected suggestion; their keys mean something else otherwise. */
const REVIEW_COMMANDS: readonly Command[] = [
  { name: 'suggestion.accept', keys: 'a', help: t`On a suggestion: accept it, and go to the next one`, matches: withoutControl('a'), run: (actions) => actions.accept() },
  { name: 'suggestion.reject', keys: 'x', help: t`On a suggestion: reject it, and go to the next one`, matches: withoutControl('x'), run: (actions) => actions.reject() },
];

const COPY_AND_CLEAR: readonly Command<SelectionActions>[] = [
  { name: 'selection.copy', keys: 'Ctrl C', help: t`Copy the selected text`, matches: control('c', false), run: (actions) => actions.copy() },
  { name: 'selection.clear', keys: 'Esc', help: t`Clear selection`, matches: withoutControl('Escape'), run: (actions) => actions.clear() },
];

export const COMMANDS: readonly Command[] = [...MOVES, ...ANNOTATION_COMMANDS, ...REVIEW_COMMANDS, ...COPY_AND_CLEAR];

/** The commands that only select. */
const SELECTION_COMMANDS = [...MOVES, ...COPY_AND_CLEAR];

const COMMANDS_ELSEWHERE = COMMANDS.filter((command) => !REVIEW_COMMANDS.includes(command));

/** Return the command of a key, on a suggestion or elsewhere. */
export const commandFor = (press: KeyPress, onSuggestion = false): Command | undefined =>
  (onSuggestion ? REVIEW_COMMANDS.find((command) => command.matches(press)) : undefined) ?? COMMANDS_ELSEWHERE.find((command) => command.matches(press));
export const selectionCommandFor = (press: KeyPress): Command<SelectionActions> | undefined => SELECTION_COMMANDS.find((command) => command.matches(press));
