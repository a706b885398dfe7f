import type { FilterInUrl } from '@/features/annotations/model/annotation-filter';

import type { LeftPanelName } from './panel-names';

/** The location in a document, as in its URL. */
export interface DocumentLocation extends FilterInUrl {
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
  /** the text that is looked for in the document */
  find?: string;
  /** the options of the search */
  matchCase?: true;
  wholeWords?: true;
  regex?: true;
  /** the open panel on the left */
  panel?: LeftPanelName;
  /** the conversation that is shown beside the document */
  conversation?: string;
}

export type LocationChange = Partial<Record<keyof DocumentLocation, string | number | boolean | readonly string[] | undefined>>;

export interface WorkspaceProps {
  uuid: string;
  location: DocumentLocation;
  /** `replace` changes add no entry to the browser's history */
  onLocation: (change: LocationChange, replace?: boolean) => void;
}
