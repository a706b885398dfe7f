// The commands on the pages that can be run now, for the command palette.
import { t } from '@lingui/core/macro';

import type { Command as PaletteCommand } from '@/lib/commands';
import type { KeyPress } from '@/lib/keymap';
import { LABEL_SHORTCUTS } from '@/lib/label-keys';

import { isSuggestion, type Annotation, type Label } from './model/annotation';
import { useAnnotatorState } from './model/annotator-store';
import { COMMANDS, paletteCommand, REVIEW_COMMANDS } from './model/commands';
import { isCaret } from './model/selection';
import type { Annotator } from './annotator';

const NO_PRESS: KeyPress = { key: '', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };

const ON_ANNOTATION = ['annotation.note', 'annotation.ends', 'annotation.relate', 'annotation.equal', 'annotation.remove'];
const ON_SELECTION = ['selection.expand', 'selection.copy', 'selection.part'];

interface Situation {
  annotator: Annotator;
  annotations: readonly Annotation[];
  labels: readonly Label[];
  editable: boolean;
}

/** Return the names of the commands that make sense for what is selected. */
function possibleNames({ annotator, annotations, editable }: Situation): string[] {
  const { selection, box } = useAnnotatorState.getState();
  const words = selection !== null && !isCaret(selection);
  const current = annotator.currentAnnotation;
  return [
    ...(editable ? ['annotation.box'] : []),
    ...(editable && (words || box || current) ? ['annotation.pick', 'annotation.repeat'] : []),
    ...(editable && current && !isSuggestion(current) ? ON_ANNOTATION : []),
    ...(annotations.some(isSuggestion) ? ['suggestion.next'] : []),
    ...(words ? ON_SELECTION : []),
  ];
}

/** A command for each label that the selection can get. */
function labelCommands({ annotator, labels }: Situation): PaletteCommand[] {
  return labels.map((label, index) => ({
    ...(LABEL_SHORTCUTS[index] ?? { name: `annotation.label.${label.id}` }),
    text: t`Label: ${label.path ?? label.name}`,
    run: () => annotator.annotate(label),
  }));
}

export function annotatorCommands(situation: Situation): PaletteCommand[] {
  const { annotator } = situation;
  const names = possibleNames(situation);
  const commands = [...(annotator.suggestion ? Object.values(REVIEW_COMMANDS) : []), ...COMMANDS.filter(({ name }) => names.includes(name))];
  return [...commands.map((command) => paletteCommand(command, () => command.run(annotator, NO_PRESS))), ...(names.includes('annotation.pick') ? labelCommands(situation) : [])];
}
