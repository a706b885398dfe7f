// Edits that are sent to the server one after another.

/** An edit as it is kept until the server has stored it: JSON. */
export interface QueuedEdit {
  /** names the kind, whose handler sends it */
  readonly type: string;
  /** generated here: the server undoes the edit by its group */
  readonly group: string;
  /** names what it changes: a later edit of the same target replaces one that could not be saved */
  readonly target?: string;
  /** the user has seen that another user changed the same, and wants this edit nevertheless */
  readonly overwrite?: boolean;
  /** an earlier request for it may have reached the server, although there was no response */
  readonly isSent?: boolean;
}

export interface StoredEdit {
  key: string;
  edit: QueuedEdit;
}

/** Texts that describe an edit that could not be saved. */
export interface Description {
  title: string;
  /** what was written */
  detail: string;
}

/** An edit that the server has rejected. It is kept until the user has sent it again or discarded it. */
export interface FailedEdit extends StoredEdit, Description {
  /** of the error */
  message: string;
  /** another user has changed the same */
  isConflict: boolean;
}

/** The ids that the server gave to objects, by those that were generated here: edits that were made meanwhile name the latter. */
export type Ids = Readonly<Record<string, string>>;

/** The page where edits are made: that of a document in a corpus. */
export interface EditScope {
  /** empty on the page of a corpus */
  documentId: string;
  /** empty on the page with all documents, and on that of a document that is in no corpus */
  corpusId: string;
}
