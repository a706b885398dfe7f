/** The location in a document, as in its URL. */
export interface DocumentLocation {
  page?: number;
  corpus?: string;
  annotation?: string;
  /** the thread of comments that a link leads to */
  thread?: string;
  /** range of the document's text that a search result links to */
  from?: number;
  to?: number;
  /** the text instead of the pages */
  view?: 'text';
}

export interface WorkspaceProps {
  uuid: string;
  location: DocumentLocation;
  /** `replace` changes add no entry to the browser's history */
  onLocation: (change: Partial<Record<keyof DocumentLocation, string | number | undefined>>, replace?: boolean) => void;
}
