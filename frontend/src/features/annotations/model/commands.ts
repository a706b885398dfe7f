// The keyboard commands on the pages of a document. The help is generated from this list.

import { t } from '@lingui/core/macro';

import type { Command as PaletteCommand } from '@/lib/commands';
import { isPressed, keysOfPress, type KeyPress, type Shortcut } from '@/lib/keymap';
import { LABEL_SHORTCUTS } from '@/lib/label-keys';

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
  labelEqual: () => void;
  drawBox: () => void;
  remove: () => void;
  accept: () => void;
  reject: () => void;
  goToSuggestion: () => void;
  undo: () => void;
  redo: () => void;
}

export interface Command<Target extends SelectionActions = Actions> extends Shortcut {
  name: string;
  help: string;
  matches: (press: KeyPress) => boolean;
  run: (actions: Target, press: KeyPress) => void;
}

/** Return a command whose keys the user can change. */
function command<Target extends SelectionActions = Actions>(shortcut: Shortcut & { name: string }, help: string, run: (actions: Target) => void): Command<Target> {
  return { ...shortcut, help, matches: (press) => isPressed(press, shortcut), run };
}

const withoutControl =
  (...keys: string[]) =>
  ({ key, ctrlKey, metaKey, altKey }: KeyPress) =>
    !ctrlKey && !metaKey && !altKey && keys.includes(key);

const direction = (press: KeyPress, forward: string): 1 | -1 => (press.key === forward ? 1 : -1);

const MOVES: readonly Command<SelectionActions>[] = [
  {
    name: 'caret.word',
    keys: '← →',
    fixed: true,
    help: t`Previous / next word`,
    matches: withoutControl('ArrowLeft', 'ArrowRight'),
    run: (actions, press) => actions.moveWord(direction(press, 'ArrowRight'), press.shiftKey),
  },
  {
    name: 'caret.line',
    keys: '↑ ↓',
    fixed: true,
    help: t`Previous / next line (with Shift: select)`,
    matches: withoutControl('ArrowUp', 'ArrowDown'),
    run: (actions, press) => actions.moveLine(direction(press, 'ArrowDown'), press.shiftKey),
  },
  {
    name: 'caret.line-end',
    keys: 'Home End',
    fixed: true,
    help: t`Start / end of the line`,
    matches: withoutControl('Home', 'End'),
    run: (actions, press) => actions.moveToLineEnd(press.key === 'Home' ? 'first' : 'last', press.shiftKey),
  },
  {
    name: 'caret.page',
    keys: 'PageUp PageDown',
    fixed: true,
    help: t`Previous / next page`,
    matches: withoutControl('PageUp', 'PageDown'),
    run: (actions, press) => actions.movePage(direction(press, 'PageDown')),
  },
  command({ name: 'selection.expand', keys: 'x' }, t`Expand the selection: line, sentence, paragraph, page`, (actions) => actions.expand()),
  command({ name: 'selection.shrink', keys: 'Shift x' }, t`Undo the last expansion`, (actions) => actions.shrink()),
];

/** A command for each of the first labels. */
export const LABEL_COMMANDS: readonly Command[] = LABEL_SHORTCUTS.map((shortcut, index) =>
  command(shortcut, t`Label the selection, or relabel the selected annotation, with label ${index + 1}`, (actions) => actions.applyLabel(index)),
);

/** The commands that work anywhere on the page of a document. */
export const HISTORY_COMMANDS = {
  undo: command({ name: 'history.undo', keys: 'Ctrl z' }, t`Undo`, (actions) => actions.undo()),
  redo: command({ name: 'history.redo', keys: 'Ctrl Shift z', also: ['Ctrl y'] }, t`Redo`, (actions) => actions.redo()),
} as const;

const ANNOTATION_COMMANDS: readonly Command[] = [
  command({ name: 'annotation.repeat', keys: '.' }, t`Use the last label again`, (actions) => actions.repeatLabel()),
  { name: 'annotation.pick', keys: 'Enter', fixed: true, help: t`Choose or create a label`, matches: withoutControl('Enter'), run: (actions) => actions.pickLabel() },
  command({ name: 'annotation.activate', keys: 'a' }, t`Select the annotation at the caret; again: the next one`, (actions) => actions.activateNext()),
  command({ name: 'selection.part', keys: 'm' }, t`Keep the selection as a part and select words elsewhere as well; at a part: remove it`, (actions) => actions.togglePart()),
  command({ name: 'annotation.ends', keys: 'e' }, t`Change the ends of the annotation, or its box`, (actions) => actions.changeEnds()),
  command(
    { name: 'annotation.box', keys: 'b' },
    t`Draw a box: drag, or move it by arrows (Shift: resize, Ctrl: small steps); again: the next figure`,
    (actions) => actions.drawBox(),
  ),
  command({ name: 'suggestion.next', keys: 's' }, t`Go to the next suggestion`, (actions) => actions.goToSuggestion()),
  command({ name: 'annotation.note', keys: 'n' }, t`Write a note on the annotation`, (actions) => actions.editNote()),
  command({ name: 'annotation.relate', keys: 'r' }, t`Relate the annotation to another one`, (actions) => actions.relate()),
  command({ name: 'annotation.equal', keys: 'g' }, t`Give equal passages the label of the annotation`, (actions) => actions.labelEqual()),
  command({ name: 'annotation.remove', keys: 'Delete', also: ['Backspace'] }, t`Remove the annotation at the caret`, (actions) => actions.remove()),
  HISTORY_COMMANDS.undo,
  HISTORY_COMMANDS.redo,
];

/** The commands for a selected suggestion; their keys mean something else otherwise. */
export const REVIEW_COMMANDS = {
  ACCEPTED: command({ name: 'suggestion.accept', keys: 'a' }, t`Accept it, and go to the next one`, (actions) => actions.accept()),
  REJECTED: command({ name: 'suggestion.reject', keys: 'x' }, t`Reject it, and go to the next one`, (actions) => actions.reject()),
} as const;
const REVIEWS = Object.values(REVIEW_COMMANDS);

const COPY_AND_CLEAR: readonly Command<SelectionActions>[] = [
  { name: 'selection.copy', keys: 'Ctrl c', fixed: true, help: t`Copy the selected text`, matches: (press) => keysOfPress(press) === 'Ctrl c', run: (actions) => actions.copy() },
  { name: 'selection.clear', keys: 'Esc', fixed: true, help: t`Clear selection`, matches: withoutControl('Escape'), run: (actions) => actions.clear() },
];

/** The commands on the pages, but for those of the labels. */
export const COMMANDS: readonly Command[] = [...MOVES, ...ANNOTATION_COMMANDS, ...COPY_AND_CLEAR];

/** The commands that only select. */
const SELECTION_COMMANDS = [...MOVES, ...COPY_AND_CLEAR];

const ALL: readonly Command[] = [...LABEL_COMMANDS, ...COMMANDS];

/** Return the decision on a suggestion that a key stands for. */
export const decisionFor = (press: KeyPress) => (['ACCEPTED', 'REJECTED'] as const).find((decision) => REVIEW_COMMANDS[decision].matches(press));

/** Return the command of a key, on a suggestion or elsewhere. */
export const commandFor = (press: KeyPress, onSuggestion = false): Command | undefined =>
  (onSuggestion ? REVIEWS.find((each) => each.matches(press)) : undefined) ?? ALL.find((each) => each.matches(press));
export const selectionCommandFor = (press: KeyPress): Command<SelectionActions> | undefined => SELECTION_COMMANDS.find((each) => each.matches(press));

/** Return a command as the command palette offers it. */
export const paletteCommand = ({ name, keys, help }: Pick<Command, 'name' | 'keys' | 'help'>, run: () => void): PaletteCommand => ({ name, keys, text: help, run });
