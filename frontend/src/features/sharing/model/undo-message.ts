/** A message about the last change, with an undo action if there is one. */
export interface UndoMessage {
  text: string;
  undo?: () => void;
  /** the changed control has disappeared: move the focus to the message */
  takesFocus?: boolean;
}
