// The state of the annotator: the selection, the label picker, the annotation whose ends or note are being changed, and the history for undo.
import { create } from 'zustand';

import type { Annotation, Label } from './annotation';
import type { PageBox } from './box';
import { EMPTY_HISTORY, record, withoutTask, type History } from './history';
import type { Selection } from './selection';

interface AnnotatorState {
  /** key of the document and corpus that the state belongs to */
  scope: string;
  selection: Selection | null;
  /** a box that is drawn, moved or resized, instead of words */
  box: PageBox | null;
  /** whether the pointer is drawing or moving the box right now */
  dragging: boolean;
  /** whether dragging draws a box instead of selecting words */
  drawing: boolean;
  picking: boolean;
  /** the annotation whose passage becomes the selection */
  resized: Annotation | null;
  /** the annotation whose note is open */
  noted: Annotation | null;
  /** the annotation that is being related to another one */
  related: Annotation | null;
  /** key of the annotation under the pointer */
  hovered: string | undefined;
  /** the annotation whose equal passages are to be labelled */
  repeated: Annotation | null;
  /** the label that was used last, to repeat it */
  lastLabel: Label | null;
  history: History;
  /** whether `history` has the edits of earlier visits */
  isHistoryLoaded: boolean;
  /** the annotation whose edits are listed */
  traced: Annotation | null;
  select: (selection: Selection | null) => void;
  selectBox: (box: PageBox | null, dragging?: boolean) => void;
  setDrawing: (drawing: boolean) => void;
  setPicking: (picking: boolean) => void;
  /** start to change the ends of an annotation, from a selection of its passage */
  resize: (annotation: Annotation, selection: Selection) => void;
  /** start to move and resize the box of an annotation */
  resizeBox: (annotation: Annotation, box: PageBox) => void;
  endResize: () => void;
  setNoted: (annotation: Annotation | null) => void;
  setRelated: (annotation: Annotation | null) => void;
  setHovered: (uuid: string | undefined) => void;
  setRepeated: (annotation: Annotation | null) => void;
  setLastLabel: (label: Label) => void;
  setHistory: (history: History, isLoaded?: boolean) => void;
  setTraced: (annotation: Annotation | null) => void;
  /** open a document in a corpus; resets the state if it belongs to another one */
  open: (scope: string) => void;
}

const INITIAL = { selection: null, box: null, dragging: false, drawing: false, picking: false, resized: null, noted: null, related: null, hovered: undefined, repeated: null, history: EMPTY_HISTORY, isHistoryLoaded: false, traced: null };

export const useAnnotatorState = create<AnnotatorState>((set) => ({
  ...INITIAL,
  scope: '',
  lastLabel: null,
  select: (selection) => set(({ box, resized }) => ({ selection, box: null, dragging: false, picking: false, resized: box ? null : resized })),
  selectBox: (box, dragging = false) => set({ box, dragging, selection: null, picking: false }),
  setDrawing: (drawing) => set({ drawing }),
  setPicking: (picking) => set({ picking }),
  resize: (resized, selection) => set({ resized, selection, box: null, picking: false }),
  resizeBox: (resized, box) => set({ resized, box, selection: null, picking: false }),
  endResize: () => set({ resized: null }),
  setNoted: (noted) => set({ noted }),
  setRelated: (related) => set({ related }),
  setHovered: (hovered) => set({ hovered }),
  setRepeated: (repeated) => set({ repeated }),
  setLastLabel: (lastLabel) => set({ lastLabel }),
  setHistory: (history, isLoaded) => set((state) => ({ history, isHistoryLoaded: isLoaded ?? state.isHistoryLoaded })),
  setTraced: (traced) => set({ traced }),
  open: (scope) => set((state) => (state.scope === scope ? state : { ...INITIAL, scope })),
}));

/** Add an edit to the history that the server has stored, and that the page does not show at once when it is undone. */
export function addStep(group: string, text: string): void {
  const { history, setHistory } = useAnnotatorState.getState();
  setHistory(record(history, { group, edits: [], text }));
}

/** Remove a group of edits that was undone or redone otherwise: the next Ctrl+Z is about another step. */
export function forgetStep(group: string): void {
  const { history, setHistory } = useAnnotatorState.getState();
  setHistory(withoutTask(history, { kind: 'undo', group, edits: [] }));
}
