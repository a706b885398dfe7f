import type { ReactNode } from 'react';

import type { DocumentRow } from '../api/document-list';

/** A column of some lists of documents. */
export interface ExtraColumn {
  label: string;
  className?: string | undefined;
  direction: 'ascending' | 'descending' | undefined;
  onSort: () => void;
  render: (document: DocumentRow) => ReactNode;
}
