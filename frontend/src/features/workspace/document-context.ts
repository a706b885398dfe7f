// The open document with its pages and the corpus of its annotations, for all parts of the document view.
import { createContext, useContext } from 'react';

import type { DocumentWords } from '@/features/annotations/use-words';
import type { DocumentDetail } from '@/features/documents/api/get-document';
import type { PageInfo } from '@/features/viewer/model/layout';
import type { PdfState } from '@/features/viewer/pdf-document';

import type { SelectedCorpus } from './use-corpus-choice';
import type { Definitions } from './use-definitions';

export interface DocumentContextValue {
  document: DocumentDetail;
  /** version of the pages and words, for cache keys */
  version: string;
  pages: readonly PageInfo[];
  words: DocumentWords;
  drawing: PdfState;
  corpus: SelectedCorpus;
  /** the corpus in the URL, for links to other documents */
  corpusInUrl: string | undefined;
  currentPage: number;
  definitions: Definitions;
  /** scroll to a page; `points` is the distance from its top */
  goToPage: (page: number, points?: number) => void;
}

export const DocumentContext = createContext<DocumentContextValue | null>(null);

export function useDocumentContext(): DocumentContextValue {
  const value = useContext(DocumentContext);
  if (!value) throw new Error('There is no document context.');
  return value;
}
