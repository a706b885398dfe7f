import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { nodes } from '@/lib/relay';

import { resultsOfDocumentOptions } from '../api/results';
import { Checks, Values } from './analysis-results';
import styles from './analysis-results.module.css';

interface ResultsProps {
  corpusId: string;
  documentId: string;
  editable: boolean;
  /** shows the results below a heading */
  render: (results: ReactNode) => ReactNode;
}

/** The values and verdicts of the newest run of each action on a document; nothing if there are none. */
export function DocumentResults({ corpusId, documentId, editable, render }: ResultsProps) {
  const { data } = useQuery(resultsOfDocumentOptions(corpusId, documentId));
  if (!data?.length) return null;
  return render(
    data.map(({ uuid, action, verdicts, metadata }) => (
      <section key={uuid} className={styles['run']} aria-label={action.name}>
        <h4>{action.name}</h4>
        <Checks checks={nodes(verdicts)} />
        <Values values={nodes(metadata)} {...{ corpusId, documentId, editable }} />
      </section>
    )),
  );
}
