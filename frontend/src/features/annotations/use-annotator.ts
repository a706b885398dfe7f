import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type KeyboardEvent } from 'react';

import { pageStructureOptions } from '@/features/viewer/api/structure';
import type { PageInfo } from '@/features/viewer/model/layout';
import type { Command as PaletteCommand } from '@/lib/commands';
import type { KeyPress } from '@/lib/keymap';
import { LABEL_SHORTCUTS } from '@/lib/label-keys';

import { Annotator, type AnnotatorOptions } from './annotator';
import { labelsOptions } from './api/list-labels';
import { useBlocks } from './block-loader';
import { isSuggestion, type Annotation, type Label } from './model/annotation';
import { useAnnotatorState } from './model/annotator-store';
import { boxBetween, type PageBox } from './model/box';
import { commandFor, COMMANDS, paletteCommand, REVIEW_COMMANDS } from './model/commands';
import { isCaret } from './model/selection';

// The commands on the pages that can be run now, for the command palette.

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

// The figures and tables that the parser has found on a page, as boxes.

const KINDS = new Set(['FIGURE', 'TABLE']);

function usePageFigures(documentId: string, version: string, pages: readonly PageInfo[]) {
  const queryClient = useQueryClient();
  return async (number: number): Promise<PageBox[]> => {
    const page = pages[number - 1];
    const items = page ? await queryClient.fetchQuery(pageStructureOptions(documentId, version, number)).catch(() => []) : [];
    return items.flatMap(({ kind, box }) => {
      const [left, top, right, bottom] = box ?? [];
      if (!page || !KINDS.has(kind) || left === undefined || top === undefined || right === undefined || bottom === undefined) return [];
      const corner = (x: number, y: number) => ({ page: number, x: x / page.width, y: y / page.height });
      return [boxBetween(corner(left, top), corner(right, bottom))];
    });
  };
}

/** Return the actions on the pages of a document, and what runs them by keys. */
export function useAnnotator(options: AnnotatorOptions) {
  const { documentId, corpusId, version, words, pages } = options;
  const { data: labels = [] } = useQuery(labelsOptions(corpusId));
  const loader = useBlocks(documentId, version, words);
  const figuresOn = usePageFigures(documentId, version, pages);
  const context = { ...options, labels, loader, figuresOn };
  const [annotator] = useState(() => new Annotator(context));
  useEffect(() => annotator.update(context));
  useEffect(() => useAnnotatorState.getState().open(`${documentId}/${corpusId}`), [documentId, corpusId]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Buttons and fields over the pages handle their own keys.
    if (event.target !== event.currentTarget) return;
    const command = annotator.boxKey(event) ? null : commandFor(event, annotator.suggestion !== undefined);
    if (command === undefined) return;
    event.preventDefault();
    command?.run(annotator, event);
  };
  return { annotator, labels, loader, onKeyDown };
}
