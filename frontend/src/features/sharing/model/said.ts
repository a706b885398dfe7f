/** What was just done, and the way back where there is one. */
export interface Said {
  text: string;
  undo?: () => void;
  /** what had the focus went with what was done */
  takesFocus?: boolean;
}
