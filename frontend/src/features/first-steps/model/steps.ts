// The tasks of the first steps, in their order.
import { t } from '@lingui/core/macro';

import type { FirstSteps } from '../api/first-steps';

export type StepName = 'documents' | 'annotation' | 'search' | 'extract' | 'question' | 'share' | 'export';

export interface Step {
  name: StepName;
  title: string;
  /** why and how, in one sentence */
  about: string;
  done: boolean;
}

/** Return the tasks and whether they are done. */
export function stepsOf(known: FirstSteps): Step[] {
  return [
    {
      name: 'documents',
      title: t`Add documents`,
      about: t`Everything starts with documents: upload your own, or add the samples to have something to try.`,
      done: known.hasDocuments,
    },
    {
      name: 'annotation',
      title: t`Label a passage`,
      about: t`Labels mark what matters: select words in a document, then choose a label.`,
      done: known.hasAnnotations,
    },
    {
      name: 'search',
      title: t`Search for a passage`,
      about: t`Passages are found by their words and by their meaning: describe what you are looking for.`,
      done: known.hasSearched,
    },
    {
      name: 'extract',
      title: t`Extract fields into a table`,
      about: t`A table compares many documents: choose the fields, and each document becomes a row.`,
      done: known.hasExtracts,
    },
    {
      name: 'question',
      title: t`Ask a question`,
      about: t`Answers are words of your documents, never invented: open “Ask” in a document.`,
      done: known.hasAsked,
    },
    {
      name: 'share',
      title: t`Share a corpus or a document`,
      about: t`Work together: give people, teams or the holders of a link access with “Share”.`,
      done: known.hasShares,
    },
    {
      name: 'export',
      title: t`Export annotations or a table`,
      about: t`Use your results elsewhere: the export button above a list of annotations or a table offers CSV, Excel and more.`,
      done: known.hasExports,
    },
  ];
}
