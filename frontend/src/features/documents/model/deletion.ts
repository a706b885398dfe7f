// Which documents are deleted together.

export interface DeletedDocument {
  uuid: string;
  title: string;
  attachmentCount: number;
  parent: { uuid: string } | null;
  /** the newest version, if this is an older one */
  newestVersion?: unknown;
}

/** Leave out attachments whose parent is among the documents: they are deleted with it. */
export const rootsOf = <D extends DeletedDocument>(documents: readonly D[]): D[] =>
  documents.filter(({ parent }) => !documents.some(({ uuid }) => uuid === parent?.uuid));

/** Count the attachments that are deleted with the documents, without those that are selected themselves. */
export function countAttachments(documents: readonly DeletedDocument[]): number {
  const selected = documents.length - rootsOf(documents).length;
  return documents.reduce((sum, { attachmentCount, parent }) => sum + (parent === null ? attachmentCount : 0), 0) - selected;
}
